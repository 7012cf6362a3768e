import Foundation
import Testing

@Suite("Layout and order as Foundation's encoder has them")
struct FormattingTests {
  static let formattings: [JSONEncoder.OutputFormatting] = (0..<8).map { bits in
    var formatting: JSONEncoder.OutputFormatting = []
    if bits & 1 != 0 { formatting.insert(.sortedKeys) }
    if bits & 2 != 0 { formatting.insert(.prettyPrinted) }
    if bits & 4 != 0 { formatting.insert(.withoutEscapingSlashes) }
    return formatting
  }

  @Test(arguments: formattings)
  func `types of every kind`(_ formatting: JSONEncoder.OutputFormatting) throws {
    let options = EncodingOptions(formatting: formatting)
    func decoded<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
      try JSONDecoder().decode(type, from: Data(text.utf8))
    }
    let address = #"{"street":"a/b","zip":null}"#
    expectSameEncoding([
      EncodingCase("empty array", [Int](), options), EncodingCase("empty object", [String: Int](), options),
      EncodingCase("empty ones inside", [["a": [Int]()], [:]], options),
      EncodingCase("nested arrays", [[[1]], [], [[], [2, 3]]], options),
      EncodingCase("nested objects", ["a": ["b": ["c": 1]], "d": [:]], options),
      EncodingCase("slashes", ["a/b": "c/d"], options), EncodingCase("alone", "a/b", options),
      EncodingCase("null alone", Int?.none, options), EncodingCase("a set", Set([1]), options),
      EncodingCase("a range", 1..<5, options), EncodingCase("a closed range", 1.5...2.5, options),
      EncodingCase(
        "a person", try decoded(Person.self, #"{"name":"x","emails":["a@b"],"address":\#(address)}"#), options),
      EncodingCase("a payload", Figure.group([.circle(radius: 1), .point, .rectangle(1, height: 2)]), options),
      EncodingCase("a dictionary by numbers", [1: "a", 10: "b", 9: "c"], options),
      EncodingCase("a dictionary by enumerations", [Color.red: 1, .blue: 2], options),
      EncodingCase("a dictionary by a raw number", [Level.low: 1, .high: 2], options),
      EncodingCase("a dictionary whose key type is not a coding key", [1.5: "a"], options),
      EncodingCase("a dictionary of nothing", ["a": Int?.none], options),
      EncodingCase("a car", try decoded(Car.self, #"{"doors":3,"super":{"wheels":4}}"#), options),
      EncodingCase("a truck", try decoded(Truck.self, #"{"load":3,"base":{"wheels":4}}"#), options),
      EncodingCase("a bicycle", try decoded(Bicycle.self, #"{"gears":null,"wheels":2}"#), options),
      EncodingCase("a wagon", try decoded(Wagon.self, #"[1,2,{"wheels":8}]"#), options),
      EncodingCase("a list", try decoded(Link.self, #"{"name":"a","next":{"name":"b"}}"#), options),
      EncodingCase("nested", try decoded(Nested.self, #"{"place":{"city":"x","points":[[1],[2]]}}"#), options),
      EncodingCase("in turns", try decoded(Interleaved.self, #"{"left":[1,2,3],"right":["a"]}"#), options),
      EncodingCase("a message", try decoded(Message.self, #"{"type":"image","width":1,"height":2}"#), options),
      EncodingCase("wrappers", try decoded(Wrappers.self, #"{"name":{"wrappedValue":"x"}}"#), options),
      EncodingCase("twice", try decoded(Twice.self, #"{"first":1,"second":2,"list":[1]}"#), options),
      EncodingCase("values of Foundation", [URL(filePath: "/a b")], options), EncodingCase("an id", [UUID()], options),
      EncodingCase("an interval", DateInterval(start: .distantPast, duration: 1), options),
      EncodingCase("an index set", IndexSet([1, 2, 5]), options),
      EncodingCase("a locale", Locale(identifier: "de"), options),
      EncodingCase("components", DateComponents(year: 2_000, month: 1), options),
      EncodingCase("a duration", Duration.milliseconds(1_500), options),
      EncodingCase("a measurement", Measurement(value: 1, unit: UnitLength.meters), options),
    ])
  }

  @Test func `the order of keys`() {
    let keys = [
      "b", "a", "A", "B", "aa", "a1", "a10", "a2", "10", "9", "1", "", " ", "_", "-", "é", "e", "f", "z", "ä", "😀", "ﬀ",
      "e\u{301}",
      "/", "\"", "\n", "Z", "ß", "ss", "中",
    ]
    let dictionary = Dictionary(uniqueKeysWithValues: Set(keys).map { ($0, 1) })
    for formatting in Self.formattings {
      let options = EncodingOptions(formatting: formatting)
      expectSameEncoding([
        EncodingCase("a dictionary", dictionary, options),
        EncodingCase("an object", object: options) { object in
          // `equivalentKeysAreBothWritten`
          for key in keys where key != "e\u{301}" || key.unicodeScalars.count == 1 {
            try object.encode(1, forKey: Key(stringValue: key))
          }
        },
      ])
    }
    // Every pair, so that not only this order of all is right.
    expectSameEncoding(
      keys.flatMap { first in
        keys.map { second in EncodingCase("\(first) \(second)", [first: 1].merging([second: 2]) { $1 }) }
      })
  }

  @Test func `large values`() {
    expectSameEncoding([
      EncodingCase("a large array", Array(0..<50_000)),
      EncodingCase("large numbers", (0..<5_000).map { Double($0) / 7 }),
      EncodingCase("a large object", Dictionary(uniqueKeysWithValues: (0..<5_000).map { ("key \($0)", $0) })),
      EncodingCase("long texts", (0..<300).map { String(repeating: "é\"", count: $0) }),
      EncodingCase(
        "a large object without order", Dictionary(uniqueKeysWithValues: (0..<500).map { ("\($0)", [$0]) }),
        EncodingOptions()),
    ])
  }
}
