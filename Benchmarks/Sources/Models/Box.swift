import Millrace

/// A value stored by reference, so that a structure can contain a value of the same type. In documents it is the value itself.
public final class Box<Value> {
  public let value: Value
  public init(_ value: Value) { self.value = value }
}

extension Box: Readable where Value: Readable {
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(
    from reader: inout Reader
  ) throws -> Box<Value> {
    Box(try reader.read(Value.self))
  }
}

extension Box: Writable where Value: Writable {
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) { writer.write(value: value) }
}

extension Box: Equatable where Value: Equatable {
  public static func == (left: Box, right: Box) -> Bool { left.value == right.value }
}

extension Box: Decodable where Value: Decodable {
  public convenience init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Value.self))
  }
}

extension Box: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

extension Box: Sendable where Value: Sendable {}
