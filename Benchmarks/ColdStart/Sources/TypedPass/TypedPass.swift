public import Millrace
public import Pass

/// Types that read and write themselves.
public final class TypedPass: Pass {
  private let document: [UInt8]

  public init(document: String) {
    self.document = Array(document.utf8)
  }

  /// Decodes the pass's document.
  public func decode<Value: Serializable>(_ type: Value.Type) throws -> Value {
    let value = try JSON.decode(type, from: document)
    if isPrinting { print(try JSON.encode(value)) }
    return value
  }

  /// Encodes a value and counts its bytes.
  public func encode<Value: Serializable>(_ value: Value) throws {
    let encoded = try JSON.encode(value)
    bytes += encoded.count
    if isPrinting { print(encoded) }
  }
}
