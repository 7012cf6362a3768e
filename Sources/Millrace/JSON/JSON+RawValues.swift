// The commonest raw values in JSON: functions of the library are called for them. To inline those is most of what an enumeration would
// cost the compiler.

extension Readable where Self: RawRepresentable, RawValue == String {
  @inlinable
  public static func readJSON(from reader: inout JSON.Reader) throws -> Self {
    let rawValue = try reader.readString()
    guard let value = Self(rawValue: rawValue) else { try reader.failRawValue(rawValue, of: Self.self) }
    return value
  }
}

extension Writable where Self: RawRepresentable, RawValue == String {
  @inlinable
  public func writeJSON(to writer: inout JSON.Writer) { writer.writeRawValue(rawValue) }
}

extension Readable where Self: RawRepresentable, RawValue == Int {
  @inlinable
  public static func readJSON(from reader: inout JSON.Reader) throws -> Self {
    let rawValue = try reader.readRawValue()
    guard let value = Self(rawValue: rawValue) else { try reader.failRawValue(String(rawValue), of: Self.self) }
    return value
  }
}

extension Writable where Self: RawRepresentable, RawValue == Int {
  @inlinable
  public func writeJSON(to writer: inout JSON.Writer) { writer.writeRawValue(rawValue) }
}

extension JSON.Reader {
  @usableFromInline @inline(never)
  mutating func readRawValue() throws -> Int { try readInt() }

  @usableFromInline @inline(never)
  mutating func failRawValue(_ rawValue: String, of type: Any.Type) throws -> Never {
    try fail(.invalidValue(type: "\(type)", found: rawValue))
  }
}

extension JSON.Writer {
  @usableFromInline @inline(never)
  mutating func writeRawValue(_ rawValue: String) { write(rawValue) }

  @usableFromInline @inline(never)
  mutating func writeRawValue(_ rawValue: Int) { write(rawValue) }
}
