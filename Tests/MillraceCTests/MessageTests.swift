import CMillrace
import Foundation
import TestSupport
import Testing

/// An Arrow stream with the schema of one column, made for wrong batches.
private struct WrongStream {
  typealias Schema =
    @convention(c) (UnsafeMutablePointer<ArrowArrayStream>?, UnsafeMutablePointer<ArrowSchema>?) -> Int32
  typealias Next = @convention(c) (UnsafeMutablePointer<ArrowArrayStream>?, UnsafeMutablePointer<ArrowArray>?) -> Int32

  static let integers: Schema = { _, schema in millrace_parse_schema("a: int64", 8, schema, nil) }
  static let equalNames: Schema = { _, schema in millrace_parse_schema("a: int64, a: int64", 18, schema, nil) }
  static let wideDecimals: Schema = { _, schema in
    let status = millrace_parse_schema("a: int64", 8, schema, nil)
    schema?.pointee.children[0]?.pointee.format = UnsafePointer(strdup("d:5,0,256"))
    return status
  }

  static let noColumns: Next = { _, batch in
    batch?.pointee = ArrowArray()
    batch?.pointee.length = 1
    batch?.pointee.release = { $0?.pointee.release = nil }
    return 0
  }
  static let missingColumn: Next = { stream, batch in
    let status = noColumns(stream, batch)
    batch?.pointee.n_children = 1
    batch?.pointee.children = .allocate(capacity: 1)
    batch?.pointee.children.initialize(to: nil)
    return status
  }
  static let columnWithoutBuffers: Next = { stream, batch in
    let status = missingColumn(stream, batch)
    let column = UnsafeMutablePointer<ArrowArray>.allocate(capacity: 1)
    column.initialize(to: ArrowArray())
    column.pointee.length = 1
    batch?.pointee.children[0] = column
    return status
  }
  static let failure: Next = { _, _ in EIO }

  static func make(_ schema: Schema, _ next: Next) -> ArrowArrayStream {
    var stream = ArrowArrayStream()
    stream.get_schema = schema
    stream.get_next = next
    stream.release = { $0?.pointee.release = nil }
    return stream
  }
}

@Suite("Messages of scans and of the C interface")
struct MessageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func message(_ call: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32) -> String {
    var error: UnsafeMutablePointer<CChar>?
    guard call(&error) != 0, let error else { return "" }
    defer { millrace_free(error) }
    return String(cString: error).replacing(folder.url.path, with: "folder")
  }

  /// Opens a scan and reads it to its end.
  private func scan(_ options: String, _ rows: String? = "{\"a\":1}\n", schema: String? = nil) -> String {
    guard let schema else { return scan(options, rows, nil) }
    var parsed = parsed(schema)
    defer { parsed.release(&parsed) }
    return scan(options, rows, &parsed)
  }

  private func scan(_ options: String, _ rows: String?, _ schema: UnsafePointer<ArrowSchema>?) -> String {
    var stream = ArrowArrayStream()
    let bytes = rows.map { Array($0.utf8) }
    let opening = message { millrace_scan(options, options.utf8.count, bytes, bytes?.count ?? 0, schema, &stream, $0) }
    guard stream.release != nil else { return opening }
    defer { stream.release(&stream) }
    var batch = ArrowArray()
    while stream.get_next(&stream, &batch) == 0 {
      guard batch.release != nil else { return "" }
      batch.release(&batch)
    }
    guard let error = stream.get_last_error(&stream) else { return "" }
    return String(cString: error).replacing(folder.url.path, with: "folder")
  }

  private func parsed(_ text: String) -> ArrowSchema {
    var schema = ArrowSchema()
    #expect(millrace_parse_schema(text, text.utf8.count, &schema, nil) == 0, "\(text.prefix(100))")
    return schema
  }

  private func parse(_ text: String) -> String {
    var schema = ArrowSchema()
    return message { millrace_parse_schema(text, text.utf8.count, &schema, $0) }
  }

  /// Scans with a schema of one column that was changed.
  private func scan(changedSchema change: (inout ArrowSchema) -> Void) -> String {
    var schema = parsed("a: int64")
    let column = schema.children[0]
    let (old, oldColumn) = (schema, column?.pointee)
    change(&schema)
    let result = scan("{}", "{}", &schema)
    if let oldColumn { column?.pointee = oldColumn }
    schema = old
    schema.release(&schema)
    return result
  }

  private func write(_ options: String, _ stream: ArrowArrayStream) -> String {
    var stream = stream
    return message { millrace_write(options, options.utf8.count, &stream, nil, $0) }
  }

  private func write(_ schema: WrongStream.Schema, _ next: WrongStream.Next) -> String {
    write("{\"path\":\"\(folder.url.path)/out\"}", WrongStream.make(schema, next))
  }

  @Test func `each message is listed, short and without a full stop`() throws {
    let compressed = folder.url.appending(path: "rows.gz").path
    try Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]).write(to: URL(filePath: compressed))
    let wide = folder.url.appending(path: "rows.csv").path
    try Data([0xFF, 0xFE, 0x61, 0, 0x0A, 0]).write(to: URL(filePath: wide))
    let many = (0...30_000).map { "c\($0): int8" }.joined(separator: ",")
    var schema = ArrowSchema()
    var stream = ArrowArrayStream()
    var table = MessageTable()
    try table.add(
      "TableScan.OptionError", literalsOf: ["OptionError("], in: ["Sources/MillraceTables/Scan"],
      unreachable: ["the column names of the schema have too many equal hashes"],
      [
        ("batchRows", scan(#"{"batchRows":0}"#)),
        ("reasonColumn", scan(#"{"reasonColumn":"why"}"#)),
        ("equal names", scan(#"{"onBadRow":"keep","reasonColumn":"a","corruptColumn":"a"}"#, schema: "b: int8")),
        ("rows", scan("{}", "1\n")),
        ("columns", scan(#"{"columns":["year"]}"#)),
        ("header", scan(#"{"format":"csv","coercion":"strict"}"#, "a\n1\n", schema: "b: int8")),
        ("header", scan(#"{"format":"csv","coercion":"exact"}"#, "a\n1\n", schema: "b: int8")),
        ("case", scan(#"{"format":"csv","matchCase":false}"#, "aB,Ab\n1,2\n", schema: "ab: int8")),
        (
          "quotes", scan(#"{"paths":["a"],"begin":1,"format":"csv","quotes":"none"}"#, nil, schema: "a: int8")
        ),
        ("documents", scan(#"{"paths":["a"],"begin":1,"format":"json"}"#, nil, schema: "a: int8")),
        ("duplicate", scan("{}", schema: "a: int8, a: int8")),
        ("duplicate member", scan("{}", schema: "a: struct<b: int8, b: int8>")),
        ("many columns", scan("{}", schema: many)),
        ("long name", scan("{}", schema: String(repeating: "n", count: 70_000) + ": struct<a: int8>")),
        ("map", scan("{}", schema: "a: map<int8, int8>")),
        ("type", scan("{}", schema: "a: decimal128(50, 2)")),
      ])
    try table.add(
      "C interface", literalsOf: ["OptionError(", "?? ", "failure("], in: ["Sources/MillraceC"],
      unreachable: ["rows of an Arrow stream cannot be read into values"],
      [
        ("stream", message { millrace_scan("{}", 2, nil, 0, nil, nil, $0) }),
        ("options", message { millrace_scan(nil, 2, nil, 0, nil, &stream, $0) }),
        ("options", scan("{\"threads\":true}")),
        ("bytes", message { millrace_scan("{}", 2, "", -1, nil, &stream, $0) }),
        ("bytes", scan(#"{"paths":[]}"#)),
        ("paths", scan("{}", nil)),
        ("range", scan(#"{"paths":["a"],"begin":5,"end":1}"#, nil)),
        ("range", scan(#"{"paths":["a","b"],"begin":5}"#, nil)),
        ("compressed", scan(#"{"paths":["\#(compressed)"],"begin":1}"#, nil, schema: "a: int8")),
        ("UTF-16", scan(#"{"paths":["\#(wide)"],"begin":1,"format":"csv"}"#, nil, schema: "a: int8")),
        ("at", scan(#"{"at":"/a"}"#)),
        ("at", scan(#"{"at":"a","format":"json"}"#)),
        ("parquet", scan(#"{"format":"parquet","batchRows":0}"#)),
        ("parquet", scan(#"{"format":"parquet"}"#, "{}", schema: "a: int8")),
        ("parquet", scan(#"{"format":"parquet","onBadRow":"skip"}"#)),
        ("delimiter", scan(#"{"delimiter":";"}"#)),
        ("delimiter", scan(#"{"delimiter":"ab","format":"csv"}"#)),
        ("quotes", scan(#"{"quotes":"none"}"#)),
        ("comment", scan(##"{"comment":"#"}"##)),
        ("comment", scan(#"{"format":"csv","comment":"ab"}"#)),
        ("escape", scan(#"{"format":"csv","escape":"\\","quoteEscape":"\\"}"#)),
        ("encoding", scan(#"{"encoding":"ebcdic"}"#)),
        ("encoding", scan(#"{"paths":["\#(wide)"],"begin":1,"encoding":"latin1"}"#, nil, schema: "a: int8")),
        ("quotes", scan(#"{"quotes":"some","format":"csv"}"#)),
        ("decimal", scan(#"{"decimal":"5","format":"csv"}"#)),
        ("dateFormats", scan(#"{"zone":"utc"}"#)),
        ("dateFormats", scan(#"{"format":"csv","dateFormats":{"b":"%Y%m%d"}}"#, "a\n1\n", schema: "a: timestamp[us]")),
        ("dateFormats", scan(#"{"format":"csv","dateFormats":{"a":"%Y%m%d"}}"#, "a\n1\n", schema: "a: int8")),
        ("dateFormats", scan(#"{"format":"csv","dateFormats":{"a":"%Y"}}"#, "a\n1\n", schema: "a: timestamp[us]")),
        ("zone", scan(#"{"format":"csv","zone":"Berlin"}"#, "a\n1\n", schema: "a: timestamp[us, tz=UTC]")),
        ("zone", scan(#"{"format":"csv","zone":"utc"}"#, "a\n1\n", schema: "a: timestamp[us]")),
        ("coercion", scan(#"{"coercion":"none"}"#)),
        ("onBadRow", scan(#"{"onBadRow":"ignore"}"#)),
        ("inferRows", scan(#"{"inferRows":-1}"#)),
        ("text", message { millrace_parse_schema(nil, 1, &schema, $0) }),
        ("schema", parse("a")),
        ("schema", parse("1: list<")),
        ("schema", parse("a: int64 b")),
        ("schema", parse("a: text")),
        ("schema", parse("a: decimal(x")),
        ("schema", parse("a: timestamp[m]")),
        ("schema", parse("a: timestamp[ms, zone=UTC]")),
        ("schema", parse("a: " + String(repeating: "list<", count: 100))),
        ("Arrow schema", scan("{}", "{}", &schema)),
        ("Arrow schema", scan { $0.format = UnsafePointer(strdup("l")) }),
        ("Arrow schema", scan { $0.children[0]?.pointee.format = nil }),
        ("Arrow schema", scan { $0.children[0]?.pointee.format = UnsafePointer(strdup("+ud:0")) }),
        (
          "Arrow schema",
          scan { schema in withUnsafeMutablePointer(to: &schema) { $0.pointee.children[0]?.pointee.dictionary = $0 } }
        ),
        (
          "count_quotes",
          message { millrace_count_quotes(nil, 0, 1, UnsafeMutablePointer<Int64>.allocate(capacity: 1), $0) }
        ),
        ("write", write("{}", WrongStream.make(WrongStream.integers, WrongStream.failure))),
        ("write", write(#"{"path":"a","header":true}"#, WrongStream.make(WrongStream.integers, WrongStream.failure))),
        ("write", write(#"{"path":"a","table":"t"}"#, WrongStream.make(WrongStream.integers, WrongStream.failure))),
        (
          "write",
          write(#"{"path":"a","format":"sqlite"}"#, WrongStream.make(WrongStream.integers, WrongStream.failure))
        ),
        ("write", write(WrongStream.equalNames, WrongStream.failure)),
        ("stream", write(#"{"path":"a"}"#, ArrowArrayStream())),
        ("stream", write(WrongStream.integers, WrongStream.failure)),
        ("batch", write(WrongStream.integers, WrongStream.noColumns)),
        ("batch", write(WrongStream.integers, WrongStream.missingColumn)),
        ("batch", write(WrongStream.integers, WrongStream.columnWithoutBuffers)),
        ("batch", write(WrongStream.wideDecimals, WrongStream.columnWithoutBuffers)),
      ])
    try table.check()
  }
}
