import Foundation
import Testing

@Suite("Strategies written as by Foundation's encoder")
struct StrategyEncodingTests {
  @Test(arguments: EncodingOptions.Dates.allCases)
  func `dates by every strategy`(_ dates: EncodingOptions.Dates) {
    let moments = [
      0, 1, -1, 0.5, 0.123_456_789, 1_792_584_801.25, -62_135_596_800, 253_402_300_799, 1e12, -1e12, 1e300, .nan,
      .infinity,
    ].map { Date(timeIntervalSince1970: $0) }
    for keys in [KeyRule.default, .uppercase, .withPath] {
      let options = EncodingOptions.with {
        $0.dates = dates
        $0.keys = keys
      }
      expectSameEncoding(ScalarEncodingTests.cases(moments, options))
      expectSameEncoding([
        EncodingCase("dictionary", ["b": moments[0], "a": moments[1]], options),
        EncodingCase("by its key", [moments[0]: 1], options),
      ])
    }
  }

  @Test(arguments: EncodingOptions.Bytes.allCases)
  func `data by every strategy`(_ data: EncodingOptions.Bytes) {
    let values = [
      Data(), Data([0]), Data([0, 255]), Data([1, 2, 3]), Data(repeating: 0xFB, count: 100),
      Data([1, 2, 3, 4]).dropFirst(2),
    ]
    for formatting in [
      JSONEncoder.OutputFormatting.sortedKeys, [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes],
    ] {
      expectSameEncoding(
        ScalarEncodingTests.cases(
          values,
          .with {
            $0.data = data
            $0.formatting = formatting
          }))
    }
  }

  @Test(arguments: KeyRule.allCases)
  func `keys by every rule`(_ keys: KeyRule) {
    let options = EncodingOptions.with { $0.keys = keys }
    let names = [
      "a", "aB", "ABC", "aBC", "aBCd", "URLString", "myURL", "my_url", "_aB", "aB_", "__", "", "a1B", "a1b", "A", "éÉ",
      "aÉb",
      "isJSON5", "a b C", "ﬁB", "aǅ",
    ]
    expectSameEncoding(names.map { EncodingCase("field \($0)", [$0: 1], options) })
    expectSameEncoding(
      names.map { name in
        EncodingCase("container \(name)", object: options) { object in
          // The containers come first: one under the key of a value stops Foundation's encoder and the process with it.
          var nested = object.nestedContainer(keyedBy: Key.self, forKey: "nestedOne")
          try 3.encode(to: nested.superEncoder(forKey: "superOne"))
          try nested.encode([name: 2], forKey: Key(stringValue: name))
          Trace.note("nested", at: nested.codingPath)
          try object.encode(1, forKey: Key(stringValue: name))
        }
      })
    expectSameEncoding([
      EncodingCase("a dictionary in a dictionary", ["aB": ["cD": ["eF": 1]]], options),
      EncodingCase("a dictionary by an enumeration", [Color.red: 1], options),
      EncodingCase("a dictionary by numbers", [7: "x", 8: "y"], options),
      EncodingCase("a dictionary by a key of its own", [Tag("aB"): 1, Tag("c1"): 2], options),
      EncodingCase("two keys that become one", object: options) { object in
        try object.encode(1, forKey: "a1")
        try object.encode(2, forKey: "a2")
        try object.encode(3, forKey: "a")
      },
      EncodingCase("an error under a changed key", ["someKey": ["other1": Double.nan]], options),
      EncodingCase("a payload", Figure.group([.rectangle(1, height: 2), .point]), options),
    ])
  }

  @Test func `user information is there at every level`() {
    expectSameEncoding([
      EncodingCase("deep", .with { $0.unit = "m" }) { encoder in
        Trace.note("\(encoder.userInfo[.unit] as? String ?? "none")")
        var object = encoder.container(keyedBy: Key.self)
        let base = object.superEncoder()
        Trace.note("\(base.userInfo[.unit] as? String ?? "none")", at: base.codingPath)
        try object.encode(1, forKey: "a")
      }
    ])
  }
}
