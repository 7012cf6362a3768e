import Foundation
import Millrace
import Testing

@Serializable
private struct Settings: Equatable {
  var theme = "light"
  @Field("font_size", aliases: "size") var fontSize = 12
  var name: String?
  var window: Window = Window(width: 1, height: 2)

  @Serializable
  struct Window: Equatable {
    var width: Int
    var height: Int?
  }
}

@Serializable
private struct Account: Equatable {
  @Field(at: "user/name") var name = "a"
  @Field(at: "user/address/city") var city: String? = nil
  @Field(at: "user/address/zip") var zip = 0
  @Field(at: "user/tags") var tags: [String: Int] = [:]
  @Field(.flattened) var limits: Limits = Limits()
}

@Serializable
private struct Limits: Equatable {
  @Field(at: "limits/rows") var rows = 1
  @Field(at: "limits/bytes") var bytes = 2
}

@Suite struct UpdateTests {
  @Test(
    arguments: [
      (#"{"user":{"name":"b"}}"#, Account(name: "b", city: "x", zip: 5, tags: ["a": 1])),
      (#"{"user":{"address":{"zip":6}}}"#, Account(name: "n", city: "x", zip: 6, tags: ["a": 1])),
      (#"{"user":{"address":{"city":null}}}"#, Account(name: "n", zip: 5, tags: ["a": 1])),
      // The value of a field is replaced as a whole.
      (#"{"user":{"tags":{"b":2}}}"#, Account(name: "n", city: "x", zip: 5, tags: ["b": 2])),
      (#"{"user":null}"#, Account()),
      (
        #"{"limits":{"rows":3}}"#,
        Account(name: "n", city: "x", zip: 5, tags: ["a": 1], limits: Limits(rows: 3, bytes: 2))
      ),
      ("{}", Account(name: "n", city: "x", zip: 5, tags: ["a": 1])),
    ])
  fileprivate func `fields in nested objects stay unless the document has them`(_ text: String, _ expected: Account)
    throws
  {
    var account = Account(name: "n", city: "x", zip: 5, tags: ["a": 1])
    try JSON.update(&account, from: text)
    #expect(account == expected)
  }

  @Test func `members of a document replace those of a value`() throws {
    var settings = Settings(theme: "dark", fontSize: 9, name: "a")
    try JSON.update(&settings, from: #"{"font_size":10}"#)
    #expect(settings == Settings(theme: "dark", fontSize: 10, name: "a"))
    try JSON.update(&settings, from: Array(#"{"name":null,"size":11,"unknown":[]}"#.utf8))
    #expect(settings == Settings(theme: "dark", fontSize: 11, name: nil))
    try JSON.update(&settings, from: #"{"window":{"width":7}}"#)
    #expect(settings.window == Settings.Window(width: 7, height: nil))
    try JSON.update(&settings, from: "{}")
    #expect(settings == Settings(theme: "dark", fontSize: 11, window: .init(width: 7)))
  }

  @Test(arguments: [#"{"theme":1}"#, #"{"theme":"a""#, "[]", #"{"window":{}}"#])
  func `a value stays as it is if the document is wrong`(_ text: String) {
    var settings = Settings(theme: "dark")
    #expect(throws: FormatError.self) { try JSON.update(&settings, from: text) }
    #expect(settings == Settings(theme: "dark"))
  }

  /// Foundation's dictionaries say what a document over another one is.
  @Test func `the members are those of the document and else those before`() throws {
    let texts = [#"{"theme":"x"}"#, #"{"font_size":1,"name":"n"}"#, #"{"window":{"width":3,"height":4}}"#]
    var settings = Settings()
    var expected: [String: Any] = [:]
    for text in texts {
      try JSON.update(&settings, from: text)
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      expected.merge(object ?? [:]) { $1 }
    }
    let written = try JSONSerialization.jsonObject(with: Data(JSON.encode(settings)))
    #expect(NSDictionary(dictionary: expected).isEqual(written))
  }
}
