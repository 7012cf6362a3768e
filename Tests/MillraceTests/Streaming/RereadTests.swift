import Millrace
import Testing

/// Read by looking at the object and going back.
@Serializable(.untagged)
private enum Reply: Equatable {
  case number(Int)
  case name(String)
  case range(first: Int, last: Int)
  case list([Int])
}

/// A type that is read more than once, with elements that are skipped when they fail.
@Serializable
private struct Sheet: Equatable {
  var number: Int
  @Field(.flattened) var size: SheetSize
  @Field(.lossy) var lines: [Int] = []
  @Field(.flattened) var rest: [String: String]
}

@Serializable
private struct SheetSize: Equatable {
  var width: Int
  var height: Int
}

@Suite("Elements of streams that are gone back in")
struct RereadTests {
  private func compare<Value: Readable & Equatable>(_ text: String, _ expected: [Value]) throws {
    let bytes = Array(text.utf8)
    var mismatches = Mismatches()
    for cuts in (0...bytes.count).map({ [$0] }) + [Array(0...bytes.count)] {
      let source = ChunkedSource(bytes, cutAt: cuts)
      let (values, error) = try JSON.stream(Value.self, from: source).collected()
      if values != expected || error != nil {
        mismatches.note("cut at \(cuts.prefix(4)): \(values), \(String(describing: error))")
      }
    }
    mismatches.report()
  }

  @Test func `cases without a tag are the same however the stream is cut`() throws {
    try compare(
      #"[1, "two \u0033", {"last": 4, "first": 3}, [5, 6], {"first":7,"x":{"y":[]},"last":8}, -9]"#,
      [.number(1), .name("two 3"), .range(first: 3, last: 4), .list([5, 6]), .range(first: 7, last: 8), .number(-9)]
        as [Reply])
  }

  @Test func `flattened and lossy fields are the same however the stream is cut`() throws {
    try compare(
      #"[{"a":"b","height":3,"lines":[1,"x",{"y":[2]},2.5,3],"width":2,"number":1},"#
        + #"{"number":2,"width":4,"c":"d\n","height":5}]"#,
      [
        Sheet(number: 1, size: SheetSize(width: 2, height: 3), lines: [1, 3], rest: ["a": "b"]),
        Sheet(number: 2, size: SheetSize(width: 4, height: 5), lines: [], rest: ["c": "d\n"]),
      ])
  }
}
