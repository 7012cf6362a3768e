// Keys of types with tables.

extension JSON.Reader {
  // Keys of more than 32 bytes are not taken here.
  @inlinable @inline(__always)
  public mutating func __takeKey(of field: UnsafePointer<__TableField>) -> Bool {
    let start = unsafe input.cursor
    var same = unsafe input.sixteenBytes(at: start).lanes(equalTo: field.pointee.key.0) | field.pointee.ignored
    if unsafe field.pointee.keyCount > 16 {
      unsafe same |= input.sixteenBytes(at: start + 16).lanes(equalTo: field.pointee.key.1) &<< 16
    }
    guard same == ~0 else { return false }
    unsafe input.cursor = start + Int(field.pointee.keyCount)
    skipBlanks()
    return true
  }

  // Not inlinable: the loop is compiled here, not in the modules of types.
  @inline(never)
  public mutating func __readFields(_ table: __Table, into memory: UnsafeMutableRawPointer) throws {
    try unsafe readFields(table, into: memory)
  }
}
