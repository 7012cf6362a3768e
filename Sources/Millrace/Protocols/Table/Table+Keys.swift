// The keys of fields. Formats of text compare and write their bytes, 16 or 32 at a time, which could not be loaded from a literal.

extension FormatReader where Self: ~Copyable & ~Escapable {
  @inlinable @inline(__always)
  public mutating func __takeKey(of field: UnsafePointer<__TableField>) -> Bool {
    guard unsafe field.pointee.keyCount > 0 else { return false }
    return unsafe takeKey(field.pointee.details.pointee.key, at: Int(field.pointee.index))
  }
}

extension FormatWriter where Self: ~Copyable {
  @inlinable @inline(__always)
  public mutating func __writeMember<Value: Writable & ~Copyable>(
    of field: UnsafePointer<__TableField>, _ value: borrowing Value
  ) {
    unsafe writeMember(field.pointee.details.pointee.key, at: Int(field.pointee.index), value)
  }

  @inlinable @inline(__always)
  public mutating func __writeMember<Element: Writable>(
    of field: UnsafePointer<__TableField>, _ value: borrowing [Element]
  ) {
    unsafe writeMember(field.pointee.details.pointee.key, at: Int(field.pointee.index), value)
  }

  @inlinable @inline(__always)
  public mutating func __writeMemberIfPresent<Value: Writable & ~Copyable>(
    of field: UnsafePointer<__TableField>, _ value: borrowing Value?
  ) {
    unsafe writeMemberIfPresent(field.pointee.details.pointee.key, at: Int(field.pointee.index), value)
  }
}
