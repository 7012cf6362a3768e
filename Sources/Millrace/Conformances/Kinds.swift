// The kinds of values that the standard library's types are read from.

extension Bool { @inlinable public static var kinds: ValueKinds { .boolean } }
extension Double { @inlinable public static var kinds: ValueKinds { .number } }
extension Float { @inlinable public static var kinds: ValueKinds { .number } }
extension String { @inlinable public static var kinds: ValueKinds { .string } }
extension Substring { @inlinable public static var kinds: ValueKinds { .string } }
extension Character { @inlinable public static var kinds: ValueKinds { .string } }

extension Readable where Self: FixedWidthInteger {
  @inlinable public static var kinds: ValueKinds { .integer }
}

extension Readable where Self: RawRepresentable, RawValue: Readable {
  @inlinable public static var kinds: ValueKinds { RawValue.kinds }
}

extension Optional where Wrapped: Readable {
  @inlinable public static var kinds: ValueKinds { Wrapped.kinds.union(.null) }
  @inlinable public static var fieldTable: FieldTable { Wrapped.fieldTable }
}

extension Array where Element: Readable { @inlinable public static var kinds: ValueKinds { .array } }
extension Set where Element: Readable { @inlinable public static var kinds: ValueKinds { .array } }
extension ClosedRange where Bound: Readable { @inlinable public static var kinds: ValueKinds { .array } }
extension Dictionary where Key: ObjectKey, Value: Readable {
  @inlinable public static var kinds: ValueKinds { .object }
}
