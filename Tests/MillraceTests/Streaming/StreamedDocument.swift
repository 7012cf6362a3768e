import Millrace

#if canImport(Foundation)
  import Foundation
#endif

/// An element with something of every kind in it.
@Serializable
struct Entry: Codable, Equatable {
  var id: Int
  var name: String
  var price: Double?
  var tags: [String]
  var isNew: Bool
  var more: [String: Int]
}

/// A document that is streamed, and what Foundation finds in it.
struct StreamedDocument<Value: Readable & Equatable> {
  var name: String
  var bytes: [UInt8]
  var framing = JSON.StreamOptions.Framing.automatic
  var pointer: JSON.Pointer = ""
  var expected: [Value]
}

extension StreamedDocument where Value == Entry {
  static let elements = [
    #"{"id":1,"name":"plain","price":1.5,"tags":["a","b"],"isNew":true,"more":{"x":1}}"#,
    #"{"name":"caf\u00e9 \ud83d\ude00 \\ \" \n","id":-20,"unknown":{"a":["]",{"}":"\"{"}]},"tags":[],"isNew":false,"more":{}}"#,
    #"{"more":{"é\/":7,"中文":-0},"id":300,"name":"日本語 😀 ß","price":null,"tags":["","\\"],"isNew":true}"#,
    #"{ "id" : 4 , "name" : "" , "price" : -1.25e-3 , "tags" : [ "x" ] , "isNew" : false , "more" : { "y" : 2 } }"#,
    #"{"id":5,"name":"a rather long name that does not fit into sixteen bytes","price":12345678901234567890,"tags":[],"isNew":true,"more":{}}"#,
  ]

  static func expectation() throws -> [Entry] {
    #if canImport(Foundation)
      try elements.map { try JSONDecoder().decode(Entry.self, from: Data($0.utf8)) }
    #else
      // Not another implementation, but not a stream either.
      try elements.map { try JSON.decode(Entry.self, from: $0) }
    #endif
  }

  /// The elements in all framings.
  static func entries() throws -> [StreamedDocument] {
    let expected = try expectation()
    func document(
      _ name: String, _ text: String, _ framing: JSON.StreamOptions.Framing = .automatic, _ pointer: JSON.Pointer = "",
      _ values: [Entry]? = nil
    ) -> StreamedDocument {
      StreamedDocument(
        name: name, bytes: Array(text.utf8), framing: framing, pointer: pointer, expected: values ?? expected)
    }
    let array = "[" + elements.joined(separator: ",") + "]"
    return [
      document("array", array),
      document("spaced array", " [\n  " + elements.joined(separator: " ,\r\n  ") + "\n]\n ", .array),
      document(
        "array in a document",
        #"{"header":{"docs":[0,"]",{}]},"response":{"n":[[1.5e3],null,true],"d\u006fcs":\#(array),"z":[]},"end":"\\\""}"#,
        .automatic, "/response/docs"),
      document("array in an array", "[[],{}, [ \(array) , 7.25],\"\"] ", .array, "/2/0"),
      document("lines", elements.joined(separator: "\n") + "\n", .lines),
      document("lines with blanks", "\r\n" + elements.joined(separator: " \r\n\n\t\n") + "  ", .lines),
      document("concatenated", elements.joined()),
      document("concatenated with blanks", elements.joined(separator: "\n \t\r\n") + "\n", .concatenated),
      document("records", elements.map { "\u{1E}\($0)\n" }.joined(), .records),
      document(
        "a value that is not an array", #"{"a":{"b":\#(elements[2]),"z":[1]},"c":[]}"#, .automatic, "/a/b",
        [expected[2]]),
    ]
  }
}

extension StreamedDocument where Value == Double {
  /// Numbers, whose end is known only when another byte follows.
  static var numbers: [StreamedDocument] {
    let expected: [Double] = [0, -1, 12.5, 1e300, -2.5e-7, 1234567890123456768, 3]
    let texts = ["0", "-1", "12.5", "1e300", "-25.0E-8", "1234567890123456789", "3"]
    return scalars(texts, expected)
  }
}

extension StreamedDocument where Value == Bool? {
  static var literals: [StreamedDocument] {
    let expected: [Bool?] = [true, nil, false, nil, true]
    let texts = expected.map { $0.map { "\($0)" } ?? "null" }
    return scalars(texts, expected)
  }
}

extension StreamedDocument {
  /// Scalars in all framings.
  private static func scalars(_ texts: [String], _ expected: [Value]) -> [StreamedDocument] {
    func document(_ name: String, _ text: String, _ framing: JSON.StreamOptions.Framing) -> StreamedDocument {
      StreamedDocument(name: name, bytes: Array(text.utf8), framing: framing, expected: expected)
    }
    let records = texts.map { "\u{1E}" + $0 + "\n" }
    return [
      document("array", "[" + texts.joined(separator: ",") + "]", .automatic),
      document("spaced array", "[ " + texts.joined(separator: " , ") + " ]", .array),
      document("lines", texts.joined(separator: "\n"), .lines),
      document("concatenated", texts.joined(separator: " "), .automatic),
      document("records", records.joined(), .records),
    ]
  }
}
