import Foundation
import MillraceFoundation

/// Operations of coders of `Codable` values on the documents of one type. A coder is made once and used again and again.
///
/// A drop-in never checks itself: what it decoded, Foundation encodes, and what it is to encode, Foundation decoded.
enum CoderWorkloads<Value: Codable> {
  @inline(__always)
  static func decode(_ document: URL, with decoder: JSONDecoder) throws -> Workload {
    let data = try Data(contentsOf: document)
    return Workload(
      run: { count in
        for _ in 0..<count { keep(try decoder.decode(Value.self, from: data)) }
      },
      roundTrip: {
        keep(try decoder.decode(Value.self, from: data))  // What counts is what a decoder gives that was used before.
        return try withSlashes(JSONEncoder()).encode(try decoder.decode(Value.self, from: data))
      })
  }

  @inline(__always)
  static func encode(_ document: URL, with encoder: JSONEncoder) throws -> Workload {
    let value = try JSONDecoder().decode(Value.self, from: Data(contentsOf: document))
    let encoder = withSlashes(encoder)
    return Workload(
      run: { count in
        for _ in 0..<count { keep(try encoder.encode(value)) }
      },
      roundTrip: {
        keep(try encoder.encode(value))
        return try encoder.encode(value)
      })
  }

  /// The encoder, told to write `/` as it is, as all other contenders do.
  private static func withSlashes(_ encoder: JSONEncoder) -> JSONEncoder {
    encoder.outputFormatting = .withoutEscapingSlashes
    return encoder
  }
}
