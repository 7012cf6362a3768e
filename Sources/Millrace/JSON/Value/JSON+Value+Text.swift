// Trees in the standard style.
//
// As in the loop over the steps of a table (`JSON+Writer+Tables.swift`), the writer's position is in a register. Values are written where
// they are: an element that is loaded from an array is retained first.

extension JSON.StyledWriter<JSON.Standard> {
  /// Writes a value with a comma after it.
  ///
  /// - Precondition: The layout of short strings is known.
  mutating func write(tree value: JSON.Value) {
    unsafe withUnsafePointer(to: value) { place in
      var cursor = unsafe output.cursor
      // SAFETY: here and below, a borrowed value has the layout of the value.
      unsafe append(UnsafeRawPointer(place).assumingMemoryBound(to: Borrowed<JSON.Value>.self).pointee, &cursor)
      unsafe output.cursor = cursor
    }
  }

  // Arrays and objects are written by functions of their own, so that all other values are written in place.
  @inline(__always)
  private mutating func append(_ value: borrowing Borrowed<JSON.Value>, _ cursor: inout UnsafeMutableRawPointer) {
    switch value.value {
    case .null:
      unsafe cursor.storeBytes(of: (0x2C_6C6C_756E as UInt64).littleEndian, as: UInt64.self)  // `null,`
      unsafe cursor += 5
      unsafe growIfFull(&cursor)
    case .boolean(let value): unsafe append(value, &cursor)
    case .number(let value): unsafe append(value, &cursor)
    case .string(let value): unsafe append(value, &cursor)
    case .array(let elements): unsafe cursor = append(elements, at: cursor)
    case .object(let object): unsafe cursor = append(object, at: cursor)
    }
  }

  @inline(__always)
  private mutating func append(_ number: JSON.Number, _ cursor: inout UnsafeMutableRawPointer) {
    if let end = unsafe number.write(at: cursor.assumingMemoryBound(to: UInt8.self)) {
      unsafe end.pointee = ASCII.comma
      unsafe cursor = UnsafeMutableRawPointer(end + 1)
      unsafe growIfFull(&cursor)
    } else {
      unsafe output.cursor = cursor
      write(value: number)
      unsafe cursor = output.cursor
    }
  }

  @inline(never)
  private mutating func append(_ values: [JSON.Value], at start: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    let sizeBefore = unsafe start - output.start
    var cursor = unsafe start
    unsafe cursor.storeBytes(of: ASCII.openBracket, as: UInt8.self)
    unsafe cursor += 1
    unsafe growIfFull(&cursor)
    // The elements stay where they are until the end of the function. In a closure, the position would be in memory.
    let (first, count) = unsafe values.withUnsafeBufferPointer { unsafe (UnsafeRawPointer($0.baseAddress), $0.count) }
    if let first = unsafe first {
      let elements = unsafe first.assumingMemoryBound(to: Borrowed<JSON.Value>.self)
      var (index, end) = (0, min(count, ArrayPieces.shortArray))
      while index < end {
        unsafe append(elements[index], &cursor)
        index &+= 1
        if index == end { unsafe end = reserve(after: end, of: count, from: sizeBefore, &cursor) }
      }
    }
    withExtendedLifetime(values) {}
    unsafe close(ASCII.closeBracket, &cursor)
    return unsafe cursor
  }

  @inline(never)
  private mutating func append(_ object: JSON.Object, at start: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    // The output grows after the first key, or after the end.
    var cursor = unsafe start
    unsafe cursor.storeBytes(of: ASCII.openBrace, as: UInt8.self)
    unsafe cursor += 1
    let (first, count) = unsafe object.placeOfMembers
    if var member = unsafe first {
      let sizeBefore = unsafe start - output.start
      var (index, end) = (0, min(count, ArrayPieces.shortArray))
      while index < end {
        // SAFETY: the places of the properties of a member.
        unsafe append(key: member.assumingMemoryBound(to: Borrowed<String>.self).pointee, &cursor)
        let value = unsafe member + JSON.Object.Member.offsetOfValue
        unsafe append(value.assumingMemoryBound(to: Borrowed<JSON.Value>.self).pointee, &cursor)
        unsafe member += MemoryLayout<JSON.Object.Member>.stride
        index &+= 1
        if index == end { unsafe end = reserve(after: end, of: count, from: sizeBefore, &cursor) }
      }
    }
    withExtendedLifetime(object) {}
    unsafe close(ASCII.closeBrace, &cursor)
    return unsafe cursor
  }

  /// Reserves memory for the rest of a long array or object, whose first elements predict its size.
  ///
  /// - Returns: The number of elements that are written before the next prediction.
  @inline(__always)
  private mutating func reserve(
    after written: Int, of count: Int, from sizeBefore: Int, _ cursor: inout UnsafeMutableRawPointer
  ) -> Int {
    if _fastPath(written == count) { return count }
    unsafe output.cursor = cursor
    output.reserve(expecting: count - written, of: Double(output.count - sizeBefore) / Double(written))
    unsafe cursor = output.cursor
    return min(16 * written, count)
  }
}
