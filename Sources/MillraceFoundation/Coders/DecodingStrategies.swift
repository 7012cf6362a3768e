import Millrace
import MillraceCodable

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct DecodingStrategies: Sendable {
  var dates = JSONDecoder.DateDecodingStrategy.deferredToDate
  var data = JSONDecoder.DataDecodingStrategy.base64
  var notFinite = JSONDecoder.NonConformingFloatDecodingStrategy.throw
  var keys = JSONDecoder.KeyDecodingStrategy.useDefaultKeys
  var allowsJSON5 = false

  /// The rules of a decoder with default options.
  static let standardRules = DecodingStrategies().makeRules()

  /// The rules that follow from the strategies.
  func makeRules() -> DecodingRules {
    let foreignTypes: [any StrategyDecoding.Type] = [
      ForeignDate.self, ForeignData.self, ForeignURL.self, ForeignDecimal.self,
    ]
    var isStandard = !allowsJSON5
    if case .deferredToDate = dates {} else { isStandard = false }
    if case .base64 = data {} else { isStandard = false }
    var texts: NotFiniteTexts?
    if case .convertFromString(let infinity, let negativeInfinity, let nan) = notFinite {
      texts = NotFiniteTexts(infinity: infinity, negativeInfinity: negativeInfinity, nan: nan)
      isStandard = false
    }
    var conversion: DecodingRules.KeyConversion?
    switch keys {
    case .useDefaultKeys: break
    case .convertFromSnakeCase: conversion = { SnakeCaseKey($0.last?.stringValue ?? "") }
    case .custom(let convert): conversion = { convert($0) }
    @unknown default: break
    }
    return DecodingRules(
      keys: conversion, notFinite: texts, takesNotFinite: allowsJSON5, foreignTypes: foreignTypes, strategies: self,
      permitsDirectReading: isStandard && conversion == nil)
  }
}

/// The key of a type for a key in snake case.
private struct SnakeCaseKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  /// Underscores at both ends and the first word are unchanged, and other words are capitalized.
  init(_ key: String) {
    let body = key.drop { $0 == "_" }
    guard !body.isEmpty else {
      stringValue = key
      return
    }
    let leading = key.prefix(key.count - body.count)
    let end = body.lastIndex { $0 != "_" }.map(body.index(after:)) ?? body.endIndex
    let words = body[..<end].split(separator: "_")
    let joined =
      words.count < 2
      ? String(body[..<end])
      : ([words[0].lowercased()] + words.dropFirst().map(\.capitalized)).joined()
    stringValue = leading + joined + body[end...]
  }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

// MARK: - Foundation's types

extension ValueDecoder {
  fileprivate var foundationStrategies: DecodingStrategies {
    strategies as? DecodingStrategies ?? DecodingStrategies()
  }

  fileprivate func corrupted(_ description: String) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: description))
  }
}

private enum ForeignDate: StrategyDecoding {
  static func decode(from decoder: ValueDecoder) throws -> Date {
    switch decoder.foundationStrategies.dates {
    case .deferredToDate: return try Date(from: decoder)
    case .secondsSince1970: return Date(timeIntervalSince1970: try decoder.decode(Double.self))
    case .millisecondsSince1970: return Date(timeIntervalSince1970: try decoder.decode(Double.self) / 1000)
    case .iso8601:
      let text = try decoder.decode(String.self)
      guard let date = Date(iso8601Text: text) else {
        throw decoder.corrupted("Expected date string to be ISO8601-formatted.")
      }
      return date
    #if canImport(Darwin)
      case .formatted(let formatter):
        guard let date = formatter.date(from: try decoder.decode(String.self)) else {
          throw decoder.corrupted("Date string does not match format expected by formatter.")
        }
        return date
    #endif
    case .custom(let decode): return try decode(decoder)
    @unknown default: return try Date(from: decoder)
    }
  }
}

private enum ForeignData: StrategyDecoding {
  static func decode(from decoder: ValueDecoder) throws -> Data {
    switch decoder.foundationStrategies.data {
    case .deferredToData: return try Data(from: decoder)
    case .base64:
      guard let data = Data(base64Encoded: try decoder.decode(String.self)) else {
        throw decoder.corrupted("Encountered Data is not valid Base64.")
      }
      return data
    case .custom(let decode): return try decode(decoder)
    @unknown default: return try Data(from: decoder)
    }
  }
}

private enum ForeignURL: StrategyDecoding {
  static func decode(from decoder: ValueDecoder) throws -> URL {
    guard let url = URL(string: try decoder.decode(String.self)) else {
      throw decoder.corrupted("Invalid URL string.")
    }
    return url
  }
}

private enum ForeignDecimal: StrategyDecoding {
  static func decode(from decoder: ValueDecoder) throws -> Decimal {
    let text = try decoder.decodeNumberText(for: Decimal.self)
    if text == "NaN" { return .nan }
    guard let decimal = Decimal(string: text), decimal.isFinite else {
      throw decoder.corrupted("The number at this place does not fit in Decimal.")
    }
    return decimal
  }
}
