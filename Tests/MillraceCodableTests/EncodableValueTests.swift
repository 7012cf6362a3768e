import MillraceCodable
import Foundation
import Millrace
import Testing

/// Values that have nothing but the compiler's `Codable`.
private struct Plain: Codable, Equatable {
  var id = 1
  var isActive = true
  var score = 2.5
  var name = "a \"b\"/é"
  var level: UInt8? = 7
  var absent: Int?
  var inner = Inner()
  var list = [[1, 2], []]
  var byName = ["oneTwo": Inner(firstName: "x")]

  struct Inner: Codable, Equatable {
    var firstName = "y"
    var ratio: Float = 0.1
  }
}

@Suite("Values that are only Encodable, in every format")
struct EncodableValueTests {
  @Test func `a tree of them says what Foundation reads in a document of them`() throws {
    let tree = try JSON.Value.encode(EncodableValue(Plain()))
    #expect(try JSONDecoder().decode(Plain.self, from: Data(tree.description.utf8)) == Plain())
    guard case .object(let object) = tree else {
      Issue.record("\(tree) is not an object")
      return
    }
    #expect(object.keys.first == "id" && object["absent"] == nil)
  }

  @Test func `the encoder without state takes them, in the standard style and in others`() throws {
    typealias Standard = StaticJSONEncoder<String, JSON.Standard>
    typealias Pretty = StaticJSONEncoder<[UInt8], JSON.Pretty>
    enum Snakes: JSON.Style { typealias Keys = JSON.SnakeCase }
    let text = try Standard.encode(Plain())
    #expect(try JSONDecoder().decode(Plain.self, from: Data(text.utf8)) == Plain())
    #expect(text.hasPrefix(#"{"id":1,"isActive":true,"score":2.5,"name":"a \"b\"/é","level":7,"inner":{"#))
    #expect(try JSONDecoder().decode(Plain.self, from: Data(Pretty.encode(Plain()))) == Plain())
    #expect(
      String(decoding: try Pretty.encode([1: [Plain.Inner]()] as [Int: [Plain.Inner]]), as: UTF8.self)
        == "{\n  \"1\": []\n}")
    let snakes = try StaticJSONEncoder<String, Snakes>.encode(Plain())
    #expect(snakes.contains(#""is_active":true"#) && snakes.contains(#""oneTwo":{"first_name":"x""#))
    #expect(throws: EncodingError.self) { try StaticJSONEncoder<String, JSON.Rails>.encode(Plain()) }
    #expect(throws: EncodingError.self) { try Standard.encode(Plain(score: .nan)) }
    #expect(throws: FormatError.self) { try Pretty.encode(Plain(score: .nan)) }
  }

  private struct Scattered: Encodable {
    enum CodingKeys: CodingKey { case a, b }
    var repeats: Bool
    func encode(to encoder: any Encoder) throws {
      var object = encoder.container(keyedBy: CodingKeys.self)
      var one = object.nestedUnkeyedContainer(forKey: .a)
      try one.encode(1)
      try object.encode(1, forKey: repeats ? .a : .b)
      if !repeats { try one.encode(2) }
    }
  }

  @Test func `what has no order is rejected by other formats than JSON`() throws {
    for repeats in [false, true] {
      #expect(throws: FormatError.self) { try JSON.Value.encode(EncodableValue(Scattered(repeats: repeats))) }
      let text = try StaticJSONEncoder<String, JSON.Standard>.encode(Scattered(repeats: repeats))
      #expect(text == (repeats ? #"{"a":1}"# : #"{"a":[1,2],"b":1}"#))
    }
  }
}
