import Foundation
import MillraceFoundation
import Testing

@Suite("FastJSONEncoder: strategies")
struct EncoderStrategyTests {
  private struct Model: Encodable {
    var firstName = "a/b"
    var birthDay = Date(timeIntervalSinceReferenceDate: 1_234_567.125)
    var laterDay: Date? = Date(timeIntervalSince1970: -1e10)
    var portraitOfMe = Data([0, 1, 2, 255])
    var homePage = URL(string: "b/c?d=1", relativeTo: URL(string: "http://example.com"))
    var total = Decimal(string: "12345678901234567890.1200")
    var aDictionary = ["oneTwo": ["threeFour": Date(timeIntervalSince1970: 0)]]
    var byNumber = [1: Data([1])]
    var dates = [Date(timeIntervalSince1970: 1), nil]
    var nothingAtAll: Int?
  }

  private func expectEqual<Value: Encodable>(_ value: Value, _ change: (inout Options) -> Void) {
    var options = Options()
    change(&options)
    let pair = EncoderPair([.sortedKeys, .prettyPrinted])
    pair.theirs.dateEncodingStrategy = options.dates
    pair.ours.dateEncodingStrategy = options.dates
    pair.theirs.dataEncodingStrategy = options.data
    pair.ours.dataEncodingStrategy = options.data
    pair.theirs.keyEncodingStrategy = options.keys
    pair.ours.keyEncodingStrategy = options.keys
    pair.expectEqual(value)
  }

  private struct Options {
    var dates = JSONEncoder.DateEncodingStrategy.deferredToDate
    var data = JSONEncoder.DataEncodingStrategy.base64
    var keys = JSONEncoder.KeyEncodingStrategy.useDefaultKeys
  }

  @Test func `dates`() {
    let asText: @Sendable (Date, any Encoder) throws -> Void = { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode("\(text(encoder.codingPath)) \(date.timeIntervalSince1970)")
    }
    let asObject: @Sendable (Date, any Encoder) throws -> Void = { date, encoder in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(date.timeIntervalSince1970, forKey: "since 1970")
    }
    let formatter = DateFormatter()
    formatter.dateFormat = "yyyy/MM/dd HH:mm"
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    let strategies: [JSONEncoder.DateEncodingStrategy] = [
      .deferredToDate, .secondsSince1970, .millisecondsSince1970, .iso8601, .custom(asText), .custom(asObject),
      .custom { _, _ in }, .formatted(formatter),
    ]
    for strategy in strategies {
      expectEqual(Model()) { $0.dates = strategy }
      expectEqual(Date(timeIntervalSince1970: 5)) { $0.dates = strategy }
      expectEqual([Date(timeIntervalSinceReferenceDate: .nan)]) {
        if case .iso8601 = strategy { return }
        $0.dates = strategy
      }
    }
  }

  @Test func `data`() {
    let lengths: @Sendable (Data, any Encoder) throws -> Void = { try [$0.count].encode(to: $1) }
    for strategy: JSONEncoder.DataEncodingStrategy in [.base64, .deferredToData, .custom(lengths), .custom { _, _ in }]
    {
      expectEqual(Model()) { $0.data = strategy }
      expectEqual([Data(), Data((0...255).map { UInt8($0) })]) { $0.data = strategy }
    }
  }

  @Test func `keys in snake case`() {
    expectEqual(Model()) { $0.keys = .convertToSnakeCase }
    var random = EncoderGenerator()
    let pieces = ["a", "b", "B", "C", "_", "1", " ", "é", "É", "ǅ", "ß", "e\u{301}", "E\u{301}", "漢", "😀", "İ", "-"]
    let names = (0..<EncoderGenerator.scaled(3000)).map { _ in
      (0..<random.below(9)).map { _ in pieces[random.below(pieces.count)] }.joined()
    }
    for name in names + ["myURLProperty", "HTTPServer2Go", "_oneTwo_", "oneTWO"] {
      let value = ByHand { encoder in
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(1, forKey: Key(stringValue: name))
      }
      let pair = EncoderPair()
      pair.theirs.keyEncodingStrategy = .convertToSnakeCase
      pair.ours.keyEncodingStrategy = .convertToSnakeCase
      let expected = outcome { try pair.theirs.encode(value) }
      let found = outcome { try pair.ours.encode(value) }
      if found != expected { #expect(found == expected, "\(name.debugDescription) \(EncoderGenerator.note)") }
    }
  }

  @Test func `keys by a closure that sees the path`() {
    let path: @Sendable ([any CodingKey]) -> any CodingKey = { Key(stringValue: text($0)) }
    expectEqual(Model()) { $0.keys = .custom(path) }
    expectEqual(["a": [["b": Model()]]]) { $0.keys = .custom(path) }
    expectEqual(
      ByHand { encoder in
        var object = encoder.container(keyedBy: Key.self)
        var nested = object.nestedContainer(keyedBy: Key.self, forKey: "n")
        try nested.encode(Model(), forKey: "model")
        try nested.encode(["x": Model()], forKey: "models")
        var array = nested.nestedUnkeyedContainer(forKey: "array")
        try array.encode(Model())
        var inner = array.nestedContainer(keyedBy: Key.self)
        try inner.encode(1, forKey: "in")
        var wrapped = inner.superEncoder().singleValueContainer()
        try wrapped.encode(["y": Model()])
      }
    ) { $0.keys = .custom(path) }
    // Two keys become one.
    expectEqual(["a": Model()]) { $0.keys = .custom { _ in Key(stringValue: "same") } }
  }

  @Test func `paths are those that Foundation shows`() {
    func show(_ name: String) -> ByHand {
      ByHand { encoder in
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(text(encoder.codingPath), forKey: "encoder")
        try object.encode(text(object.codingPath), forKey: "object")
        var nested = object.nestedContainer(keyedBy: Key.self, forKey: Key(stringValue: name))
        try nested.encode(text(nested.codingPath), forKey: "nested")
        var array = nested.nestedUnkeyedContainer(forKey: "array")
        try array.encode(text(array.codingPath))
        try array.encode(ByHand { try text($0.codingPath).encode(to: $0) })
        try array.encode([ByHand { try text($0.codingPath).encode(to: $0) }])
        try nested.encode(text(nested.superEncoder().codingPath), forKey: "super")
      }
    }
    let pair = EncoderPair()
    pair.expectEqual(show("n"))
    pair.expectEqual(["x": [show("n"), show("m")]])
  }

  @Test func `configurations, user info and subclasses`() throws {
    struct Configured: EncodableWithConfiguration {
      func encode(to encoder: any Encoder, configuration: [String]) throws {
        try ["info": encoder.userInfo[.note] as? String].encode(to: encoder)
        try [configuration.joined(): 1].encode(to: encoder)
      }
    }
    enum Provider: EncodingConfigurationProviding { static var encodingConfiguration: [String] { ["from", "type"] } }
    final class Sorted: FastJSONEncoder, @unchecked Sendable {
      override var outputFormatting: OutputFormatting {
        get { .sortedKeys }
        set {}
      }
    }
    let theirs = EncoderPair().theirs
    let ours = Sorted()
    theirs.userInfo[.note] = "here"
    ours.userInfo[.note] = "here"
    let value = Configured()
    #expect(try ours.encode(value, configuration: ["x"]) == theirs.encode(value, configuration: ["x"]))
    #expect(
      try ours.encode(value, configuration: Provider.self) == theirs.encode(value, configuration: Provider.self))
  }

  @Test func `one encoder is used by eight threads`() async throws {
    let pair = EncoderPair()
    let expected = try pair.theirs.encode(Model())
    let ours = pair.ours
    let wrong = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<EncoderGenerator.scaled(300)).count { _ in (try? ours.encode(Model())) != expected }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }

  @Test func `a value may encode another document`() {
    let pair = EncoderPair()
    let nested: @Sendable (any Encoder) throws -> Void = { encoder in
      var object = encoder.container(keyedBy: Key.self)
      try object.encode(1, forKey: "a")
      try object.encode(String(decoding: FastJSONEncoder().encode([["b": 2]]), as: UTF8.self), forKey: "text")
    }
    pair.expectEqual([ByHand(nested), ByHand(nested)])
  }
}

extension CodingUserInfoKey {
  fileprivate static var note: CodingUserInfoKey { CodingUserInfoKey(rawValue: "note").unsafelyUnwrapped }
}
