import Foundation
import MillraceFoundation

/// What Foundation's decoder and its drop-in have in common, so that both are measured by the same code.
protocol DocumentDecoder: AnyObject {
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

/// What Foundation's encoder and its drop-in have in common.
protocol DocumentEncoder: AnyObject {
  var outputFormatting: JSONEncoder.OutputFormatting { get set }
  func encode<Value: Encodable>(_ value: Value) throws -> Data
}

extension JSONDecoder: DocumentDecoder {}
extension JSONEncoder: DocumentEncoder {}
extension FastJSONDecoder: DocumentDecoder {}
extension FastJSONEncoder: DocumentEncoder {}

/// Operations of coders of `Codable` values on the documents of one type. A coder is made once and used again and again.
///
/// A drop-in never checks itself: what it decoded, Foundation encodes, and what it is to encode, Foundation decoded.
enum CoderWorkloads<Value: Codable> {
  @inline(__always)
  static func decode(_ document: URL, with decoder: some DocumentDecoder) throws -> Workload {
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
  static func encode(_ document: URL, with encoder: some DocumentEncoder) throws -> Workload {
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
  private static func withSlashes<Encoder: DocumentEncoder>(_ encoder: Encoder) -> Encoder {
    encoder.outputFormatting = .withoutEscapingSlashes
    return encoder
  }
}
