import Millrace

extension Columns.Writer {
  @inlinable @inline(__always)
  public mutating func write(_ value: Int64) {
    if unsafe target.pointee.take(value, at: entry) { entry &+= 1 } else { append(value) }
  }

  @inlinable @inline(__always)
  public mutating func write(_ value: Int) { write(Int64(value)) }

  @inlinable @inline(__always)
  public mutating func write(_ value: Double) {
    if unsafe target.pointee.take(value, at: entry) { entry &+= 1 } else { append(value) }
  }

  @inlinable
  public mutating func write(_ value: Float) { write(Double(value)) }

  @inlinable @inline(__always)
  public mutating func write(_ value: String) {
    if unsafe target.pointee.take(value, at: entry, knowsLayout: knowsLayoutOfShortStrings) {
      entry &+= 1
    } else {
      append(value)
    }
  }

  @inlinable @inline(__always)
  public mutating func writeString(utf8: Span<UInt8>) { unsafe utf8.withUnsafeBufferPointer { unsafe write($0) } }

  @inlinable @inline(__always)
  mutating func write(_ string: UnsafeBufferPointer<UInt8>) {
    if unsafe target.pointee.take(string, at: entry) { entry &+= 1 } else { unsafe append(string) }
  }

  @inlinable
  public mutating func writeNumber(text: Span<UInt8>) {
    unsafe text.withUnsafeBufferPointer { text in
      if let value = unsafe Int64(shortNumber: text) { write(value) } else { unsafe append(number: text) }
    }
  }

  /// Writes a number. If a double does not have all its digits, it is stored as text.
  public mutating func writeExactNumber(text: Span<UInt8>) {
    unsafe text.withUnsafeBufferPointer { digits in
      if jsonDepth == 0, case .double(let value, _) = unsafe ColumnValue(number: digits),
        unsafe !value.hasSameDigits(as: digits)
      {
        unsafe append(.digits(digits))
      } else {
        writeNumber(text: unsafe digits.span)
      }
    }
  }

  @inlinable
  public mutating func write(_ value: UInt64) { writeWide(value) }
  @available(WideIntegers, *)
  @inlinable
  public mutating func write(_ value: Int128) { writeWide(value) }
  @available(WideIntegers, *)
  @inlinable
  public mutating func write(_ value: UInt128) { writeWide(value) }

  /// Writes nothing: an entry that is not written is null.
  @inlinable @inline(__always)
  public mutating func writeNull() {
    if unsafe _fastPath(container != nil && target.pointee.count <= entry) { entry &+= 1 } else { writeNullOutOfLine() }
  }
}

extension Int64 {
  /// Creates an integer from a text of so few digits that it is always in range.
  @inlinable @inline(__always)
  init?(shortNumber text: UnsafeBufferPointer<UInt8>) {
    let isNegative = unsafe text.count > 1 && text[0] == ASCII.minus
    var index = isNegative ? 1 : 0
    guard text.count &- index <= 18 else { return nil }
    var value: Int64 = 0
    while index < text.count {
      let digit = unsafe text[index] &- ASCII.zero
      guard digit <= 9 else { return nil }
      value = value &* 10 &+ Int64(digit)
      index &+= 1
    }
    // A negative zero is a double.
    if isNegative, value == 0 { return nil }
    self = isNegative ? 0 &- value : value
  }
}

extension Double {
  /// Whether the shortest text of this number has the significant digits of a text, of which it is the nearest double.
  fileprivate func hasSameDigits(as text: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe significantDigits(JSON.Number(self)?.text.utf8 ?? "".utf8) == significantDigits(text)
  }
}

/// The digits of a number in the grammar of RFC 8259, section 6, without zeros at both ends.
private func significantDigits(_ text: some Sequence<UInt8>) -> ArraySlice<UInt8> {
  var digits = text.prefix { !ASCII.isExponentMark($0) }.filter(ASCII.isDigit)[...]
  while digits.first == ASCII.zero { digits.removeFirst() }
  while digits.last == ASCII.zero { digits.removeLast() }
  return digits
}

// MARK: - Slow paths

extension Columns.Writer {
  @usableFromInline @inline(never)
  mutating func append(_ value: Int64) {
    if jsonDepth > 0 { json.write(value) } else { append(.integer(value)) }
  }

  @usableFromInline @inline(never)
  mutating func append(_ value: Double) {
    if jsonDepth > 0 { json.write(value) } else { unsafe append(.double(value)) }
  }

  @usableFromInline @inline(never)
  mutating func append(_ string: UnsafeBufferPointer<UInt8>) {
    if jsonDepth > 0 { unsafe json.writeString(utf8: string.span) } else { unsafe append(.string(string)) }
  }

  @usableFromInline @inline(never)
  mutating func append(_ string: String) {
    var string = string
    string.withUTF8 { unsafe append($0) }
  }

  @usableFromInline @inline(never)
  mutating func append(number text: UnsafeBufferPointer<UInt8>) {
    if jsonDepth > 0 { return unsafe json.writeNumber(text: text.span) }
    // A number with a point is not an integer. A column of doubles accepts it only if no digits are lost.
    if unsafe target.pointee.kind == .double, unsafe text.contains(ASCII.dot),
      let value: Double = unsafe shortDecimal(text, isPadded: false)
    {
      return write(value)
    }
    switch unsafe ColumnValue(number: text) {
    case .integer(let value): write(value)
    case .double(let value, _) where unsafe target.pointee.kind == .double: write(value)
    case let value: append(value)
    }
  }

  public mutating func write(_ value: Bool) {
    if jsonDepth > 0 { return json.write(value) }
    if unsafe target.pointee.take(value, at: entry) { entry &+= 1 } else { append(.boolean(value)) }
  }

  public mutating func write(_ value: Instant) { write(value, as: .instant) }

  /// Writes an instant. The form is that of the column if all its instants have it; see ``Columns/Notation``.
  public mutating func write(_ value: Instant, as form: Instant.Form) {
    if jsonDepth > 0 { json.write(value, as: form) } else { append(.instant(value, form)) }
  }

  public mutating func write(bytes: [UInt8]) {
    if jsonDepth > 0 { json.write(bytes: bytes) } else { append(.bytes(bytes)) }
  }

  @usableFromInline @inline(never)
  mutating func writeNullOutOfLine() {
    if jsonDepth > 0 { return json.writeNull() }
    if unsafe target == rows {
      beginOtherRow()
      return endOtherRow()
    }
    _ = unsafe isFree(target)
    entry += 1
  }

  /// Appends a value to its column, which may have any kind.
  private mutating func append(_ value: ColumnValue) {
    let isRow = unsafe target == rows
    if isRow { beginOtherRow() }
    let index = entry
    if unsafe isFree(target) {
      unsafe changing(target) { column throws(FormatError) in try column.append(value, at: index) }
    }
    if isRow { endOtherRow() } else { entry += 1 }
  }

  private mutating func endOtherRow() {
    unsafe target = unsafe rows
    entry = unsafe rows.pointee.count
  }
}
