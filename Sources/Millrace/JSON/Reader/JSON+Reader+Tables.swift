// Keys of types with tables.

extension JSON.Reader {
  // Keys of more than 32 bytes are not taken here.
  @inlinable @inline(__always)
  public mutating func __takeKey(of field: UnsafePointer<__TableField>) -> Bool {
    guard unsafe lanes(equalToKeyOf: field) == ~0 else { return false }
    unsafe input.cursor += Int(field.pointee.keyCount)
    skipBlanks()
    return true
  }

  /// A bit for each of the next 32 bytes that is that of a key, or after it.
  @inlinable @inline(__always)
  func lanes(equalToKeyOf field: UnsafePointer<__TableField>) -> UInt32 {
    let start = unsafe input.cursor
    var same = unsafe input.sixteenBytes(at: start).lanes(equalTo: field.pointee.key.0) | field.pointee.ignored
    if unsafe field.pointee.keyCount > 16 {
      unsafe same |= input.sixteenBytes(at: start + 16).lanes(equalTo: field.pointee.key.1) &<< 16
    }
    return same
  }

  // Not inlinable: the loop is compiled here, not in the modules of types.
  @inline(never)
  public mutating func __readFields(_ table: __Table, into memory: UnsafeMutableRawPointer) throws {
    if unsafe !table.contents.pointee.isPlain { return try unsafe readSpecialTable(table, into: memory) }
    try unsafe readFields(table, into: memory)
  }

  public mutating func __readElements(
    _ table: __Table, into memory: UnsafeMutableRawPointer, stride: Int, capacity: Int, _ count: inout Int
  ) throws -> Bool? { try unsafe readElements(table, into: memory, stride: stride, capacity: capacity, &count) }

  // The loop over the elements contains the one over members, so that an object costs no call.
  @inline(never)
  mutating func readElements(
    _ table: __Table, into memory: UnsafeMutableRawPointer, stride: Int, capacity: Int, _ count: inout Int
  ) throws -> Bool {
    if unsafe !table.contents.pointee.isPlain {
      return try unsafe readSpecialTables(table, into: memory, stride: stride, capacity: capacity, &count)
    }
    var place = unsafe memory + count &* stride
    while count < capacity {
      try unsafe readFields(table, into: place)
      unsafe place += stride
      count &+= 1
      guard try nextElement() else { return false }
    }
    return true
  }

  @inline(never)
  private mutating func readSpecialTables(
    _ table: __Table, into memory: UnsafeMutableRawPointer, stride: Int, capacity: Int, _ count: inout Int
  ) throws -> Bool {
    while count < capacity {
      try unsafe readSpecialTable(table, into: memory + count &* stride)
      count &+= 1
      guard try nextElement() else { return false }
    }
    return true
  }

  public mutating func __takeName(among keys: UnsafePointer<__TableField>, count: Int) -> Int? {
    for index in 0..<count {
      // Without its colon, the key is the text of the name.
      let length = unsafe Int((keys + index).pointee.keyCount) - 1
      guard length > 0, unsafe lanes(equalToKeyOf: keys + index) | 1 &<< UInt32(length) == ~0 else { continue }
      unsafe input.cursor += length
      skipBlanks()
      return index
    }
    return nil
  }

  @inlinable @inline(__always)
  public mutating func __readSpecialized(
    _ field: UnsafePointer<__TableField>, into place: UnsafeMutableRawPointer
  ) throws -> Bool {
    guard let read = unsafe field.pointee.details.pointee.readJSON else { return false }
    try unsafe read.pointee(&self, place)
    return true
  }
}
