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

@Suite struct UpdateTests {
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
