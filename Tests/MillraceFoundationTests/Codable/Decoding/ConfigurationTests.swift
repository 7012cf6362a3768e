import Foundation
import MillraceFoundation
import TestSupport
import Testing

/// A type that requires its unit as a configuration to be decoded or encoded.
private struct Length: DecodableWithConfiguration, EncodableWithConfiguration {
  struct Meters: DecodingConfigurationProviding, EncodingConfigurationProviding {
    static let decodingConfiguration = "m"
    static let encodingConfiguration = "m"
  }

  var value: Double
  var unit: String

  init(value: Double, unit: String) {
    self.value = value
    self.unit = unit
  }
  init(from decoder: any Decoder, configuration: String) throws {
    Trace.note("length", at: decoder.codingPath)
    value = try decoder.singleValueContainer().decode(Double.self)
    unit = configuration + (decoder.userInfo[.unit] as? String ?? "")
  }
  func encode(to encoder: any Encoder, configuration: String) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(value, forKey: Key(stringValue: configuration + unit))
  }
}

private struct Road: Codable {
  @CodableConfiguration(from: Length.Meters.self) var length = Length(value: 0, unit: "")
  var name: String
}

@Suite("Decoding and encoding configurations")
struct ConfigurationTests {
  @Test(arguments: ["1", "\"x\"", "null", "", "01"])
  func `a configuration reaches the type`(_ text: String) {
    expectSameDecoding([
      DecodingCase("a configuration: \(text)", data: Data(text.utf8), .with { $0.unit = "!" }) {
        Fingerprint.of(try $0.decode(Length.self, from: $1, configuration: "cm"))
      },
      DecodingCase("of an array: \(text)", data: Data("[2,\(text)]".utf8)) {
        Fingerprint.of(try $0.decode([Length].self, from: $1, configuration: "cm"))
      },
      DecodingCase("in a field: \(text)", Road.self, "{\"length\":\(text),\"name\":\"\"}"),
    ])
  }

  @Test func `a configuration by its type is the same one`() throws {
    let data = Data("2.5".utf8)
    let expected = try JSONDecoder().decode(Length.self, from: data, configuration: Length.Meters.self)
    let found = try FastJSONDecoder().decode(Length.self, from: data, configuration: Length.Meters.self)
    #expect(Fingerprint.of(found) == Fingerprint.of(expected))
    let written = try JSONEncoder().encode(expected, configuration: Length.Meters.self)
    #expect(try FastJSONEncoder().encode(found, configuration: Length.Meters.self) == written)
  }

  @Test func `values are written with a configuration`() {
    expectSameEncoding([
      EncodingCase("one") { try $0.encode(Length(value: 1, unit: "x"), configuration: "a") },
      EncodingCase("not finite") { try $0.encode(Length(value: .nan, unit: "x"), configuration: "a") },
      EncodingCase("several") { try $0.encode([Length(value: 1, unit: "x")], configuration: "a") },
    ])
  }

  @Test func `user information is there at every level`() {
    expectSameDecoding([
      DecodingCase("alone", Measured.self, "1", .with { $0.unit = "m" }),
      DecodingCase("deep", [String: [Field<Measured?>]].self, #"{"a":[{"field":1},{}]}"#, .with { $0.unit = "m" }),
      DecodingCase("none", [Measured].self, "[1]"),
      DecodingCase("super", object: #"{"super":1}"#, .with { $0.unit = "m" }) {
        "\(try $0.superDecoder().userInfo[.unit] as? String ?? "")"
      },
    ])
  }

  /// A decoder and an encoder that change what the caller sets.
  private final class Subclass: FastJSONDecoder, @unchecked Sendable {
    override func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
      try super.decode(type, from: Data("[".utf8) + data + Data("]".utf8))
    }
  }

  private final class OracleSubclass: JSONDecoder, @unchecked Sendable {
    override func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
      try super.decode(type, from: Data("[".utf8) + data + Data("]".utf8))
    }
  }

  @Test func `subclasses are called`() {
    let subclasses = Contestants(oracleDecoder: { OracleSubclass() }, decoder: { Subclass() })
    expectSameDecoding([DecodingCase("brackets", [Int].self, "1,2")], subclasses)
  }

  /// Coders whose settings are overridden. Foundation's asks for some of them and keeps others to itself.
  private final class Overriding: FastJSONDecoder, @unchecked Sendable {
    override var userInfo: [CodingUserInfoKey: any Sendable] {
      get { [.unit: "m"] }
      set {}
    }
    override var allowsJSON5: Bool {
      get { true }
      set {}
    }
    override var assumesTopLevelDictionary: Bool {
      get { true }
      set {}
    }
    override var dateDecodingStrategy: DateDecodingStrategy {
      get { .secondsSince1970 }
      set {}
    }
    override var keyDecodingStrategy: KeyDecodingStrategy {
      get { .convertFromSnakeCase }
      set {}
    }
  }

  private final class OracleOverriding: JSONDecoder, @unchecked Sendable {
    override var userInfo: [CodingUserInfoKey: any Sendable] {
      get { [.unit: "m"] }
      set {}
    }
    override var allowsJSON5: Bool {
      get { true }
      set {}
    }
    override var assumesTopLevelDictionary: Bool {
      get { true }
      set {}
    }
    override var dateDecodingStrategy: DateDecodingStrategy {
      get { .secondsSince1970 }
      set {}
    }
    override var keyDecodingStrategy: KeyDecodingStrategy {
      get { .convertFromSnakeCase }
      set {}
    }
  }

  @Test func `settings that a subclass overrides`() {
    let subclasses = Contestants(oracleDecoder: { OracleOverriding() }, decoder: { Overriding() })
    let cases = [
      DecodingCase("JSON5 without braces", [String: Int].self, "a: 1, 'b': 2,"),
      DecodingCase("a date", [String: Date].self, "a: 1"),
      DecodingCase("keys", [String: SnakeProfile].self, "a: {user_name: 'x', nested_thing: {}}"),
      DecodingCase("keys as they are", [String: SnakeProfile].self, "a: {userName: 'x', nestedThing: {}}"),
      DecodingCase("user info", [String: Measured].self, "a: 1"),
    ]
    // What the harness sets is overridden.
    expectSameDecoding(cases, subclasses)
  }

  private final class OverridingEncoder: FastJSONEncoder, @unchecked Sendable {
    override var outputFormatting: OutputFormatting {
      get { [.prettyPrinted, .sortedKeys] }
      set {}
    }
    override var userInfo: [CodingUserInfoKey: any Sendable] {
      get { [.unit: "m"] }
      set {}
    }
    override var dateEncodingStrategy: DateEncodingStrategy {
      get { .secondsSince1970 }
      set {}
    }
  }

  private final class OracleOverridingEncoder: JSONEncoder, @unchecked Sendable {
    override var outputFormatting: OutputFormatting {
      get { [.prettyPrinted, .sortedKeys] }
      set {}
    }
    override var userInfo: [CodingUserInfoKey: any Sendable] {
      get { [.unit: "m"] }
      set {}
    }
    override var dateEncodingStrategy: DateEncodingStrategy {
      get { .secondsSince1970 }
      set {}
    }
  }

  @Test func `settings that a subclass of an encoder overrides`() {
    let subclasses = Contestants(
      oracleEncoder: { OracleOverridingEncoder() }, encoder: { OverridingEncoder() })
    expectSameEncoding(
      [
        EncodingCase("formatting", ["b": 1, "a": 2]),
        EncodingCase("a date", [Date(timeIntervalSinceReferenceDate: 1)]),
      ], subclasses)
  }

  @Test func `eight threads share one decoder and one encoder`() async throws {
    let decoder = FastJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let encoder = FastJSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.keyEncodingStrategy = .convertToSnakeCase
    await withTaskGroup(of: [String].self) { group in
      for thread in 0..<8 {
        group.addTask {
          var wrong: [String] = []
          for index in 0..<Scale.count(500) {
            let text = #"{"nested_thing":{"a":\#(index)},"user_name":"thread \#(thread)"}"#
            let value = try? decoder.decode(SnakeProfile.self, from: Data(text.utf8))
            let isRight = value?.nestedThing == ["a": index] && value?.userName == "thread \(thread)"
            let bytes = value.flatMap { try? encoder.encode($0) }
            if !isRight || bytes != Data(text.utf8) { wrong.append(text) }
            let error = Outcome { Fingerprint.of(try decoder.decode([Int].self, from: Data("[\(index),{}]".utf8))) }
            let expected = Failure(kind: "typeMismatch Swift.Int", path: "/Index 1#1")
            if error != Outcome(.failure(expected)) { wrong.append("\(error)") }
          }
          return wrong
        }
      }
      for await wrong in group { #expect(wrong.isEmpty) }
    }
  }
}
