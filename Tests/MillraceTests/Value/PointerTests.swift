import Testing

@testable import Millrace

@Suite("JSON Pointer (RFC 6901)")
struct PointerTests {
  /// The document of RFC 6901, section 5.
  private static let document = #"""
    {
      "foo": ["bar", "baz"],
      "": 0,
      "a/b": 1,
      "c%d": 2,
      "e^f": 3,
      "g|h": 4,
      "i\\j": 5,
      "k\"l": 6,
      " ": 7,
      "m~n": 8
    }
    """#

  /// What sections 5 and 6 say of it: a pointer, its form as a fragment, and the value. The document's own value is left
  /// out.
  private static let examples = [
    ("/foo", "#/foo", #"["bar", "baz"]"#),
    ("/foo/0", "#/foo/0", #""bar""#),
    ("/", "#/", "0"),
    ("/a~1b", "#/a~1b", "1"),
    ("/c%d", "#/c%25d", "2"),
    ("/e^f", "#/e%5Ef", "3"),
    ("/g|h", "#/g%7Ch", "4"),
    (#"/i\j"#, "#/i%5Cj", "5"),
    (#"/k"l"#, "#/k%22l", "6"),
    ("/ ", "#/%20", "7"),
    ("/m~0n", "#/m~0n", "8"),
  ]

  @Test(arguments: examples)
  func `the examples of the RFC lead where it says`(_ text: String, _ fragment: String, _ expected: String) throws {
    let document = try JSON.decode(JSON.Value.self, from: Self.document)
    let value = try JSON.decode(JSON.Value.self, from: expected)
    let pointer = try #require(JSON.Pointer(text))
    #expect(document[pointer] == value)
    #expect(pointer.description == text)
    #expect(pointer.fragment == fragment)
    #expect(JSON.Pointer(fragment: fragment) == pointer)
    let streamed = try Streamed.value(at: pointer, in: Array(Self.document.utf8))
    #expect(streamed == value)
  }

  @Test func `the empty pointer is the whole document`() throws {
    let document = try JSON.decode(JSON.Value.self, from: Self.document)
    #expect(document["" as JSON.Pointer] == document)
    #expect(document[try #require(JSON.Pointer(fragment: "#"))] == document)
    #expect(JSON.Pointer(tokens: []).fragment == "#")
  }

  @Test(arguments: ["a", "a/b", "/~", "/~2", "/a~", "/~01~", "#/a"])
  func `an invalid pointer is rejected`(_ text: String) { #expect(JSON.Pointer(text) == nil) }

  @Test(arguments: ["", "/a", "#a", "#/%", "#/%2", "#/%2g", "#/%FF", "#/é", "#/a b", "#/^", "#/~2", "#/a#b"])
  func `an invalid fragment is rejected`(_ text: String) { #expect(JSON.Pointer(fragment: text) == nil) }

  @Test(arguments: ["#/%c3%A9", "#/%C3%a9"])
  func `a fragment is UTF-8, its digits in either case`(_ text: String) throws {
    let pointer = try #require(JSON.Pointer(fragment: text))
    #expect(pointer.tokens == ["é"])
    #expect(pointer.fragment == "#/%C3%A9")
  }

  @Test(arguments: ["/-", "/00", "/01", "/+1", "/-0", "/-1", "/1 ", "/2", "/٠", "/9223372036854775808", "/0x0", "/"])
  func `an index is digits without a leading zero and below the count`(_ text: String) throws {
    let value: JSON.Value = ["a", "b"]
    #expect(value[try #require(JSON.Pointer(text))] == nil)
  }

  @Test func `tokens are decoded in the order that the RFC wants`() {
    #expect(("/~01" as JSON.Pointer).tokens == ["~1"])
    #expect(("/~0~1/~1~0//" as JSON.Pointer).tokens == ["~/", "/~", "", ""])
  }

  @Test func `a pointer can be made of keys and indices`() {
    let pointer: JSON.Pointer = ["a/b", 3, "m~n"]
    #expect(pointer.description == "/a~1b/3/m~0n")
    #expect(pointer.appending("").appending(0).description == "/a~1b/3/m~0n//0")
    #expect((["é"] as JSON.Pointer) != ["e\u{301}"])
  }
}

/// The value at a pointer, read without a tree of what is around it.
private enum Streamed {
  static func value(at pointer: JSON.Pointer, in bytes: [UInt8]) throws -> JSON.Value {
    var reader = try JSON.Reader(bytes.span)
    let value = try reader.read(at: pointer) { try $0.read(JSON.Value.self) }
    try reader.finish()
    return value
  }
}
