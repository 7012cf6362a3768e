// The scalars that every format supports. The functions for JSON are inlined into generated code.

extension Bool: Readable, Writable {
  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Bool {
    try reader.readBool()
  }
  @inlinable @inline(__always)
  public static func readJSON(from reader: inout JSON.Reader) throws -> Bool { try reader.readBool() }
  @inlinable
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) { writer.write(self) }
  @inlinable @inline(__always)
  public func writeJSON(to writer: inout JSON.Writer) { writer.write(self) }
}

extension Double: Readable, Writable {
  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Double {
    try reader.readDouble()
  }
  @inlinable @inline(__always)
  public static func readJSON(from reader: inout JSON.Reader) throws -> Double { try reader.readDouble() }
  @inlinable
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) { writer.write(self) }
  @inlinable @inline(__always)
  public func writeJSON(to writer: inout JSON.Writer) { writer.write(self) }
}

extension Float: Readable, Writable {
  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Float {
    try reader.readFloat()
  }
  @inlinable @inline(__always)
  public static func readJSON(from reader: inout JSON.Reader) throws -> Float { try reader.readFloat() }
  @inlinable
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) { writer.write(self) }
  @inlinable @inline(__always)
  public func writeJSON(to writer: inout JSON.Writer) { writer.write(self) }
}

extension String: Readable, Writable {
  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> String {
    try reader.readString()
  }
  @inlinable @inline(__always)
  public static func readJSON(from reader: inout JSON.Reader) throws -> String { try reader.readString() }
  @inlinable
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) { writer.write(self) }
  @inlinable @inline(__always)
  public func writeJSON(to writer: inout JSON.Writer) { writer.write(self) }
}

extension Substring: Readable, Writable {
  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(
    from reader: inout Reader
  ) throws -> Substring {
    Substring(try reader.readString())
  }
  @inlinable
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) { writer.write(String(self)) }
}

/// Represented as a string of one character, which is an extended grapheme cluster.
extension Character: Readable, Writable {
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(
    from reader: inout Reader
  ) throws -> Character {
    let text = try reader.readString()
    guard text.count == 1, let character = text.first else {
      try reader.fail(.invalidValue(type: "Character", found: "\"\(text)\""))
    }
    return character
  }
  @inlinable
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) { writer.write(String(self)) }
}
