/// The key of a field in a table.
///
/// Formats of text compare and write its bytes, 16 or 32 at a time, which could not be loaded from a literal.
///
/// SAFETY: 32 bytes can be read from `bytes` on. They are never released, as the table is not.
@safe
public struct __TableKey {
  /// The name as a JSON key with quotes and colon, `"name":`.
  public let literal: StaticString
  @usableFromInline let bytes: UnsafePointer<UInt8>
  /// The number of bytes of the literal, or 0 if there are more than 32.
  @usableFromInline let shortCount: Int
  /// A bit for each of 32 bytes that are not the literal's.
  @usableFromInline let ignored: UInt32

  init(_ literal: StaticString) {
    self.literal = literal
    let count = literal.utf8CodeUnitCount
    shortCount = count <= 32 ? count : 0
    ignored = shortCount < 32 ? ~0 &<< UInt32(shortCount) : 0
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 32)
    unsafe memory.initialize(repeating: 0, count: 32)
    unsafe memory.update(from: literal.utf8Start, count: shortCount)
    unsafe bytes = UnsafePointer(memory)
  }
}

extension FormatReader where Self: ~Copyable & ~Escapable {
  @inlinable @inline(__always)
  public mutating func __takeKey(_ key: borrowing __TableKey, at index: Int) -> Bool { takeKey(key.literal, at: index) }
}

extension FormatWriter where Self: ~Copyable {
  @inlinable @inline(__always)
  public mutating func __writeMember<Value: Writable & ~Copyable>(
    _ key: borrowing __TableKey, at index: Int, _ value: borrowing Value
  ) {
    writeMember(key.literal, at: index, value)
  }

  @inlinable @inline(__always)
  public mutating func __writeMember<Element: Writable>(
    _ key: borrowing __TableKey, at index: Int, _ value: borrowing [Element]
  ) {
    writeMember(key.literal, at: index, value)
  }

  @inlinable @inline(__always)
  public mutating func __writeMemberIfPresent<Value: Writable & ~Copyable>(
    _ key: borrowing __TableKey, at index: Int, _ value: borrowing Value?
  ) {
    writeMemberIfPresent(key.literal, at: index, value)
  }
}
