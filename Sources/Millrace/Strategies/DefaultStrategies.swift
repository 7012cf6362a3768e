// Default implementations for formats without types for instants and binary data: strings.

extension FormatReader where Self: ~Copyable & ~Escapable {
  @inlinable
  public mutating func readInstant() throws -> Instant { try RFC3339.read(from: &self) }

  @inlinable
  public mutating func readBytes() throws -> [UInt8] { try Base64.read(from: &self) }
}

extension FormatWriter where Self: ~Copyable {
  @inlinable
  public mutating func write(_ value: Instant) { RFC3339.write(value, to: &self) }

  @inlinable
  public mutating func writeExactNumber(text: Span<UInt8>) { writeNumber(text: text) }

  @inlinable
  public func nearestInstant(to value: Instant) -> Instant { value }

  @inlinable
  public mutating func write(bytes: [UInt8]) { Base64.write(bytes, to: &self) }
}
