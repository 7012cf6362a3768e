import Testing

@testable import Millrace

@Serializable
private struct Measurement {
  var name = "m"
  var value: Double?
  var samples: [Float] = []
  @Field("a/b~c") var table: [String: [Double]] = [:]
  var inner: [Measurement] = []
}

@Suite("Numbers that JSON cannot express")
struct NotFiniteTests {
  private static func check<Value: Writable>(
    _ value: Value, _ number: Double, path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var errors: [FormatError?] = []
    errors.append(#expect(throws: FormatError.self) { try JSON.encode(value) })
    errors.append(#expect(throws: FormatError.self) { try JSON.encode(value, style: JSON.Pretty.self) })
    errors.append(#expect(throws: FormatError.self) { try JSON.encode(value, as: String.self) })
    for error in errors {
      #expect(error?.problem.isSame(as: .notFinite(number)) == true, sourceLocation: sourceLocation)
      #expect(error?.place.path == path, sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `they are rejected with the path of the value`(_ number: Double) {
    Self.check(number, number, path: "")
    Self.check(Float(number), number, path: "")
    Self.check([number], number, path: "/0")
    Self.check([0, 1.5, number, 2], number, path: "/2")
    Self.check([[], [0], [1, 2, number]], number, path: "/2/2")
    Self.check(["k": number], number, path: "/k")
    Self.check(["a/b~c": ["\"\n": [0, number]]], number, path: "/a~1b~0c/\"\n/1")
    Self.check(["x,]}[{:": [[0], [number]]], number, path: "/x,]}[{:/1/0")
    Self.check(Measurement(value: number), number, path: "/value")
    Self.check(Measurement(value: 1, samples: [1, Float(number)]), number, path: "/samples/1")
    Self.check(Measurement(table: ["t": [number]]), number, path: "/a~1b~0c/t/0")
    Self.check(
      [Measurement(), Measurement(inner: [Measurement(), Measurement(samples: [Float(number)])])], number,
      path: "/1/inner/1/samples/0")
  }

  @Test func `the first one is reported`() {
    Self.check([0, .infinity, .nan], .infinity, path: "/1")
    Self.check(Measurement(value: .nan, samples: [.infinity]), .nan, path: "/value")
  }

  @Test func `following content does not change its path`() {
    let long = String(repeating: "x", count: 5_000)
    Self.check([NumberOrText.number(-.infinity), .text(long), .text(long)], -.infinity, path: "/0")
  }

  private enum NumberOrText: Writable {
    case number(Double)
    case text(String)
    func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
      switch self {
      case .number(let number): writer.write(number)
      case .text(let text): writer.write(text)
      }
    }
  }
}
