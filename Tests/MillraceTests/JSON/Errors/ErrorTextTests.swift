import Millrace
import Testing

@Suite("Texts of JSON's errors")
struct ErrorTextTests {
  private static func error<Value: Readable>(_ type: Value.Type, _ text: String) -> String {
    do {
      _ = try JSON.decode([Value].self, from: "[\(text)]")
      return "none"
    } catch {
      return "\(error.problem)"
    }
  }

  @Test func `a number that is out of range names the type of the field`() {
    for text in ["99999999999999999999", "-99999999999999999999", "9999999999999999999999999999999999999999999999999"] {
      #expect(Self.error(Int.self, text) == "number out of range for Int")
      #expect(Self.error(Int8.self, text) == "number out of range for Int8")
      #expect(Self.error(UInt8.self, text) == "number out of range for UInt8")
      #expect(Self.error(Int32.self, text) == "number out of range for Int32")
      #expect(Self.error(Int64.self, text) == "number out of range for Int64")
      #expect(Self.error(Int?.self, text) == "number out of range for Int")
    }
    #expect(Self.error(UInt.self, "99999999999999999999") == "number out of range for UInt")
    #expect(Self.error(UInt64.self, "-1") == "number out of range for UInt64")
    #expect(Self.error(UInt.self, "-1") == "number out of range for UInt")
    #expect(Self.error(Int.self, "9223372036854775808") == "number out of range for Int")
    #expect(Self.error(Int.self, "1.5") == "expected an integer, found a number with a fraction or an exponent")
    #expect(Self.error(Int.self, "12345678901234567890.5") != "none")
  }

  @Test(arguments: [[0xEF, 0xBB, 0xBF], [0xFE, 0xFF], [0xFF, 0xFE]] as [[UInt8]])
  func `a byte order mark is named`(_ mark: [UInt8]) {
    for document in ["[1]", "", " [1]", "{\"a\":1}"] {
      let error = #expect(throws: FormatError.self) {
        try JSON.decode([Int].self, from: mark + Array(document.utf8))
      }
      #expect(error?.description == "line 1, column 1 (byte 0): unexpected byte order mark; expected UTF-8 without one")
    }
    let tree = #expect(throws: FormatError.self) { try JSON.decode(JSON.Value.self, from: mark + [0x31]) }
    #expect(tree?.description.contains("byte order mark") == true)
    let later = #expect(throws: FormatError.self) { try JSON.decode([Int].self, from: Array("[".utf8) + mark) }
    #expect(later?.description.contains("byte order mark") == false)
  }
}
