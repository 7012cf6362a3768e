// Keys of types with tables.

extension JSON.Reader {
  @inlinable @inline(__always)
  public mutating func __takeKey(_ key: borrowing __TableKey, at index: Int) -> Bool {
    guard key.shortCount > 0 else { return takeKey(key.literal, at: index) }
    let (start, expected) = unsafe (input.cursor, key.bytes)
    var same = unsafe input.sixteenBytes(at: start).lanes(equalTo: SixteenBytes(at: expected)) | key.ignored
    if key.shortCount > 16 {
      let high = unsafe input.sixteenBytes(at: start + 16).lanes(equalTo: SixteenBytes(at: expected + 16))
      same = same & 0xFFFF | high &<< 16 | key.ignored
    }
    guard same == ~0 else { return false }
    unsafe input.cursor = start + key.shortCount
    skipBlanks()
    return true
  }

  // Not inlinable: the loop is compiled here, not in the modules of types.
  @inline(never)
  public mutating func __readFields(_ table: __Table, into memory: UnsafeMutableRawPointer) throws {
    try unsafe readFields(table, into: memory)
  }
}
