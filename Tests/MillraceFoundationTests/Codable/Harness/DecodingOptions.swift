import Foundation

/// The settings of a decoder, as values that print and can be drawn at random.
struct DecodingOptions: Sendable, CustomStringConvertible {
  enum Dates: String, CaseIterable {
    case deferredToDate, secondsSince1970, millisecondsSince1970, iso8601, formatted, custom
  }
  enum Bytes: String, CaseIterable { case deferredToData, base64, custom }
  enum Floats: String, CaseIterable { case `throw`, convertFromString }

  var dates = Dates.deferredToDate
  var data = Bytes.base64
  var floats = Floats.throw
  var keys = KeyRule.default
  var allowsJSON5 = false
  var assumesTopLevelDictionary = false
  /// What the types find in `userInfo`.
  var unit: String?

  func apply(to decoder: any DecodingCoder) {
    decoder.dateDecodingStrategy =
      switch dates {
      case .deferredToDate: .deferredToDate
      case .secondsSince1970: .secondsSince1970
      case .millisecondsSince1970: .millisecondsSince1970
      case .iso8601: .iso8601
      case .formatted: .formatted(Self.formatter())
      case .custom: .custom(Self.date)
      }
    decoder.dataDecodingStrategy =
      switch data {
      case .deferredToData: .deferredToData
      case .base64: .base64
      case .custom: .custom(Self.bytes)
      }
    decoder.nonConformingFloatDecodingStrategy =
      switch floats {
      case .throw: .throw
      case .convertFromString: .convertFromString(positiveInfinity: "+Inf", negativeInfinity: "-Inf", nan: "NaN")
      }
    decoder.keyDecodingStrategy =
      switch keys {
      case .default: .useDefaultKeys
      case .snakeCase: .convertFromSnakeCase
      default: .custom { [keys] in keys.key(for: $0) }
      }
    decoder.allowsJSON5 = allowsJSON5
    decoder.assumesTopLevelDictionary = assumesTopLevelDictionary
    if let unit { decoder.userInfo[.unit] = unit }
  }

  var description: String {
    "dates \(dates), data \(data), floats \(floats), keys \(keys), JSON5 \(allowsJSON5), "
      + "top-level dictionary \(assumesTopLevelDictionary), unit \(unit ?? "none")"
  }

  static func formatter() -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "yyyy/MM/dd HH:mm"
    return formatter
  }

  /// Days, or an object with them.
  private static func date(from decoder: any Decoder) throws -> Date {
    Trace.note("date", at: decoder.codingPath)
    let days = Trace.attempt("days") { try decoder.singleValueContainer().decode(Double.self) }
    if let days { return Date(timeIntervalSince1970: days * 86_400) }
    let container = try decoder.container(keyedBy: Key.self)
    return Date(timeIntervalSince1970: try container.decode(Double.self, forKey: "days") * 86_400)
  }

  /// The length of the data, which is all zeros.
  private static func bytes(from decoder: any Decoder) throws -> Data {
    Trace.note("data", at: decoder.codingPath)
    return Data(count: Int(try decoder.singleValueContainer().decode(UInt8.self)))
  }
}

extension CodingUserInfoKey {
  static let unit = CodingUserInfoKey(rawValue: "unit").unsafelyUnwrapped
}
