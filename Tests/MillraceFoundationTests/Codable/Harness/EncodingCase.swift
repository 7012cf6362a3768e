import Foundation
import TestSupport
import Testing

/// A value and settings: encoded by both encoders.
struct EncodingCase: @unchecked Sendable {
  var name: String
  var options: EncodingOptions
  /// Whether the encoded values may contain dictionaries, whose members an encoder writes in any order.
  private var leavesOrderOpen = false
  private var encode: (any EncodingCoder) throws -> Data

  init(
    _ name: String, _ options: EncodingOptions = .sorted,
    encode: @escaping (any EncodingCoder) throws -> Data
  ) {
    self.name = name
    self.options = options
    self.encode = encode
  }

  init<Value: Encodable>(_ name: String, _ value: Value, _ options: EncodingOptions = .sorted) {
    self.init(name, options) { try $0.encode(value) }
    leavesOrderOpen = true
  }

  func outcome(of encoder: any EncodingCoder) -> Outcome {
    options.apply(to: encoder)
    return Outcome {
      let bytes = Array(try encode(encoder))
      return String(decoding: options.leavesMemberOrderOpen ? MemberOrder.sorted(bytes) : bytes, as: UTF8.self).escaped
    }
  }

  /// What the encoders do differently, if it is not accepted.
  func difference(_ contestants: Contestants = Contestants()) -> String? {
    let expected = outcome(of: contestants.oracleEncoder())
    let found = outcome(of: contestants.encoder())
    if AcceptedDifference.explain(expected, found, ordered: !leavesOrderOpen) { return nil }
    if leavesOrderOpen, isPossible(found, contestants) { return nil }
    return """
      \(name)
      options: \(options)
      expected \(expected)
      found \(found)
      """
  }
}

extension EncodingCase {
  /// Whether the oracle has the same result if it iterates over dictionaries in another order, as in `DecodingCase`.
  private func isPossible(_ found: Outcome, _ contestants: Contestants) -> Bool {
    var kept: [[Int]] = []
    return (1...64).contains { attempt in
      kept += (1...8).map { Array(repeating: 0, count: $0 * 4 + attempt % 7) }
      return found.sorted == outcome(of: contestants.oracleEncoder()).sorted
    }
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
