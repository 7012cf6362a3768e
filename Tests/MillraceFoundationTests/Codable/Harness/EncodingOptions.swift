import Foundation

/// The settings of an encoder, as values that print and can be drawn at random.
struct EncodingOptions: Sendable, CustomStringConvertible {
  typealias Dates = DecodingOptions.Dates
  typealias Floats = DecodingOptions.Floats
  enum Bytes: String, CaseIterable { case deferredToData, base64, custom, nothing }

  var formatting: JSONEncoder.OutputFormatting = []
  var dates = Dates.deferredToDate
  var data = Bytes.base64
  var floats = Floats.throw
  var keys = KeyRule.default
  var unit: String?

  /// Whether the order of members is a matter of chance.
  var leavesMemberOrderOpen: Bool { !formatting.contains(.sortedKeys) }

  func apply(to encoder: any EncodingCoder) {
    encoder.outputFormatting = formatting
    encoder.dateEncodingStrategy =
      switch dates {
      case .deferredToDate: .deferredToDate
      case .secondsSince1970: .secondsSince1970
      case .millisecondsSince1970: .millisecondsSince1970
      case .iso8601: .iso8601
      case .formatted: .formatted(DecodingOptions.formatter())
      case .custom: .custom(Self.encode)
      }
    encoder.dataEncodingStrategy =
      switch data {
      case .deferredToData: .deferredToData
      case .base64: .base64
      case .custom: .custom(Self.encode)
      case .nothing: .custom { _, encoder in Trace.note("data", at: encoder.codingPath) }
      }
    encoder.nonConformingFloatEncodingStrategy =
      switch floats {
      case .throw: .throw
      case .convertFromString: .convertToString(positiveInfinity: "+Inf", negativeInfinity: "-Inf", nan: "N\"aN")
      }
    encoder.keyEncodingStrategy =
      switch keys {
      case .default: .useDefaultKeys
      case .snakeCase: .convertToSnakeCase
      default: .custom { [keys] in keys.key(for: $0) }
      }
    if let unit { encoder.userInfo[.unit] = unit }
  }

  var description: String {
    let names: [(JSONEncoder.OutputFormatting, String)] = [
      (.prettyPrinted, "pretty"), (.sortedKeys, "sorted"), (.withoutEscapingSlashes, "slashes"),
    ]
    let formatting = names.filter { self.formatting.contains($0.0) }.map(\.1).joined(separator: " ")
    return "formatting [\(formatting)], dates \(dates), data \(data), floats \(floats), keys \(keys), "
      + "unit \(unit ?? "none")"
  }

  /// Days, in an object.
  private static func encode(_ date: Date, to encoder: any Encoder) throws {
    Trace.note("date", at: encoder.codingPath)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(date.timeIntervalSince1970 / 86_400, forKey: "days")
  }

  /// Two bytes at most, in an array.
  private static func encode(_ data: Data, to encoder: any Encoder) throws {
    Trace.note("data", at: encoder.codingPath)
    var container = encoder.unkeyedContainer()
    for byte in data.prefix(2) { try container.encode(byte) }
  }
}
