import Millrace
import MillraceCodable

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The options of a `FastJSONEncoder`, and the rules that follow from them.
///
/// The rules are created when an option has changed, and not for each call.
struct EncoderOptions: Sendable {
  var outputFormatting: FastJSONEncoder.OutputFormatting = []
  var dates = FastJSONEncoder.DateEncodingStrategy.deferredToDate { didSet { updateRules() } }
  var data = FastJSONEncoder.DataEncodingStrategy.base64 { didSet { updateRules() } }
  var notFinite = FastJSONEncoder.NonConformingFloatEncodingStrategy.throw { didSet { updateRules() } }
  var keys = FastJSONEncoder.KeyEncodingStrategy.useDefaultKeys { didSet { updateRules() } }
  var userInfo: [CodingUserInfoKey: any Sendable] = [:] { didSet { updateRules() } }
  private(set) var rules: EncodingRules

  private static let defaultRules = unsafe EncoderOptions(rules: EncodingRules()).makeRules()

  init() { rules = Self.defaultRules }
  private init(rules: EncodingRules) { self.rules = rules }

  /// The types that have rules, in the order of `valueRules`.
  static let pool = SessionPool(ruledTypes: [Date.self, Data.self, URL.self, Decimal.self], bridging: .foundation)

  private mutating func updateRules() { rules = makeRules() }

  private func makeRules() -> EncodingRules {
    unsafe EncodingRules(
      keyConversion: keyConversion, notFinite: notFiniteTexts,
      valueRules: [
        dateRule(dates), dataRule(data),
        { try unsafe $1.encode($0.load(as: URL.self).absoluteString) },
        { try unsafe $1.encode(numberText: $0.load(as: Decimal.self).description) },
      ],
      allowsDirectWriting: allowsDirectWriting, describesNumbers: true, userInfo: userInfo)
  }

  private var keyConversion: EncodingRules.KeyConversion? {
    switch keys {
    case .useDefaultKeys: nil
    case .convertToSnakeCase: .byName(snakeCase(_:))
    case .custom(let convert): .byPath { convert($0).stringValue }
    @unknown default: preconditionFailure("unknown key encoding strategy")
    }
  }

  private var notFiniteTexts: NotFiniteTexts? {
    switch notFinite {
    case .throw: nil
    case .convertToString(let positiveInfinity, let negativeInfinity, let nan):
      NotFiniteTexts(infinity: positiveInfinity, negativeInfinity: negativeInfinity, nan: nan)
    @unknown default: preconditionFailure("unknown number encoding strategy")
    }
  }

  /// Types that write themselves do not use strategies.
  private var allowsDirectWriting: Bool {
    if case .deferredToDate = dates, case .base64 = data, case .throw = notFinite, case .useDefaultKeys = keys {
      return true
    }
    return false
  }
}

private func dateRule(_ strategy: FastJSONEncoder.DateEncodingStrategy) -> EncodingRules.ValueRule {
  switch strategy {
  case .deferredToDate: return { try unsafe $0.load(as: Date.self).encode(to: $1) }
  case .secondsSince1970: return { try unsafe $1.encode(finite: $0.load(as: Date.self).timeIntervalSince1970) }
  case .millisecondsSince1970:
    return { try unsafe $1.encode(finite: 1000 * $0.load(as: Date.self).timeIntervalSince1970) }
  case .iso8601: return { try unsafe $1.encode($0.load(as: Date.self).iso8601Text) }
  #if canImport(Darwin)
    case .formatted(let formatter):
      return { try unsafe $1.encode(formatter.string(from: $0.load(as: Date.self))) }
  #endif
  case .custom(let encode):
    return { value, encoder in try encoder.encodeWhole { try unsafe encode(value.load(as: Date.self), $0) } }
  @unknown default: preconditionFailure("unknown date encoding strategy")
  }
}

private func dataRule(_ strategy: FastJSONEncoder.DataEncodingStrategy) -> EncodingRules.ValueRule {
  switch strategy {
  case .deferredToData: return { try unsafe $0.load(as: Data.self).encode(to: $1) }
  case .base64: return { try unsafe $1.encode($0.load(as: Data.self).base64EncodedString()) }
  case .custom(let encode):
    return { value, encoder in try encoder.encodeWhole { try unsafe encode(value.load(as: Data.self), $0) } }
  @unknown default: preconditionFailure("unknown data encoding strategy")
  }
}
