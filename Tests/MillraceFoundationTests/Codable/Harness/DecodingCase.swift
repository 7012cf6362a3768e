import Foundation
import Millrace
import MillraceFoundation
import TestSupport
import Testing

/// A document, a type and settings: decoded by both decoders.
struct DecodingCase: @unchecked Sendable {
  var name: String
  var document: Data
  var options: DecodingOptions
  /// Whether the decoded values may contain dictionaries, whose members a decoder reads in any order. Where
  /// the case itself asks for one thing after the other, the order of its notes is compared, too.
  private var leavesOrderOpen = false
  /// Decodes and says what came of it.
  private var decode: (any DecodingCoder, Data) throws -> String

  init(
    _ name: String, data: Data, _ options: DecodingOptions = DecodingOptions(),
    decode: @escaping (any DecodingCoder, Data) throws -> String
  ) {
    self.name = name
    self.document = data
    self.options = options
    self.decode = decode
  }

  init<Value: Decodable>(
    _ name: String, _ type: Value.Type, data: Data, _ options: DecodingOptions = DecodingOptions()
  ) {
    self.init(name, data: data, options) { Fingerprint.of(try $0.decode(type, from: $1)) }
    leavesOrderOpen = true
  }

  init<Value: Decodable>(
    _ name: String, _ type: Value.Type, _ text: String, _ options: DecodingOptions = DecodingOptions()
  ) {
    self.init(name, type, data: Data(text.utf8), options)
  }

  func outcome(of decoder: any DecodingCoder) -> Outcome {
    options.apply(to: decoder)
    return Outcome { try decode(decoder, document) }
  }

  /// What the decoders do differently, if it is not accepted.
  func difference(_ contestants: Contestants = Contestants()) -> String? {
    let expected = outcome(of: contestants.oracleDecoder())
    let found = outcome(of: contestants.decoder())
    if isSame(found, expected) || leavesOrderOpen && isPossible(found, contestants) { return nil }
    return """
      \(name)
      options: \(options)
      document of \(document.count) bytes: \(String(decoding: document.prefix(2_000), as: UTF8.self).debugDescription)
      expected \(expected)
      found \(found)
      """
  }
}

extension DecodingOptions {
  /// The usual settings with some changed.
  static func with(_ change: (inout DecodingOptions) -> Void) -> DecodingOptions {
    var options = DecodingOptions()
    change(&options)
    return options
  }
}

extension DecodingCase {
  private func isSame(_ found: Outcome, _ expected: Outcome) -> Bool {
    if found == expected { return true }
    // A document that Foundation does not begin with must not get further here.
    if !hasSoundStructure { return false }
    return AcceptedDifference.explain(expected, found, ordered: !leavesOrderOpen)
      || options.keys != .default && hasRepeatedKey
  }

  /// Whether an object has a key twice. A key strategy makes strings of keys, which are equal if they are canonically
  /// equivalent.
  private var hasRepeatedKey: Bool {
    let options = JSON.ReadingOptions(duplicateKeys: .rejected)
    guard let tree = try? JSON.decode(JSON.Value.self, from: document, options: options) else { return true }
    return Self.hasEquivalentKeys(tree)
  }

  private static func hasEquivalentKeys(_ tree: JSON.Value) -> Bool {
    if let object = tree.object {
      return Set(object.map(\.key)).count < object.count || object.contains { hasEquivalentKeys($0.value) }
    }
    return tree.array?.contains(where: hasEquivalentKeys) ?? false
  }

  /// Whether Foundation accepts the document as long as no number or string in it is decoded.
  private var hasSoundStructure: Bool {
    struct Nothing: Decodable { init(from decoder: any Decoder) throws {} }
    let decoder = JSONDecoder()
    options.apply(to: decoder)
    return (try? decoder.decode(Nothing.self, from: document)) != nil
  }

  /// Whether the oracle has the same result if it iterates over dictionaries in another order. The order depends on their
  /// addresses, which are changed between the attempts.
  private func isPossible(_ found: Outcome, _ contestants: Contestants) -> Bool {
    var kept: [[Int]] = []
    for attempt in 1...64 {
      kept += (1...8).map { Array(repeating: 0, count: $0 * 4 + attempt % 7) }
      if isSame(found, outcome(of: contestants.oracleDecoder())) { return true }
    }
    return false
  }
}

/// Decodes each case with both decoders.
func expectSameDecoding(
  _ cases: some Sequence<DecodingCase>, _ contestants: Contestants = Contestants(),
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var mismatches = Mismatches()
  for decodingCase in cases {
    if let difference = decodingCase.difference(contestants) { mismatches.note(difference) }
  }
  mismatches.report(sourceLocation: sourceLocation)
}
