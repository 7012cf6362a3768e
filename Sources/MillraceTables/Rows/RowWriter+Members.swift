import Millrace

// Writing members of rows, and scalars.

// MARK: - Members

extension RowWriter where Cells: ~Copyable {
  @inlinable
  public mutating func writeMember<Value: Writable & ~Copyable>(
    _ key: StaticString, at index: Int, _ value: borrowing Value
  ) {
    if _slowPath(position == .json) { return json.writeMember(key, at: index, value) }
    member = columns.objects[object].binding.memberOfField[index]
    value.write(to: &self)
  }

  @inlinable
  public mutating func writeMemberIfPresent<Value: Writable & ~Copyable>(
    _ key: StaticString, at index: Int, _ value: borrowing Value?
  ) {
    if _slowPath(position == .json) { return json.writeMemberIfPresent(key, at: index, value) }
    member = columns.objects[object].binding.memberOfField[index]
    switch value {
    case .some(let value): value.write(to: &self)
    case .none: leaveAbsent()
    }
  }

  /// Ensures that a member has a column even if it has no value, unless it is known to be an object.
  @inlinable
  mutating func leaveAbsent() {
    let known = columns.objects[object].members[member]
    if known.column == RowColumns.Member.none, known.object == RowColumns.Member.none, !hasGivenColumns {
      _ = otherColumn()
    }
  }

  @inlinable
  public mutating func writeKey(utf8: Span<UInt8>) {
    if _slowPath(position == .json) { return json.writeKey(utf8: utf8) }
    member = columns.objects[object].member(named: utf8)
  }

  @inlinable
  public mutating func writeKey(_ key: StaticString, at index: Int, of fields: FieldTable) {
    fields.withName(at: index) { writeKey(utf8: $0) }
  }
}

// MARK: - Scalars

extension RowWriter where Cells: ~Copyable {
  /// Writes a scalar to its cell, or to the JSON text that it is in.
  @inlinable @inline(__always)
  mutating func writeScalar(
    _ writeJSON: (inout JSON.Writer) -> Void, _ writeCell: (inout Cells, _ column: Int) -> Void
  ) {
    if _slowPath(position == .json) { return writeJSON(&json) }
    if let column = columnOfScalar() { writeCell(&cells, column) }
    endScalar()
  }

  @inlinable
  public mutating func writeNull() {
    if _slowPath(position == .json) { return json.writeNull() }
    if position == .object { return leaveAbsent() }
    _ = otherColumnOfScalar()
    endScalar()
  }

  @inlinable
  public mutating func write(_ value: Bool) {
    writeScalar({ $0.write(value) }, { $0.write(value, at: $1) })
  }

  @inlinable
  public mutating func write(_ value: Int) { write(Int64(value)) }

  @inlinable
  public mutating func write(_ value: Int64) {
    writeScalar({ $0.write(value) }, { $0.write(value, at: $1) })
  }

  @inlinable
  public mutating func write(_ value: UInt64) { writeWide(value) }
  @available(WideIntegers, *)
  @inlinable
  public mutating func write(_ value: Int128) { writeWide(value) }
  @available(WideIntegers, *)
  @inlinable
  public mutating func write(_ value: UInt128) { writeWide(value) }

  @inlinable
  public mutating func write(_ value: Double) {
    writeScalar({ $0.write(value) }, { $0.write(value, at: $1) })
  }

  @inlinable
  public mutating func write(_ value: Float) {
    writeScalar({ $0.write(value) }, { $0.write(value, at: $1) })
  }

  @inlinable
  public mutating func write(_ value: String) {
    if _slowPath(position == .json) { return json.write(value) }
    value.withUTF8Span { writeString(utf8: $0) }
  }

  @inlinable
  public mutating func write(_ value: Instant) {
    writeScalar({ $0.write(value) }, { $0.write(value, at: $1) })
  }

  @inlinable
  public func nearestInstant(to value: Instant) -> Instant {
    position == .json ? json.nearestInstant(to: value) : cells.nearestInstant(to: value)
  }

  @inlinable
  public mutating func write(bytes: [UInt8]) {
    writeScalar({ $0.write(bytes: bytes) }, { $0.write(bytes: bytes, at: $1) })
  }

  @inlinable
  public mutating func writeNumber(text: Span<UInt8>) {
    writeScalar({ $0.writeNumber(text: text) }, { $0.writeNumber(text: text, at: $1) })
  }

  @inlinable
  public mutating func writeString(utf8: Span<UInt8>) {
    writeScalar({ $0.writeString(utf8: utf8) }, { $0.writeString(utf8: utf8, at: $1) })
  }
}
