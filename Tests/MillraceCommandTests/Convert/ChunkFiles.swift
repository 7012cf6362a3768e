import Foundation
import MillraceTables
import TestSupport

@testable import MillraceCommand

/// Small files that have rows of all kinds at the boundaries of chunks.
enum ChunkFiles {
  static let all: [(name: String, text: String)] = [
    ("plain.csv", "a,b,c\n1,x,\n2,y,true\n3,,false\n"),
    ("quoted.csv", "a,b\n1,\"x\ny\"\n2,\"q\"\"q\r\n,\"\n\"3\",\"\"\n4,z\n"),
    ("crlf.csv", "a;b\r\n1;\"x\r\ny\"\r\n2;z\r\n\r\n3;w"),
    ("cr.csv", "a,b\r1,x\r2,\"y\rz\"\r3,w\r"),
    ("unended.csv", "a,b\n1,x\n2,\"y\nz\""),
    ("one.csv", "name\nx\n\ny, z\nw\n"),
    ("empty.csv", ""),
    ("header.csv", "a,b\n"),
    ("mark.csv", "\u{FEFF}a,b\n\u{FEFF}1,x\n\u{FEFF}2,y\n"),
    ("late.csv", "a,b\n1,2\n3,4\n5.5,x\n6,2020-01-01T00:00:00Z\n"),
    ("bad.csv", "a,b\n1,2\n3\n4,5\n"),
    ("misplaced.csv", "a,b\n1,2\n3,x\"y\n4,\"5\n6\"\n"),
    ("unclosed.csv", "a,b\n1,2\n3,\"x\n4,5\n"),
    ("nested.csv", "a,p.x,p.y\n1,2,3\n4,5,\n,,\n"),
    ("table.tsv", "a\tb\n1\t\"x\ty\n\"\n2\tz\n"),
    ("lines.jsonl", "{\"a\":1,\"b\":\"x\\ny\"}\n\n{\"a\":2,\"b\":null}\r\n{\"b\":\"z\",\"a\":3}\n"),
    ("unended.jsonl", "{\"a\":1}\n{\"a\":2}"),
    (
      "late.jsonl",
      "{\"a\":1,\"n\":null}\n{\"a\":2.5,\"n\":[1]}\n{\"a\":\"x\",\"n\":[2],\"b\":{\"c\":1}}\n{\"b\":{\"c\":true,\"d\":1}}\n"
    ),
    ("bad.jsonl", "{\"a\":1}\n{\"a\":}\n{\"a\":3}\n"),
    ("deep.jsonl", "{\"a\":[{\"b\":1},{\"c\":[1,2.5]}]}\n{\"a\":[]}\n{\"a\":null}\n{}\n"),
    ("empty.jsonl", "\n \n"),
    ("large.jsonl", "{\"a\":9007199254740993}\n{\"a\":0.5}\n{\"a\":1e400}\n{\"a\":123456789012345678901234567890}\n"),
    ("quoted-crlf.csv", "a,b\r\n\"1\r\n\",\"x\r\n\r\ny\"\r\n\"\n\r\",2\r\n\"\"\"\r\n\"\"\",\"\""),
    ("bad-crlf.csv", "a,b\r\n1,2\r\n3\r\n\"4\r\n\",5\r\n6,7,8\r\n9,10"),
    ("bad-quoted.csv", "a,b\n\"1\n\",2\n\"3\n\n\"\n4,5\n6,\"\n\",7\n8,\"9\""),
    ("bad-first.csv", "a,b\n1\n2,3\n\"4\"5,6\n7,8"),
    ("quotes.csv", "a,b\n\"\"\"\",\"\"\"\"\"\"\n\"\n\"\"\n\",\"\"\"\n\"\n"),
    ("blank-first.csv", "\n\r\n\na,b\n1,x\n\n2,\"y\n\"\n"),
    ("wide.csv", "a,b\n" + (0..<12).map { "\($0),\"" + String(repeating: "x\n", count: 7 * $0) + "\"\n" }.joined()),
    ("mixed.csv", "a,b\r1,\"x\r\n\"\n2,\"\r\"\r\n3,\"\n\""),
    ("quoted.tsv", "a\tb\r\n1\t\"\r\n\t\"\r\n\"2\"\t\"\"\"\n\"\r\n3\tx,y"),
    ("late-bad.csv", "a,b\n1,2\n3.5,\"x\n\"\n4\n5,true\n"),
    ("crlf.jsonl", "{\"a\":1}\r\n{\"a\":\"\\r\\n\"}\r\n\r\n{\"a\":[\"\\n\"]}"),
    ("bad-crlf.jsonl", "{\"a\":1}\r\n{\"a\":2\r\n}\r\n{\"a\":3}"),
    ("scalars.jsonl", "1\n\"x\"\nnull\n[1,2]\n{}\ntrue"),
    ("mark.jsonl", "\u{FEFF}{\"a\":1}\n{\"a\":\"\u{FEFF}\u{2028}\"}\n"),
    ("long.jsonl", (0..<9).map { "{\"a\":\"" + String(repeating: "é", count: 20 * $0) + "\",\"b\":\($0)}\n" }.joined()),
    ("duplicates.jsonl", "{\"a\":1,\"a\":2}\n{\"b\":[],\"a\":3,\"b\":{}}\n"),
  ]

  /// Runs `millrace convert` with chunks of a size, and returns the output file, the complaints and the status.
  static func convert(
    _ input: String, _ arguments: [String], size: Int, threads: Int, in folder: TemporaryFolder
  ) throws -> (Data?, String, Int32) {
    let output = folder.path("out")
    try? FileManager.default.removeItem(atPath: output)
    let result = RowBlocks.$chunkSize.withValue(size) {
      millrace(["convert", input, "--output", output, "--threads", "\(threads)"] + arguments)
    }
    return (FileManager.default.contents(atPath: output), result.complaints, result.status)
  }
}
