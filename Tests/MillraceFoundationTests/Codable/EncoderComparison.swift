import Foundation
import MillraceFoundation
import Testing

/// Foundation's encoder and ours, with the same options.
struct EncoderPair {
  let theirs = JSONEncoder()
  let ours = FastJSONEncoder()

  /// Members are sorted unless a test says otherwise, since Foundation's come in no order.
  init(_ formatting: JSONEncoder.OutputFormatting = .sortedKeys) {
    theirs.outputFormatting = formatting
    ours.outputFormatting = formatting
  }

  func expectEqual<Value: Encodable>(
    _ value: Value, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let expected = outcome { try theirs.encode(value) }
    let found = outcome { try ours.encode(value) }
    #expect(found == expected, comment, sourceLocation: sourceLocation)
    // The session is used again: what the first call left must not show.
    #expect(outcome { try ours.encode(value) } == expected, comment, sourceLocation: sourceLocation)
  }
}

/// The encoded document as text, or the description of the error.
func outcome(_ encode: () throws -> Data) -> String {
  do {
    return String(decoding: try encode(), as: UTF8.self)
  } catch EncodingError.invalidValue(let value, let context) {
    return "\(type(of: value)) at \(text(context.codingPath)): \(context.debugDescription)"
  } catch {
    return "\(error)"
  }
}

func text(_ path: [any CodingKey]) -> String {
  path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: "/")
}

/// A value that is encoded by a closure.
struct ByHand: Encodable {
  let body: (any Encoder) throws -> Void
  init(_ body: @escaping (any Encoder) throws -> Void) { self.body = body }
  func encode(to encoder: any Encoder) throws { try body(encoder) }
}

/// Random numbers that are the same in every run, unless the environment variable `MILLRACE_TEST_SEED` says otherwise.
struct EncoderGenerator: RandomNumberGenerator {
  static let seed = ProcessInfo.processInfo.environment["MILLRACE_TEST_SEED"].flatMap { UInt64($0) } ?? 20_261_122
  static var note: Comment { "MILLRACE_TEST_SEED=\(seed)" }

  private var state = EncoderGenerator.seed

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state ^ state &>> 29) &* 0xBF58_476D_1CE4_E5B9 ^ state &>> 32
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  /// A count times the environment variable `MILLRACE_TEST_SCALE`.
  static func scaled(_ count: Int) -> Int {
    let factor = ProcessInfo.processInfo.environment["MILLRACE_TEST_SCALE"].flatMap { Double($0) } ?? 1
    return max(1, Int(Double(count) * factor))
  }
}
