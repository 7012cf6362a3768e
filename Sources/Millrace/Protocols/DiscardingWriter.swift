/// A writer that discards everything. Forwarding to it only validates a value.
struct DiscardingWriter: FormatWriter {
  var hasFailed: Bool { false }

  mutating func beginObject(_ fields: FieldTable) {}
  mutating func writeMember<Value: Writable & ~Copyable>(_ key: StaticString, at index: Int, _ value: borrowing Value) {
  }
  mutating func writeMemberIfPresent<Value: Writable & ~Copyable>(
    _ key: StaticString, at index: Int, _ value: borrowing Value?
  ) {}
  mutating func __writeObjects(_ table: __Table, from memory: UnsafeRawPointer, count: Int, stride: Int) {}
  mutating func __writeArray(_ table: __Table, from memory: UnsafeRawPointer, count: Int, stride: Int) {}
  mutating func beginMap() {}
  mutating func writeKey(_ key: String) {}
  mutating func writeKey(utf8: Span<UInt8>) {}
  mutating func endObject() {}
  mutating func beginArray() {}
  mutating func endArray() {}
  mutating func writeNull() {}
  mutating func write(_ value: Bool) {}
  mutating func write(_ value: Int) {}
  mutating func write(_ value: Int64) {}
  mutating func write(_ value: UInt64) {}
  @available(WideIntegers, *)
  mutating func write(_ value: Int128) {}
  @available(WideIntegers, *)
  mutating func write(_ value: UInt128) {}
  mutating func write(_ value: Double) {}
  mutating func write(_ value: Float) {}
  mutating func write(_ value: String) {}
  mutating func writeNumber(text: Span<UInt8>) {}
  mutating func writeString(utf8: Span<UInt8>) {}
  mutating func fail(_ problem: FormatError.Problem) {}
}
