import Foundation
import TestSupport
import Testing

/// A value and settings: encoded by both encoders.
struct EncodingCase: @unchecked Sendable, CustomTestStringConvertible {
  var name: String
  var options: EncodingOptions
  private var encode: (any EncodingCoder) throws -> Data

  init(
    _ name: String, _ options: EncodingOptions = .sorted,
    encode: @escaping (any EncodingCoder) throws -> Data
  ) {
    self.name = name
    self.options = options
    self.encode = encode
  }

  /// - Parameter value: made once, so that the members of its dictionaries come to both encoders in the same order.
  init<Value: Encodable>(_ name: String, _ value: Value, _ options: EncodingOptions = .sorted) {
    self.init(name, options) { try $0.encode(value) }
  }

  var testDescription: String { name }

  func outcome(of encoder: any EncodingCoder) -> Outcome {
    options.apply(to: encoder)
    return Outcome {
      let bytes = Array(try encode(encoder))
      return String(decoding: options.leavesOrderOpen ? MemberOrder.sorted(bytes) : bytes, as: UTF8.self).escaped
    }
  }

  /// What the encoders do differently, if it is not accepted.
  func difference(_ contestants: Contestants = Contestants()) -> String? {
    let expected = outcome(of: contestants.oracleEncoder())
    let found = outcome(of: contestants.encoder())
    if found == expected { return nil }
    return """
      \(name)
      options: \(options)
      expected \(expected)
      found \(found)
      """
  }
}

extension EncodingOptions {
  /// Sorted keys, and some settings changed.
  static func with(_ change: (inout EncodingOptions) -> Void) -> EncodingOptions {
    var options = EncodingOptions(formatting: .sortedKeys)
    change(&options)
    return options
  }

  static let sorted = with { _ in }
}

/// Encodes each case with both encoders.
func expectSameEncoding(
  _ cases: some Sequence<EncodingCase>, _ contestants: Contestants = Contestants(),
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var mismatches = Mismatches()
  for encodingCase in cases {
    if let difference = encodingCase.difference(contestants) { mismatches.note(difference) }
  }
  mismatches.report(sourceLocation: sourceLocation)
}
