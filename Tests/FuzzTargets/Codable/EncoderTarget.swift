import Foundation
import MillraceFoundation

/// The drop-in encoder beside Foundation's: the same bytes for a value that the input describes, and the same value when
/// it is decoded.
///
/// The header: options.
let encoderTarget = FuzzTarget("encoder", headerSize: 2) { input in
  var bytes = input.bytes[...]
  let value = Described(&bytes, depth: 0)
  let expected = encoded(by: JSONEncoder(), value, input.header)
  let found = encoded(by: FastJSONEncoder(), value, input.header)
  guard let found, let expected else {
    return try expect(
      found == nil && expected == nil,
      "Foundation: \(expected.map(shown) ?? "an error"), Millrace: \(found.map(shown) ?? "an error")")
  }
  try expect(found == expected, "Foundation: \(shown(expected))\nMillrace:   \(shown(found))")
  // What is read from it is what Foundation reads.
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  let again = try encoder.encode(try FastJSONDecoder().decode(Probed.self, from: Data(found)))
  let oracle = try encoder.encode(try JSONDecoder().decode(Probed.self, from: Data(found)))
  try expect(again == oracle, "read in another way: \(shown(found))")
}

private func formatting(_ header: UInt8) -> JSONEncoder.OutputFormatting {
  // The order of keys is undefined without the first one.
  var formatting: JSONEncoder.OutputFormatting = [.sortedKeys]
  if header & 1 != 0 { formatting.insert(.prettyPrinted) }
  if header & 2 != 0 { formatting.insert(.withoutEscapingSlashes) }
  return formatting
}

private func encoded(by encoder: JSONEncoder, _ value: Described, _ header: [UInt8]) -> [UInt8]? {
  encoder.outputFormatting = formatting(header[0])
  if header[0] & 4 != 0 { encoder.keyEncodingStrategy = .convertToSnakeCase }
  if header[0] & 8 != 0 { encoder.dateEncodingStrategy = .iso8601 }
  if header[0] & 16 != 0 {
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
  }
  if header[0] & 32 != 0 { encoder.dataEncodingStrategy = .deferredToData }
  return (try? encoder.encode(value)).map { [UInt8]($0) }
}

/// A value that encodes itself by the calls that bytes describe.
private indirect enum Described: Encodable {
  case null
  case bool(Bool)
  case int(Int64)
  case unsigned(UInt64)
  case small(Int8)
  case double(Double)
  case float(Float)
  case string(String)
  case date(Date)
  case data(Data)
  case url(URL)
  case array([Described])
  case object([(Key, Described)])
  case dictionary([String: Described])
  case nested([(Key, [Described])])
  case superEncoded([Described])

  struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(_ bytes: inout ArraySlice<UInt8>, depth: Int) {
    let kind = bytes.popFirst() ?? 0
    switch kind % (depth < 20 ? 16 : 11) {
    case 1: self = .bool(kind & 16 != 0)
    case 2: self = .int(Int64(bitPattern: Self.word(&bytes)))
    case 3: self = .unsigned(Self.word(&bytes))
    case 4: self = .small(Int8(truncatingIfNeeded: Self.word(&bytes)))
    case 5: self = .double(Double(bitPattern: Self.word(&bytes)))
    case 6: self = .float(Float(bitPattern: UInt32(truncatingIfNeeded: Self.word(&bytes))))
    case 7: self = .string(String(decoding: Self.run(&bytes), as: UTF8.self))
    case 8: self = .date(Date(timeIntervalSince1970: Double(Self.word(&bytes) % 4_000_000_000)))
    case 9: self = .data(Data(Self.run(&bytes)))
    case 10: self = URL(string: Self.key(&bytes).stringValue).map { .url($0) } ?? .null
    case 11: self = .array(Self.list(&bytes, depth))
    case 12: self = .object(Self.members(&bytes) { Described(&$0, depth: depth + 1) })
    case 13:
      let members = Self.members(&bytes) { Described(&$0, depth: depth + 1) }
      self = .dictionary(Dictionary(members.map { ($0.stringValue, $1) }) { first, _ in first })
    case 14: self = .nested(Self.members(&bytes) { Self.list(&$0, depth) })
    case 15: self = .superEncoded(Self.list(&bytes, depth))
    default: self = .null
    }
  }

  private static func word(_ bytes: inout ArraySlice<UInt8>) -> UInt64 {
    var word: UInt64 = 0
    for _ in 0..<8 { word = word << 8 | UInt64(bytes.popFirst() ?? 0) }
    return word
  }

  private static func run(_ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let run = bytes.prefix(Int(bytes.popFirst() ?? 0) % 64)
    bytes = bytes.dropFirst(run.count)
    return run
  }

  /// Letters of ASCII, digits and underscores.
  private static func key(_ bytes: inout ArraySlice<UInt8>) -> Key {
    let letters = Array("abcXYZ_12 é".unicodeScalars.prefix(10))
    var key = ""
    for _ in 0..<Int(bytes.popFirst() ?? 0) % 8 { key.unicodeScalars.append(letters[Int(bytes.popFirst() ?? 0) % 10]) }
    return Key(stringValue: key)
  }

  private static func list(_ bytes: inout ArraySlice<UInt8>, _ depth: Int) -> [Described] {
    var list: [Described] = []
    for _ in 0..<Int(bytes.popFirst() ?? 0) % 8 { list.append(Described(&bytes, depth: depth + 1)) }
    return list
  }

  /// Members with different keys.
  private static func members<Value>(
    _ bytes: inout ArraySlice<UInt8>, _ value: (inout ArraySlice<UInt8>) -> Value
  ) -> [(Key, Value)] {
    var members: [(Key, Value)] = []
    for number in 0..<Int(bytes.popFirst() ?? 0) % 8 {
      members.append((Key(stringValue: "k\(number)" + key(&bytes).stringValue), value(&bytes)))
    }
    return members
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let value): try value.encode(to: encoder)
    case .int(let value): try value.encode(to: encoder)
    case .unsigned(let value): try value.encode(to: encoder)
    case .small(let value): try value.encode(to: encoder)
    case .double(let value): try value.encode(to: encoder)
    case .float(let value): try value.encode(to: encoder)
    case .string(let value): try value.encode(to: encoder)
    case .date(let value): try single(value, encoder)
    case .data(let value): try single(value, encoder)
    case .url(let value): try single(value, encoder)
    case .dictionary(let members): try members.encode(to: encoder)
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .object(let members):
      var container = encoder.container(keyedBy: Key.self)
      for (key, value) in members { try container.encode(value, forKey: key) }
    case .nested(let members):
      var container = encoder.container(keyedBy: Key.self)
      for (key, values) in members {
        var list = container.nestedUnkeyedContainer(forKey: key)
        for value in values { try list.encode(value) }
        var inner = list.nestedContainer(keyedBy: Key.self)
        try inner.encode(values.count, forKey: Key(stringValue: "count"))
      }
    case .superEncoded(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try element.encode(to: container.superEncoder()) }
    }
  }

  private func single(_ value: some Encodable, _ encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}
