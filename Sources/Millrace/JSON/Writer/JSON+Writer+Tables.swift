// Types with tables.
//
// The standard style has a loop of its own: the writer's position is in a register between the fields, and short strings are written
// in place.

extension JSON.StyledWriter {
  @inlinable @inline(__always)
  public mutating func __writeMember<Value: Writable & ~Copyable>(
    of field: UnsafePointer<__TableField>, _ value: borrowing Value
  ) {
    unsafe begin(field)
    write(value: value)
  }

  @inlinable @inline(__always)
  public mutating func __writeMember<Element: Writable>(
    of field: UnsafePointer<__TableField>, _ value: borrowing [Element]
  ) {
    unsafe begin(field)
    write(value: value)
  }

  @inlinable @inline(__always)
  public mutating func __writeMemberIfPresent<Value: Writable & ~Copyable>(
    of field: UnsafePointer<__TableField>, _ value: borrowing Value?
  ) {
    switch value {
    case .some(let value): unsafe __writeMember(of: field, value)
    case .none:
      if Style.writesNil {
        unsafe begin(field)
        writeNull()
      }
    }
  }

  @inlinable @inline(__always)
  mutating func begin(_ field: UnsafePointer<__TableField>) {
    let count = unsafe Int(field.pointee.keyCount)
    guard count > 0, Style.Keys.areAsDeclared, Style.Escapes.areMinimal, !Style.Layout.sortsKeys else {
      return unsafe beginMember(field.pointee.details.pointee.key)
    }
    unsafe output.append(field.pointee.key.0, field.pointee.key.1, count: count)
    if Style.Layout.indentation != nil { output.append(ASCII.space) }
  }
}

// MARK: - The loop

extension JSON.StyledWriter {
  @inlinable @inline(never)
  public mutating func __writeObjects(_ table: __Table, from memory: UnsafeRawPointer, count: Int, stride: Int) {
    for index in 0..<count {
      let place = unsafe memory + index &* stride
      if Self.writesLiterally {
        unsafe writeLiterally(table, from: place)
      } else {
        unsafe writeFields(table, from: place)
      }
    }
  }

  @inlinable
  public mutating func __writeArray(_ table: __Table, from memory: UnsafeRawPointer, count: Int, stride: Int) {
    beginArray()
    if _fastPath(count <= ArrayPieces.shortArray) {
      unsafe __writeObjects(table, from: memory, count: count, stride: stride)
    } else {
      var pieces = ArrayPieces(of: count)
      while pieces.advance(&output) {
        let place = unsafe memory + pieces.current.lowerBound &* stride
        unsafe __writeObjects(table, from: place, count: pieces.current.count, stride: stride)
      }
    }
    endArray()
  }

  /// Whether keys and scalars are written without asking the style, which could write each value in its own way.
  @inlinable static var writesLiterally: Bool {
    @inline(__always) get { Style.self == JSON.Standard.self }
  }

  @inlinable @inline(__always)
  mutating func writeLiterally(_ table: __Table, from memory: UnsafeRawPointer) {
    open(ASCII.openBrace)
    var cursor = unsafe output.cursor
    var field = unsafe table.field(at: 0)
    let afterLast = unsafe table.field(at: table.count)
    while unsafe field != afterLast {
      let place = unsafe memory + Int(field.pointee.offset)
      switch unsafe field.pointee.code {
      case .bool:
        unsafe append(field, &cursor)
        unsafe append(place.load(as: Bool.self), &cursor)
      case .int:
        unsafe append(field, &cursor)
        unsafe append(place.load(as: Int.self), &cursor)
      case .double:
        unsafe append(field, &cursor)
        unsafe append(place.load(as: Double.self), &cursor)
      case .string:
        unsafe append(field, &cursor)
        unsafe append(place.assumingMemoryBound(to: Borrowed<String>.self).pointee, &cursor)
      case .boolOrNil:
        if let value = unsafe place.load(as: Bool?.self) {
          unsafe append(field, &cursor)
          unsafe append(value, &cursor)
        }
      case .intOrNil:
        if let value = unsafe place.load(as: Int?.self) {
          unsafe append(field, &cursor)
          unsafe append(value, &cursor)
        }
      case .doubleOrNil:
        if let value = unsafe place.load(as: Double?.self) {
          unsafe append(field, &cursor)
          unsafe append(value, &cursor)
        }
      case .stringOrNil:
        unsafe append(field, place.assumingMemoryBound(to: Borrowed<String?>.self).pointee, &cursor)
      case .tableOrNil, .tablesOrNil:
        if unsafe isNil(field, place) { break }
        fallthrough
      case .ints, .strings, .table, .tables, .known, .other, .special:
        unsafe output.cursor = cursor
        unsafe write(field, place)
        unsafe cursor = output.cursor
      }
      unsafe field += 1
    }
    unsafe output.cursor = cursor
    endObject()
  }

  /// Appends the key of a field of a scalar type, which has at most 32 bytes.
  @inlinable @inline(__always)
  func append(_ field: UnsafePointer<__TableField>, _ cursor: inout UnsafeMutableRawPointer) {
    let target = unsafe cursor.assumingMemoryBound(to: UInt8.self)
    unsafe field.pointee.key.0.store(at: target)
    unsafe field.pointee.key.1.store(at: target + 16)
    unsafe cursor += Int(field.pointee.keyCount)
  }

  @inlinable @inline(__always)
  mutating func append(_ value: Bool, _ cursor: inout UnsafeMutableRawPointer) {
    let word: UInt64 = value ? 0x2C_6575_7274 : 0x2C65_736C_6166  // `true,` and `false,`
    unsafe cursor.storeBytes(of: word.littleEndian, as: UInt64.self)
    unsafe cursor += value ? 5 : 6
    unsafe growIfFull(&cursor)
  }

  @inlinable @inline(__always)
  mutating func append(_ value: Int, _ cursor: inout UnsafeMutableRawPointer) {
    unsafe cursor.storeBytes(of: ASCII.minus, as: UInt8.self)
    let start = unsafe cursor + (value < 0 ? 1 : 0)
    let end = unsafe writeInteger(UInt64(value.magnitude), at: start.assumingMemoryBound(to: UInt8.self))
    unsafe end.pointee = ASCII.comma
    unsafe cursor = UnsafeMutableRawPointer(end + 1)
    unsafe growIfFull(&cursor)
  }

  @inlinable @inline(__always)
  mutating func append(_ value: Double, _ cursor: inout UnsafeMutableRawPointer) {
    unsafe output.cursor = cursor
    write(value)
    unsafe cursor = output.cursor
  }

  @inlinable @inline(__always)
  mutating func append(_ text: borrowing Borrowed<String>, _ cursor: inout UnsafeMutableRawPointer) {
    unsafe append(text.value, &cursor)
  }

  @inlinable @inline(__always)
  mutating func append(
    _ field: UnsafePointer<__TableField>, _ text: borrowing Borrowed<String?>, _ cursor: inout UnsafeMutableRawPointer
  ) {
    switch text.value {
    case .some(let text):
      unsafe append(field, &cursor)
      unsafe append(text, &cursor)
    case .none: break
    }
  }

  @inlinable @inline(__always)
  mutating func append(_ text: String, _ cursor: inout UnsafeMutableRawPointer) {
    if let end = unsafe output.quoteShort(text, at: cursor) {
      unsafe end.storeBytes(of: ASCII.comma, as: UInt8.self)
      unsafe cursor = end + 1
      unsafe growIfFull(&cursor)
    } else {
      unsafe output.cursor = cursor
      output.append(quotingLong: text, followedBy: ASCII.comma)
      unsafe cursor = output.cursor
    }
  }

  @inlinable @inline(__always)
  mutating func growIfFull(_ cursor: inout UnsafeMutableRawPointer) {
    if unsafe _slowPath(cursor > output.limit) {
      unsafe output.cursor = cursor
      output.grow(toFit: 0)
      unsafe cursor = output.cursor
    }
  }
}
