// Members of types with tables.

extension JSON.StyledWriter {
  @inlinable @inline(__always)
  public mutating func __writeMember<Value: Writable & ~Copyable>(
    _ key: borrowing __TableKey, at index: Int, _ value: borrowing Value
  ) {
    begin(key)
    write(value: value)
  }

  @inlinable @inline(__always)
  public mutating func __writeMember<Element: Writable>(
    _ key: borrowing __TableKey, at index: Int, _ value: borrowing [Element]
  ) {
    begin(key)
    write(value: value)
  }

  @inlinable @inline(__always)
  public mutating func __writeMemberIfPresent<Value: Writable & ~Copyable>(
    _ key: borrowing __TableKey, at index: Int, _ value: borrowing Value?
  ) {
    switch value {
    case .some(let value): __writeMember(key, at: index, value)
    case .none:
      if Style.writesNil {
        begin(key)
        writeNull()
      }
    }
  }

  @inlinable @inline(__always)
  mutating func begin(_ key: borrowing __TableKey) {
    guard key.shortCount > 0, Style.Keys.areAsDeclared, Style.Escapes.areMinimal, !Style.Layout.sortsKeys else {
      return beginMember(key.literal)
    }
    unsafe output.append(key.bytes, shortCount: key.shortCount)
    if Style.Layout.indentation != nil { output.append(ASCII.space) }
  }
}

extension JSON.StyledWriter<JSON.Standard> {
  /// The loop for the standard style, which is not compiled in the modules of types.
  @usableFromInline @inline(never)
  mutating func writeTable(_ table: __Table, from memory: UnsafeRawPointer) { unsafe writeFields(table, from: memory) }
}
