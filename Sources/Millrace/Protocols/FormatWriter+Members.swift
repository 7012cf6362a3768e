// Several values can share an object. Each value writes itself as usual, with a beginning and an end, to a writer that
// omits both.

extension FormatWriter where Self: ~Copyable {
  /// Writes the members of a value that is written as an object, without its beginning and end.
  ///
  /// A nil writes nothing. Any other value that is not an object is a failure, and so is a member with one of the reserved names.
  ///
  /// - Parameter reserved: The names of the members that the object has already.
  @inlinable
  public mutating func __writeMembers<Value: Writable & ~Copyable>(
    of value: borrowing Value, besides reserved: FieldTable
  ) {
    guard admitsMembersOfSeveralValues else { return fail(.mismatch(expected: .object, found: .object)) }
    var members = __MembersWriter(consume self, reserved)
    value.write(to: &members)
    self = members.finish()
  }
}

/// Writes to another writer, without the beginning and the end of the outermost object.
public struct __MembersWriter<Base: FormatWriter & ~Copyable>: FormatWriter, ~Copyable {
  @usableFromInline var base: Base
  /// The number of open arrays and objects, including the outermost object.
  @usableFromInline var depth = 0
  @usableFromInline var fields = FieldTable("")
  /// The names of members that the object has already.
  @usableFromInline let reserved: FieldTable

  @inlinable
  init(_ base: consuming Base, _ reserved: FieldTable) {
    self.base = base
    self.reserved = reserved
  }

  @inlinable
  consuming func finish() -> Base { base }

  /// Whether the next call writes a value inside the object, rather than the object itself.
  @inlinable
  mutating func isInside(_ found: ValueKind) -> Bool {
    if depth == 0 { base.fail(.mismatch(expected: .object, found: found)) }
    return depth > 0
  }
}

extension __MembersWriter where Base: ~Copyable {
  // MARK: Objects

  @inlinable
  public mutating func beginObject(_ fields: FieldTable) {
    if depth == 0 { self.fields = fields } else { base.beginObject(fields) }
    depth += 1
  }

  @inlinable
  public mutating func beginMap() {
    if depth > 0 { base.beginMap() }
    depth += 1
  }

  @inlinable
  public mutating func endObject() {
    depth -= 1
    if depth > 0 { base.endObject() }
  }

  @inlinable
  public mutating func writeMember<Value: Writable & ~Copyable>(
    _ key: StaticString, at index: Int, _ value: borrowing Value
  ) {
    guard depth == 1 else { return base.writeMember(key, at: index, value) }
    writeKey(key, at: index, of: fields)
    base.write(value: value)
  }

  @inlinable
  public mutating func writeMemberIfPresent<Value: Writable & ~Copyable>(
    _ key: StaticString, at index: Int, _ value: borrowing Value?
  ) {
    guard depth == 1 else { return base.writeMemberIfPresent(key, at: index, value) }
    switch value {
    case .some(let value): writeMember(key, at: index, value)
    case .none: break
    }
  }

  @inlinable
  public mutating func writeKey(_ key: StaticString, at index: Int, of fields: FieldTable) {
    if depth == 1, !reserved.isEmpty { fields.withName(at: index) { name in checkKey(name) } }
    base.writeKey(key, at: index, of: fields)
  }

  @inlinable
  public mutating func writeKey(_ key: String) {
    if depth == 1, reserved.contains(key) { base.fail(.duplicateKey(key)) }
    base.writeKey(key)
  }

  @inlinable
  public mutating func writeKey(utf8: Span<UInt8>) {
    if depth == 1 { checkKey(utf8) }
    base.writeKey(utf8: utf8)
  }

  /// Fails if the object has a member with this key already.
  @usableFromInline
  mutating func checkKey(_ utf8: Span<UInt8>) {
    var search = FieldSearch(reserved)
    guard search.index(of: utf8) >= 0 else { return }
    base.fail(.duplicateKey(unsafe utf8.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }))
  }

  // MARK: Arrays

  @inlinable
  public mutating func beginArray() {
    if isInside(.array) { base.beginArray() }
    depth += 1
  }

  @inlinable
  public mutating func endArray() {
    depth -= 1
    if depth > 0 { base.endArray() }
  }

  // MARK: Values

  @inlinable
  public mutating func write<Value: Writable & ~Copyable>(value: borrowing Value) {
    if depth == 0 { value.write(to: &self) } else { base.write(value: value) }
  }

  @inlinable public mutating func writeNull() { if depth > 0 { base.writeNull() } }
  @inlinable public mutating func write(_ value: Bool) { if isInside(.boolean) { base.write(value) } }
  @inlinable public mutating func write(_ value: Int) { if isInside(.number) { base.write(value) } }
  @inlinable public mutating func write(_ value: Int64) { if isInside(.number) { base.write(value) } }
  @inlinable public mutating func write(_ value: UInt64) { if isInside(.number) { base.write(value) } }
  @available(WideIntegers, *)
  @inlinable public mutating func write(_ value: Int128) { if isInside(.number) { base.write(value) } }
  @available(WideIntegers, *)
  @inlinable public mutating func write(_ value: UInt128) { if isInside(.number) { base.write(value) } }
  @inlinable public mutating func write(_ value: Double) { if isInside(.number) { base.write(value) } }
  @inlinable public mutating func write(_ value: Float) { if isInside(.number) { base.write(value) } }
  @inlinable public mutating func write(_ value: String) { if isInside(.string) { base.write(value) } }
  @inlinable public mutating func write(_ value: Instant) { if isInside(.string) { base.write(value) } }
  @inlinable public mutating func write(_ value: Instant, as form: Instant.Form) {
    if isInside(.string) { base.write(value, as: form) }
  }
  @inlinable public func nearestInstant(to value: Instant) -> Instant { base.nearestInstant(to: value) }
  @inlinable public mutating func write(bytes: [UInt8]) { if isInside(.string) { base.write(bytes: bytes) } }
  @inlinable public mutating func writeNumber(text: Span<UInt8>) {
    if isInside(.number) { base.writeNumber(text: text) }
  }
  @inlinable public mutating func writeExactNumber(text: Span<UInt8>) {
    if isInside(.number) { base.writeExactNumber(text: text) }
  }
  @inlinable public mutating func writeString(utf8: Span<UInt8>) {
    if isInside(.string) { base.writeString(utf8: utf8) }
  }

  // MARK: Errors

  @inlinable public mutating func fail(_ problem: FormatError.Problem) { base.fail(problem) }
  @inlinable public var hasFailed: Bool { base.hasFailed }
}
