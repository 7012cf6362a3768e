import Foundation
import Millrace
import Testing

@Serializable(names: .snakeCase)
private struct Snake: Equatable {
  var userName: String
  var myURLProperty: Int?
  @Field("ID") var userID = 1
}

@Serializable(names: .screamingKebabCase, unknownFields: .rejected)
private struct Strict: Equatable {
  var userName: String
  @Field(at: "innerPart/x") var x: Int?
}

@Serializable(validated: true)
private struct Span: Equatable {
  var from: Int
  let to: Int
  var length: Int { to - from }
  static let zero = Span(from: 0, to: 0)
  var note = "" { didSet {} }

  struct Backwards: Error, CustomStringConvertible { var description: String { "runs backwards" } }
  func validate() throws { if to < from { throw Backwards() } }
}

@Serializable(validated: true)
private final class Checked {
  var n: Int
  init() { n = 0 }
  func validate() throws { if n < 0 { throw CancellationError() } }
}

extension TypeTests {
  @Serializable
  struct InExtension: Equatable {
    var inner: Inner
    @Serializable struct Inner: Equatable { var x = 1 }
  }
}

@Suite("What @Serializable can say")
struct TypeTests {
  /// For the comparison with Foundation, which spells names by itself.
  private struct Names: Encodable {
    var userName = 1
    var myURLProperty = 2
    var already_snake = 3
    var x = 4
    var aB = 6
    var _leading = 7
    var base64Text = 8
  }

  @Serializable(names: .snakeCase)
  fileprivate struct OurNames {
    var userName = 1
    var myURLProperty = 2
    var already_snake = 3
    var x = 4
    var aB = 6
    var _leading = 7
    var base64Text = 8
  }

  @Test func `snake case is spelled as Foundation does`() throws {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let theirs = try JSONSerialization.jsonObject(with: encoder.encode(Names())) as? [String: Int]
    let ours = try JSON.decode([String: Int].self, from: JSON.encode(OurNames()))
    #expect(ours == theirs)
  }

  @Test func `names are spelled in the style, unless they are given`() throws {
    try expectRoundTrip(
      Snake(userName: "a", myURLProperty: 2), #"{"user_name":"a","my_url_property":2,"ID":1}"#)
    try expectRoundTrip(Strict(userName: "a", x: 1), #"{"USER-NAME":"a","innerPart":{"x":1}}"#)
  }

  @Test func `unknown fields are rejected, with their path, and repeated ones are not unknown`() throws {
    let error = #expect(throws: FormatError.self) {
      try JSON.decode([Strict].self, from: #"[{"USER-NAME":"a","user-name":1}]"#)
    }
    #expect(error?.place.path == "/0/user-name")
    #expect(error?.description.contains("USER-NAME") == true)
    expectRefusal(Strict.self, #"{"USER-NAME":"a","innerPart":{"y":1}}"#)
    let first = JSON.ReadingOptions(duplicateKeys: .firstWins)
    let twice = #"{"USER-NAME":"a","USER-NAME":"b"}"#
    #expect(try JSON.decode(Strict.self, from: twice, options: first).userName == "a")
  }

  @Test func `what was read is validated, and the place of a failure is that of the value`() throws {
    try expectRoundTrip(Span(from: 1, to: 2), #"{"from":1,"to":2,"note":""}"#)
    let error = #expect(throws: FormatError.self) {
      try JSON.decode([String: Span].self, from: #"{"a":{"to":1,"from":2}}"#)
    }
    #expect(error?.place.path == "/a")
    #expect(error?.description.hasSuffix("runs backwards") == true)
    expectRefusal(Checked.self, #"{"n":-1}"#)
    #expect(try JSON.decode(Checked.self, from: #"{"n":1}"#).n == 1)
  }

  @Test func `types may be declared anywhere except in functions`() throws {
    try expectRoundTrip(InExtension(inner: .init()), #"{"inner":{"x":1}}"#)
  }
}
