// The loop that writes the values of all types with tables, once for each writer.

extension __WrittenByTable {
  @inlinable
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    unsafe withUnsafePointer(to: self) {
      unsafe writer.__writeObjects(Self.__fields, from: UnsafeRawPointer($0), count: 1, stride: 0)
    }
  }

  // Not inlinable: it is called for each value in a type that has no table itself.
  public func writeJSON(to writer: inout JSON.Writer) {
    unsafe withUnsafePointer(to: self) {
      unsafe writer.__writeObjects(Self.__fields, from: UnsafeRawPointer($0), count: 1, stride: 0)
    }
  }

  public static var __writingTableType: (any __TableType.Type)? { Self.self }
}

/// A value where it is. It has the layout of its only property, and as it cannot be copied, it is borrowed and its references are not
/// counted.
@frozen @usableFromInline
struct Borrowed<Value>: ~Copyable {
  @usableFromInline let value: Value
}

/// A value of a type with a table, where it is.
///
/// SAFETY: it is used only while the value that contains it is written.
@usableFromInline
@safe
struct TableValue: Writable, ~Copyable {
  @usableFromInline let table: __Table
  @usableFromInline let place: UnsafeRawPointer

  @inlinable
  init(_ table: __Table, _ place: UnsafeRawPointer) {
    self.table = table
    unsafe self.place = place
  }

  @inlinable
  borrowing func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    unsafe writer.__writeObjects(table, from: place, count: 1, stride: 0)
  }
}

/// The elements of an array of such values.
///
/// SAFETY: as for one value.
@usableFromInline
@safe
struct TableValues: Writable, ~Copyable {
  @usableFromInline let table: __Table
  @usableFromInline let start: UnsafeRawPointer?
  @usableFromInline let count: Int
  @usableFromInline let stride: Int

  @inlinable
  init(_ table: __Table, _ start: UnsafeRawPointer?, count: Int, stride: Int) {
    self.table = table
    unsafe self.start = start
    self.count = count
    self.stride = stride
  }

  @inlinable
  borrowing func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    if let start = unsafe start, count > 0 {
      unsafe writer.__writeArray(table, from: start, count: count, stride: stride)
    } else {
      writer.beginArray()
      writer.endArray()
    }
  }
}

extension FormatWriter where Self: ~Copyable {
  @inlinable
  public mutating func __writeArray(_ table: __Table, from memory: UnsafeRawPointer, count: Int, stride: Int) {
    beginArray()
    unsafe __writeObjects(table, from: memory, count: count, stride: stride)
    endArray()
  }

  @inlinable @inline(never)
  public mutating func __writeObjects(_ table: __Table, from memory: UnsafeRawPointer, count: Int, stride: Int) {
    unsafe writeValues(of: table, from: memory, count: count, stride: stride)
  }

  @inlinable @inline(__always)
  mutating func writeValues(of table: __Table, from memory: UnsafeRawPointer, count: Int, stride: Int) {
    if let cases = unsafe table.cases {
      for index in 0..<count { unsafe writeComposed(cases, table.names, from: memory + index &* stride) }
    } else {
      for index in 0..<count { unsafe writeFields(table, from: memory + index &* stride) }
    }
  }

  /// Writes the value in some memory as an object.
  @inlinable @inline(__always)
  mutating func writeFields(_ table: __Table, from memory: UnsafeRawPointer) {
    beginObject(table.names)
    unsafe writeMembers(of: table, from: memory)
    endObject()
  }

  @inlinable @inline(__always)
  mutating func writeMembers(of table: __Table, from memory: UnsafeRawPointer) {
    var field = unsafe table.field(at: 0)
    let afterLast = unsafe table.field(at: table.count)
    while unsafe field != afterLast {
      unsafe write(field, memory + Int(field.pointee.offset))
      unsafe field += 1
    }
  }

  @inlinable @inline(__always)
  mutating func write(_ field: UnsafePointer<__TableField>, _ place: UnsafeRawPointer) {
    switch unsafe field.pointee.code {
    case .bool: unsafe writeValue(field, place.assumingMemoryBound(to: Borrowed<Bool>.self).pointee)
    case .int: unsafe writeValue(field, place.assumingMemoryBound(to: Borrowed<Int>.self).pointee)
    case .double: unsafe writeValue(field, place.assumingMemoryBound(to: Borrowed<Double>.self).pointee)
    case .string: unsafe writeValue(field, place.assumingMemoryBound(to: Borrowed<String>.self).pointee)
    case .boolOrNil: unsafe writeOptional(field, place.assumingMemoryBound(to: Borrowed<Bool?>.self).pointee)
    case .intOrNil: unsafe writeOptional(field, place.assumingMemoryBound(to: Borrowed<Int?>.self).pointee)
    case .doubleOrNil: unsafe writeOptional(field, place.assumingMemoryBound(to: Borrowed<Double?>.self).pointee)
    case .stringOrNil: unsafe writeOptional(field, place.assumingMemoryBound(to: Borrowed<String?>.self).pointee)
    case .ints: unsafe writeArray(field, place.assumingMemoryBound(to: Borrowed<[Int]>.self).pointee)
    case .strings: unsafe writeArray(field, place.assumingMemoryBound(to: Borrowed<[String]>.self).pointee)
    case .table: unsafe writeTable(field, place)
    case .tables: unsafe writeTables(field, place)
    case .tableOrNil:
      if unsafe isNil(field, place) { unsafe writeNil(field) } else { unsafe writeTable(field, place) }
    case .tablesOrNil:
      if unsafe isNil(field, place) { unsafe writeNil(field) } else { unsafe writeTables(field, place) }
    case .other: unsafe writeOther(field, place)
    case .known: unsafe writeKnown(field, place)
    case .special: unsafe writeSpecial(field, place)
    }
  }

  @inlinable @inline(never)
  mutating func writeSpecial(_ field: UnsafePointer<__TableField>, _ place: UnsafeRawPointer) {
    if let isOmitted = unsafe field.pointee.details.pointee.isOmitted, unsafe isOmitted.pointee(place) {
      return unsafe __writeMemberIfPresent(of: field, nil as TableValue?)
    }
    switch unsafe field.pointee.details.pointee.content {
    case .table, .other: unsafe writeOther(field, place)
    default: unsafe writeKnown(field, place)
    }
  }

  /// Writes a value of another type that this file knows.
  @inlinable @inline(never)
  mutating func writeKnown(_ field: UnsafePointer<__TableField>, _ place: UnsafeRawPointer) {
    switch unsafe field.pointee.details.pointee.content {
    case .string: unsafe writeContent(String.self, field, place)
    case .int: unsafe writeContent(Int.self, field, place)
    case .double: unsafe writeContent(Double.self, field, place)
    case .bool: unsafe writeContent(Bool.self, field, place)
    case .int32: unsafe writeContent(Int32.self, field, place)
    case .int64: unsafe writeContent(Int64.self, field, place)
    case .uint64: unsafe writeContent(UInt64.self, field, place)
    case .float: unsafe writeContent(Float.self, field, place)
    case .stringsByKey: unsafe writeContent([String: String].self, field, place)
    case .intsByKey: unsafe writeContent([String: Int].self, field, place)
    case .doublesByKey: unsafe writeContent([String: Double].self, field, place)
    case .strings: unsafe writeContent([String].self, field, place)
    case .ints: unsafe writeContent([Int].self, field, place)
    case .doubles: unsafe writeContent([Double].self, field, place)
    case .listsOfDoubles: unsafe writeContent([[Double]].self, field, place)
    case .table, .other: break
    }
  }

  @inlinable @inline(__always)
  mutating func writeContent<Value: Writable>(
    _ type: Value.Type, _ field: UnsafePointer<__TableField>, _ place: UnsafeRawPointer
  ) {
    switch unsafe field.pointee.details.pointee.shape {
    case .value: unsafe writeValue(field, place.assumingMemoryBound(to: Borrowed<Value>.self).pointee)
    case .optional: unsafe writeOptional(field, place.assumingMemoryBound(to: Borrowed<Value?>.self).pointee)
    case .array: unsafe writeArray(field, place.assumingMemoryBound(to: Borrowed<[Value]>.self).pointee)
    case .optionalArray:
      unsafe writeOptional(field, place.assumingMemoryBound(to: Borrowed<[Value]?>.self).pointee)
    }
  }

  @inlinable @inline(__always)
  mutating func writeValue<Value: Writable>(
    _ field: UnsafePointer<__TableField>, _ value: borrowing Borrowed<Value>
  ) {
    unsafe __writeMember(of: field, value.value)
  }

  @inlinable @inline(__always)
  mutating func writeArray<Value: Writable>(
    _ field: UnsafePointer<__TableField>, _ value: borrowing Borrowed<[Value]>
  ) {
    unsafe __writeMember(of: field, value.value)
  }

  @inlinable @inline(__always)
  mutating func writeOptional<Value: Writable>(
    _ field: UnsafePointer<__TableField>, _ value: borrowing Borrowed<Value?>
  ) {
    if unsafe field.pointee.details.pointee.omitsNil {
      unsafe __writeMemberIfPresent(of: field, value.value)
    } else {
      unsafe __writeMember(of: field, value.value)
    }
  }

  @inlinable @inline(__always)
  mutating func writeTable(_ field: UnsafePointer<__TableField>, _ place: UnsafeRawPointer) {
    unsafe __writeMember(of: field, TableValue(field.nestedTable, place))
  }

  @inlinable @inline(__always)
  mutating func writeTables(_ field: UnsafePointer<__TableField>, _ place: UnsafeRawPointer) {
    let elements = unsafe field.elements(ofArrayAt: place)
    let values = unsafe TableValues(
      field.nestedTable, elements.start, count: elements.count, stride: field.pointee.details.pointee.stride)
    unsafe __writeMember(of: field, values)
  }

  /// Whether an optional of a type with a table is nil.
  @inlinable @inline(__always)
  func isNil(_ field: UnsafePointer<__TableField>, _ place: UnsafeRawPointer) -> Bool {
    // The nil of arrays is the same for all types.
    if unsafe field.pointee.details.pointee.shape == .optionalArray { return unsafe [Int]?.isNil(at: place) }
    return unsafe field.pointee.details.pointee.tableType?.isNil(optionalAt: place) ?? true
  }

  @inlinable @inline(__always)
  mutating func writeNil(_ field: UnsafePointer<__TableField>) {
    if unsafe field.pointee.details.pointee.omitsNil {
      unsafe __writeMemberIfPresent(of: field, nil as TableValue?)
    } else {
      unsafe __writeMember(of: field, nil as TableValue?)
    }
  }

  /// Writes a value of a type that this file does not know.
  @inlinable @inline(never)
  mutating func writeOther(_ field: UnsafePointer<__TableField>, _ place: UnsafeRawPointer) {
    guard let optional = unsafe field.pointee.details.pointee.optionalType else {
      return unsafe writePresent(field, place)
    }
    if unsafe field.pointee.details.pointee.isOptionalReference {
      let isNil = unsafe place.load(as: UnsafeRawPointer?.self) == nil
      return isNil ? unsafe writeNil(field) : unsafe writePresent(field, place)
    }
    unsafe optional.withValue(at: place) { value in
      if let value = unsafe value { unsafe writePresent(field, value) } else { unsafe writeNil(field) }
    }
  }

  @inlinable @inline(__always)
  mutating func writePresent(_ field: UnsafePointer<__TableField>, _ place: UnsafeRawPointer) {
    if unsafe field.pointee.nested == nil {
      if unsafe __writeSpecialized(field, place) { return }
      unsafe writePresent(field.pointee.details.pointee.writableType, field, place)
    } else if unsafe field.pointee.details.pointee.arrayType == nil {
      unsafe writeTable(field, place)
    } else {
      unsafe writeTables(field, place)
    }
  }

  @inlinable @inline(__always)
  mutating func writePresent<Value: Writable>(
    _ type: Value.Type, _ field: UnsafePointer<__TableField>, _ place: UnsafeRawPointer
  ) {
    if unsafe field.pointee.details.pointee.arrayType == nil {
      unsafe writeValue(field, place.assumingMemoryBound(to: Borrowed<Value>.self).pointee)
    } else {
      unsafe writeArray(field, place.assumingMemoryBound(to: Borrowed<[Value]>.self).pointee)
    }
  }
}
