import Foundation
import Testing

/// Every strategy in every kind of container.
@Suite("Strategies read as Foundation's decoder does")
struct StrategyDecodingTests {
  /// The same value as a document, element, field, member of a dictionary, optional and in a single value container.
  private static func cases<Value: Decodable & Hashable>(
    _ type: Value.Type, _ texts: [String], _ options: DecodingOptions
  ) -> [DecodingCase] {
    texts.flatMap { text in
      [
        DecodingCase("alone: \(text)", Value.self, text, options),
        DecodingCase("element: \(text)", [Value].self, "[\(text)]", options),
        DecodingCase("second element: \(text)", [Value?].self, "[null,\(text)]", options),
        DecodingCase("field: \(text)", Field<Value>.self, "{\"field\":\(text)}", options),
        DecodingCase("optional field: \(text)", Field<Value?>.self, "{\"field\":\(text)}", options),
        DecodingCase("member: \(text)", [String: Value].self, "{\"a\":\(text)}", options),
        DecodingCase("single value: \(text)", Single<Value>.self, text, options),
        DecodingCase("set: \(text)", Set<Value>.self, "[\(text)]", options),
        DecodingCase("optional of a single value: \(text)", [Single<Value?>].self, "[\(text)]", options),
        DecodingCase("super decoder: \(text)", object: "{\"super\":\(text)}", options) {
          try $0.superDecoder().singleValueContainer().decode(Value.self)
        },
      ]
    }
  }

  @Test(arguments: DecodingOptions.Dates.allCases)
  func `dates by every strategy`(_ dates: DecodingOptions.Dates) {
    let texts = [
      "0", "-1", "1.5", "1e9", "1e300", "1792584801234", "null", "true", "\"\"", "[]", "{}", "{\"days\":3}",
      "{\"days\":\"x\"}", "\"2020-02-29T01:02:03Z\"", "\"2020-02-30T01:02:03Z\"", "\"2020-02-29T01:02:03+02:00\"",
      "\"2020-02-29T01:02:03.5Z\"", "\"2020-02-29\"", "\"2020-02-29T25:02:03Z\"", "\" 2020-02-29T01:02:03Z\"",
      "\"2020-02-29T01:02:03Z \"", "\"20200229T010203Z\"", "\"0001-01-01T00:00:00Z\"", "\"9999-12-31T23:59:60Z\"",
      "\"2021/03/04 05:06\"", "\"2021/13/04 05:06\"", "\"2021\\/03\\/04 05:06\"", "\"1\"", "01", "\"\\ud800\"",
    ]
    expectSameDecoding(Self.cases(Date.self, texts, .with { $0.dates = dates }))
    expectSameDecoding(
      Self.cases(
        Date.self, texts,
        .with {
          $0.dates = dates
          $0.keys = .uppercase
          $0.floats = .convertFromString
        }))
  }

  @Test(arguments: DecodingOptions.Bytes.allCases)
  func `data by every strategy`(_ data: DecodingOptions.Bytes) {
    let texts = [
      "\"\"", "\"AA==\"", "\"AAE=\"", "\"AAEC\"", "\"AAE\"", "\"A\"", "\"AA=\"", "\"AA===\"", "\"AA==AA==\"",
      "\"A A=\"",
      "\"AAEC\\n\"", "\"_-8=\"", "\"+/8=\"", "\"+\\/8=\"", "\"é\"", "\"\\u0041A==\"", "[]", "[0,255]", "[256]", "[-1]",
      "[1.0]", "[\"a\"]", "[null]", "null", "7", "300", "true", "{}", "\"\\x\"", "\"AB==\"", "\"AAF=\"",
    ]
    expectSameDecoding(Self.cases(Data.self, texts, .with { $0.data = data }))
  }

  @Test(arguments: DecodingOptions.Floats.allCases)
  func `numbers that are not finite`(_ floats: DecodingOptions.Floats) {
    let texts = [
      "\"+Inf\"", "\"-Inf\"", "\"NaN\"", "\"\\u004eaN\"", "\"nan\"", "\"\"", "\"1.5\"", "1.5", "null", "NaN",
      "Infinity",
      "-Infinity", "1e400", "[]",
    ]
    expectSameDecoding(Self.cases(Double.self, texts, .with { $0.floats = floats }))
    expectSameDecoding(Self.cases(Float.self, texts, .with { $0.floats = floats }))
    expectSameDecoding(Self.cases(Int.self, texts, .with { $0.floats = floats }))
    expectSameDecoding(Self.cases(Decimal.self, texts, .with { $0.floats = floats }))
  }

  @Test(arguments: KeyRule.allCases)
  func `keys by every rule`(_ keys: KeyRule) {
    let options = DecodingOptions.with { $0.keys = keys }
    let objects = [
      "{}", #"{"user_name":1}"#, #"{"userName":1,"user_name":2}"#, #"{"user_name":1,"userName":2}"#,
      #"{"_user_name":1,"__user__name__":2,"user__name":3,"_":4,"__":5,"":6}"#, #"{"USER_NAME":1,"User_Name":2}"#,
      #"{"user_1_name":1,"user1":2,"user2":3,"1":4,"a_é":5}"#, #"{"a_b":{"c_d":[{"e_f":1}]}}"#, #"{"a\u005fb":1}"#,
      #"{"é_é":1,"e\u0301_x":2}"#, #"{"a_b":null}"#, #"{"a":01}"#, #"{"a_b":{"c_d":[{"e_f":"x"}]}}"#,
    ]
    for text in objects {
      expectSameDecoding([
        DecodingCase("all keys: \(text)", object: text, options) { object in
          Set(object.allKeys.map(\.shown))
        },
        DecodingCase("dictionary: \(text)", [String: Int].self, text, options),
        DecodingCase("dictionary of optionals: \(text)", [String: Int?].self, text, options),
        DecodingCase("dictionary by a key of its own: \(text)", [Tag: Int].self, text, options),
        DecodingCase("dictionary of numbers: \(text)", [Int: Int].self, text, options),
        DecodingCase("nested dictionary: \(text)", [String: [String: [[String: Int]]]].self, text, options),
        DecodingCase("type: \(text)", SnakeProfile.self, text, options),
        DecodingCase("type after collections: \(text)", ProfileAfterCollections.self, text, options),
        DecodingCase("absent: \(text)", object: text, options) { try $0.decode(Int.self, forKey: "zZ") },
        DecodingCase("there or not: \(text)", object: text, options) { object in
          let keys = ["userName", "user_name", "USERNAME", "_userName", "aB", "a_b", "userNAME", "user"] as [Key]
          return keys.map { object.contains($0) }
        },
        DecodingCase("nested: \(text)", object: text, options) { object in
          for key in object.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
            let nested = Trace.attempt(key.shown) { try object.nestedContainer(keyedBy: Key.self, forKey: key) }
            if let nested { Trace.note("nested", nested) }
          }
          return 0
        },
      ])
    }
    expectSameDecoding(
      [Person.self, Profile.self, IntegerKeys.self, Dictionaries.self, Figure.self, Car.self, Questions.self].flatMap {
        (type: any Modeled.Type) in Self.cases(of: type, options)
      })
  }

  private static func cases<Model: Modeled>(of type: Model.Type, _ options: DecodingOptions) -> [DecodingCase] {
    [
      DecodingCase("\(type): nothing", type, "{}", options),
      DecodingCase(
        "\(type): its own keys", type, #"{"name":"x","emails":[],"zero":"0","seven":[],"doors":1}"#, options),
      DecodingCase("\(type): capitals", type, #"{"NAME":"x","EMAILS":[],"POINT":{},"A":1,"ZERO":""}"#, options),
      DecodingCase("\(type): super", type, #"{"doors":1,"super":{"wheels":3},"SUPER":{"wheels":4}}"#, options),
    ]
  }
}

/// Reads the same place as collections before, which may fail.
private struct ProfileAfterCollections: Decodable {
  let counts: [String: Int]?
  let profile: SnakeProfile

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    _ = try? container.decode([SnakeProfile].self)
    counts = try? container.decode([String: Int].self)
    profile = try container.decode(SnakeProfile.self)
  }
}
