// Types with tables.
//
// The standard style has a loop of its own, over the steps of a table: the writer's position is in a register between them, and short
// strings are written in place.

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
  public mutating func __writeSpecialized(_ field: UnsafePointer<__TableField>, _ place: UnsafeRawPointer) -> Bool {
    guard Self.writesLiterally, let write = unsafe field.pointee.details.pointee.writeJSON else { return false }
    unsafe begin(field)
    unsafe withUnsafeMutablePointer(to: &self) { writer in
      // SAFETY: with the standard style, this is the type of the writer.
      unsafe write.pointee(
        place, &UnsafeMutableRawPointer(writer).assumingMemoryBound(to: JSON.Writer.self).pointee)
    }
    return true
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

// MARK: - Objects

extension JSON.StyledWriter {
  @inlinable @inline(__always)
  public mutating func __writeObjects(_ table: __Table, from memory: UnsafeRawPointer, count: Int, stride: Int) {
    if Self.writesLiterally, output.knowsLayoutOfShortStrings {
      unsafe withUnsafeMutablePointer(to: &self) { writer in
        // SAFETY: with the standard style, this is the type of the writer.
        unsafe UnsafeMutableRawPointer(writer).assumingMemoryBound(to: JSON.Writer.self).pointee
          .writeObjects(table, from: memory, count: count, stride: stride)
      }
    } else {
      unsafe writeObjectsOutOfLine(table, from: memory, count: count, stride: stride)
    }
  }

  @inlinable @inline(never)
  mutating func writeObjectsOutOfLine(_ table: __Table, from memory: UnsafeRawPointer, count: Int, stride: Int) {
    unsafe writeValues(of: table, from: memory, count: count, stride: stride)
  }

  @inlinable
  public mutating func __writeArray(_ table: __Table, from memory: UnsafeRawPointer, count: Int, stride: Int) {
    beginArray()
    if _fastPath(count <= ArrayPieces.shortArray) {
      unsafe __writeObjects(table, from: memory, count: count, stride: stride)
    } else {
      unsafe writeLongArray(table, from: memory, count: count, stride: stride)
    }
    endArray()
  }

  @inlinable @inline(never)
  mutating func writeLongArray(_ table: __Table, from memory: UnsafeRawPointer, count: Int, stride: Int) {
    var pieces = ArrayPieces(of: count)
    while pieces.advance(&output) {
      let place = unsafe memory + pieces.current.lowerBound &* stride
      unsafe __writeObjects(table, from: place, count: pieces.current.count, stride: stride)
    }
  }

  /// Whether keys and scalars are written without asking the style, which could write each value in its own way.
  @inlinable static var writesLiterally: Bool {
    @inline(__always) get { Style.self == JSON.Standard.self }
  }
}

// MARK: - The loop

// It is not inlinable: it is compiled here, not in the modules that encode values.
extension JSON.StyledWriter<JSON.Standard> {
  /// Writes objects, each with a comma after it.
  @usableFromInline @inline(never)
  mutating func writeObjects(_ table: __Table, from memory: UnsafeRawPointer, count: Int, stride: Int) {
    unsafe output.cursor = write(table, from: memory, count: count, stride: stride, at: output.cursor)
  }

  /// Writes objects, each with a comma after it.
  ///
  /// - Parameter start: Where they begin in the output. The output's own cursor has no meaning meanwhile.
  /// - Returns: Where they end.
  @inline(__always)
  mutating func write(
    _ table: __Table, from memory: UnsafeRawPointer, count: Int, stride: Int, at start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    guard let steps = unsafe table.knownSteps else {
      return unsafe writeWithoutSteps(table, from: memory, count: count, stride: stride, at: start)
    }
    return unsafe writeSteps(steps, from: memory, count: count, stride: stride, at: start)
  }

  @inline(never)
  private mutating func writeWithoutSteps(
    _ table: __Table, from memory: UnsafeRawPointer, count: Int, stride: Int, at start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    if unsafe table.cases != nil {
      return unsafe writeComposed(table, from: memory, count: count, stride: stride, at: start)
    }
    return unsafe writeSteps(table.makeSteps(), from: memory, count: count, stride: stride, at: start)
  }

  @inline(never)
  private mutating func writeSteps(
    _ first: UnsafePointer<WritingStep>, from memory: UnsafeRawPointer, count: Int, stride: Int,
    at start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    var noMembers: DictionaryMembers?
    return unsafe writeLoop(
      first, from: memory, count: count, stride: stride, members: &noMembers, hasParts: false, at: start)
  }

  /// Writes the members of a dictionary, or an object whose steps may go to the parts of a case. The loop for other objects has more
  /// registers.
  @inline(never)
  mutating func writeStepsOfOthers(
    _ first: UnsafePointer<WritingStep>, from memory: UnsafeRawPointer, count: Int = 1, stride: Int = 0,
    members: consuming DictionaryMembers? = nil, at start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    unsafe writeLoop(
      first, from: memory, count: count, stride: stride, members: &members, hasParts: true, at: start)
  }

  /// Writes objects by steps, each with a comma after it.
  @inline(__always)
  private mutating func writeLoop(
    _ first: UnsafePointer<WritingStep>, from memory: UnsafeRawPointer, count: Int, stride: Int,
    members: inout DictionaryMembers?, hasParts: Bool, at start: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    var cursor = unsafe start
    var object = unsafe memory
    for _ in 0..<count {
      if hasParts, let bucket = members?.nextBucket() {
        unsafe append(key: members.unsafelyUnwrapped.keys[bucket], &cursor)
        unsafe object = memory + bucket &* stride
      }
      var step = unsafe first
      members: while true {
        let place = unsafe object + Int(step.pointee.offset)
        switch unsafe step.pointee.code {
        case .text:
          unsafe append(textOf: step, &cursor)
          unsafe growIfFull(&cursor)
        case .bool:
          unsafe append(textOf: step, &cursor)
          unsafe append(place.load(as: Bool.self), &cursor)
        case .int:
          unsafe append(textOf: step, &cursor)
          unsafe append(place.load(as: Int.self), &cursor)
        case .double:
          unsafe append(textOf: step, &cursor)
          unsafe append(place.load(as: Double.self), &cursor)
        case .string:
          unsafe append(textOf: step, &cursor)
          unsafe append(place.assumingMemoryBound(to: Borrowed<String>.self).pointee, &cursor)
        case .boolOrNil:
          if let value = unsafe place.load(as: Bool?.self) {
            unsafe append(textOf: step, &cursor)
            unsafe append(value, &cursor)
          }
        case .intOrNil:
          if let value = unsafe place.load(as: Int?.self) {
            unsafe append(textOf: step, &cursor)
            unsafe append(value, &cursor)
          }
        case .doubleOrNil:
          if let value = unsafe place.load(as: Double?.self) {
            unsafe append(textOf: step, &cursor)
            unsafe append(value, &cursor)
          }
        case .stringOrNil:
          unsafe append(textOf: step, place.assumingMemoryBound(to: Borrowed<String?>.self).pointee, &cursor)
        case .table:
          unsafe append(textOf: step, &cursor)
          unsafe growIfFull(&cursor)
          unsafe cursor = write(step.pointee.field.nestedTable, from: place, count: 1, stride: 0, at: cursor)
        case .tableOrNil:
          if unsafe isNil(step.pointee.field, place) { break }
          unsafe append(textOf: step, &cursor)
          unsafe growIfFull(&cursor)
          unsafe cursor = write(step.pointee.field.nestedTable, from: place, count: 1, stride: 0, at: cursor)
        case .tablesOrNil:
          if unsafe isNil(step.pointee.field, place) { break }
          unsafe appendTables(step, place, &cursor)
        case .tables:
          unsafe appendTables(step, place, &cursor)
        case .ints:
          unsafe append(textOf: step, &cursor)
          unsafe append(place.assumingMemoryBound(to: Borrowed<[Int]>.self).pointee, &cursor)
        case .strings:
          unsafe append(textOf: step, &cursor)
          unsafe append(place.assumingMemoryBound(to: Borrowed<[String]>.self).pointee, &cursor)
        case .other:
          unsafe output.cursor = cursor
          unsafe write(step.pointee.field, place)
          unsafe cursor = output.cursor
        case .part:
          guard hasParts else { preconditionFailure("a part of no case") }
          unsafe object = memory.load(fromByteOffset: Int(step.pointee.offset), as: UnsafeRawPointer.self)
        case .close:
          unsafe close(ASCII.closeBrace, &cursor)
        case .end:
          break members
        }
        unsafe step += 1
      }
      unsafe close(ASCII.closeBrace, &cursor)
      unsafe object += stride
    }
    return unsafe cursor
  }

  @inline(__always)
  func append(textOf step: UnsafePointer<WritingStep>, _ cursor: inout UnsafeMutableRawPointer) {
    let target = unsafe cursor.assumingMemoryBound(to: UInt8.self)
    unsafe step.pointee.text.0.store(at: target)
    unsafe step.pointee.text.1.store(at: target + 16)
    unsafe cursor += Int(step.pointee.textCount)
  }

  /// Writes a closing bracket over the comma after the last member, and a comma after it.
  @inline(__always)
  mutating func close(_ bracket: UInt8, _ cursor: inout UnsafeMutableRawPointer) {
    let isAfterComma = unsafe cursor.load(fromByteOffset: -1, as: UInt8.self) == ASCII.comma
    let end = unsafe isAfterComma ? cursor - 1 : cursor
    unsafe end.storeBytes(of: (UInt16(ASCII.comma) &<< 8 | UInt16(bracket)).littleEndian, as: UInt16.self)
    unsafe cursor = end + 2
    unsafe growIfFull(&cursor)
  }

  @inline(__always)
  mutating func appendTables(
    _ step: UnsafePointer<WritingStep>, _ place: UnsafeRawPointer, _ cursor: inout UnsafeMutableRawPointer
  ) {
    let field = unsafe step.pointee.field
    let (start, count) = unsafe field.elements(ofArrayAt: place)
    unsafe append(textOf: step, &cursor)
    unsafe cursor.storeBytes(of: ASCII.openBracket, as: UInt8.self)
    unsafe cursor += 1
    unsafe growIfFull(&cursor)
    if let start = unsafe start, count > 0 {
      let (table, stride) = unsafe (field.nestedTable, field.pointee.details.pointee.stride)
      if _fastPath(count <= ArrayPieces.shortArray) {
        unsafe cursor = write(table, from: start, count: count, stride: stride, at: cursor)
      } else {
        unsafe output.cursor = cursor
        unsafe writeLongArray(table, from: start, count: count, stride: stride)
        unsafe cursor = output.cursor
      }
    }
    unsafe close(ASCII.closeBracket, &cursor)
  }

  @inline(__always)
  mutating func append(_ array: borrowing Borrowed<[Int]>, _ cursor: inout UnsafeMutableRawPointer) {
    unsafe append(array, &cursor) { writer, element, cursor in unsafe writer.append(element.value, &cursor) }
  }

  @inline(__always)
  mutating func append(_ array: borrowing Borrowed<[String]>, _ cursor: inout UnsafeMutableRawPointer) {
    unsafe append(array, &cursor) { writer, element, cursor in unsafe writer.append(element.value, &cursor) }
  }

  /// Writes an array where it is, so that no references are counted.
  @inline(__always)
  mutating func append<Element: Writable>(
    _ array: borrowing Borrowed<[Element]>, _ cursor: inout UnsafeMutableRawPointer,
    _ append: (inout Self, borrowing Borrowed<Element>, inout UnsafeMutableRawPointer) -> Void
  ) {
    let (start, count) = unsafe [Element].elements(of: array)
    if _slowPath(count > ArrayPieces.shortArray) {
      unsafe output.cursor = cursor
      write(value: array.value)
      unsafe cursor = output.cursor
      return
    }
    unsafe cursor.storeBytes(of: ASCII.openBracket, as: UInt8.self)
    unsafe cursor += 1
    if let elements = unsafe start?.assumingMemoryBound(to: Borrowed<Element>.self) {
      for index in 0..<count { unsafe append(&self, elements[index], &cursor) }
    }
    unsafe close(ASCII.closeBracket, &cursor)
  }

  @inline(__always)
  mutating func append(_ value: Bool, _ cursor: inout UnsafeMutableRawPointer) {
    let word: UInt64 = value ? 0x2C_6575_7274 : 0x2C65_736C_6166  // `true,` and `false,`
    unsafe cursor.storeBytes(of: word.littleEndian, as: UInt64.self)
    unsafe cursor += value ? 5 : 6
    unsafe growIfFull(&cursor)
  }

  @inline(__always)
  mutating func append(_ value: Int, _ cursor: inout UnsafeMutableRawPointer) {
    unsafe cursor.storeBytes(of: ASCII.minus, as: UInt8.self)
    let start = unsafe cursor + (value < 0 ? 1 : 0)
    let end = unsafe writeInteger(UInt64(value.magnitude), at: start.assumingMemoryBound(to: UInt8.self))
    unsafe end.pointee = ASCII.comma
    unsafe cursor = UnsafeMutableRawPointer(end + 1)
    unsafe growIfFull(&cursor)
  }

  @inline(__always)
  mutating func append(_ value: Double, _ cursor: inout UnsafeMutableRawPointer) {
    unsafe output.cursor = cursor
    write(value)
    unsafe cursor = output.cursor
  }

  @inline(__always)
  mutating func append(_ text: borrowing Borrowed<String>, _ cursor: inout UnsafeMutableRawPointer) {
    unsafe append(text.value, &cursor)
  }

  /// Writes a string as a key, with a colon after it.
  @inline(__always)
  mutating func append(key: borrowing Borrowed<String>, _ cursor: inout UnsafeMutableRawPointer) {
    unsafe append(key.value, &cursor)
    unsafe cursor.storeBytes(of: ASCII.colon, toByteOffset: -1, as: UInt8.self)
  }

  @inline(__always)
  mutating func append(
    textOf step: UnsafePointer<WritingStep>, _ text: borrowing Borrowed<String?>,
    _ cursor: inout UnsafeMutableRawPointer
  ) {
    switch text.value {
    case .some(let text):
      unsafe append(textOf: step, &cursor)
      unsafe append(text, &cursor)
    case .none: break
    }
  }

  @inline(__always)
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

  @inline(__always)
  mutating func growIfFull(_ cursor: inout UnsafeMutableRawPointer) {
    if unsafe _slowPath(cursor > output.limit) {
      unsafe output.cursor = cursor
      output.grow(toFit: 0)
      unsafe cursor = output.cursor
    }
  }
}
