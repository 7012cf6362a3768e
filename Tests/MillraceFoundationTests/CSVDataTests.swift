import Foundation
import Millrace
import MillraceFoundation
import Testing

@Suite("CSV in data and files")
struct CSVDataTests {
  @Test func `data and files are read as their bytes are`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "millrace-\(UUID().uuidString).csv")
    defer { try? FileManager.default.removeItem(at: file) }
    let rows = [["a": 1, "b": 2], ["a": 3, "b": 4]]
    try CSV.encode(rows, to: file, options: CSV.WritingOptions(columns: ["a", "b"]))
    let data = try Data(contentsOf: file)
    #expect(data == Data("a,b\n1,2\n3,4\n".utf8))
    #expect(try CSV.decode([[String: Int]].self, from: data) == rows)
    var stream = try CSV.stream([String: Int].self, contentsOf: file)
    #expect(try stream.next() == rows[0])
    #expect(try stream.next() == rows[1])
    #expect(try stream.next() == nil)
  }
}
