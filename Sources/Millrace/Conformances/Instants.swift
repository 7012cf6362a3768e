extension Instant: Readable, Writable {
  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Instant {
    try reader.readInstant()
  }

  @inlinable
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) { writer.write(self) }
}
