// The loop that writes the values of all types with tables, once for each writer.

extension __TableType {
  @inlinable
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    unsafe withUnsafePointer(to: self) { unsafe writer.__writeFields(Self.__fields, from: UnsafeRawPointer($0)) }
  }

  // Not inlinable: it is called for each value in a type that has no table itself.
  public func writeJSON(to writer: inout JSON.Writer) {
    unsafe withUnsafePointer(to: self) { unsafe writer.writeTable(Self.__fields, from: UnsafeRawPointer($0)) }
  }
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
    unsafe writer.__writeFields(table, from: place)
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
    writer.beginArray()
    if let start = unsafe start {
      for index in 0..<count { unsafe writer.__writeFields(table, from: start + index &* stride) }
    }
    writer.endArray()
  }
}

extension FormatWriter where Self: ~Copyable {
  @inlinable
  public mutating func __writeFields(_ table: __Table, from memory: UnsafeRawPointer) {
    unsafe writeFields(table, from: memory)
  }

  /// Writes the value in some memory as an object.
  @inlinable @inline(never)
  mutating func writeFields(_ table: __Table, from memory: UnsafeRawPointer) {
    beginObject(table.names)
    for index in 0..<table.count {
      let field = unsafe table.field(at: index)
      unsafe write(field, index, memory + field.pointee.offset)
    }
    endObject()
  }

  @inlinable @inline(__always)
  mutating func write(_ field: UnsafePointer<TableField>, _ index: Int, _ place: UnsafeRawPointer) {
    switch unsafe field.pointee.content {
    case .string: unsafe writeContent(String.self, field, index, place)
    case .int: unsafe writeContent(Int.self, field, index, place)
    case .double: unsafe writeContent(Double.self, field, index, place)
    case .bool: unsafe writeContent(Bool.self, field, index, place)
    case .int32: unsafe writeContent(Int32.self, field, index, place)
    case .int64: unsafe writeContent(Int64.self, field, index, place)
    case .uint64: unsafe writeContent(UInt64.self, field, index, place)
    case .float: unsafe writeContent(Float.self, field, index, place)
    case .stringsByKey: unsafe writeContent([String: String].self, field, index, place)
    case .intsByKey: unsafe writeContent([String: Int].self, field, index, place)
    case .doublesByKey: unsafe writeContent([String: Double].self, field, index, place)
    case .strings: unsafe writeContent([String].self, field, index, place)
    case .ints: unsafe writeContent([Int].self, field, index, place)
    case .doubles: unsafe writeContent([Double].self, field, index, place)
    case .listsOfDoubles: unsafe writeContent([[Double]].self, field, index, place)
    case .table, .other: unsafe writeOther(field, index, place)
    }
  }

  @inlinable @inline(__always)
  mutating func writeContent<Value: Writable>(
    _ type: Value.Type, _ field: UnsafePointer<TableField>, _ index: Int, _ place: UnsafeRawPointer
  ) {
    switch unsafe field.pointee.shape {
    case .value: unsafe writeValue(field, index, place.assumingMemoryBound(to: Borrowed<Value>.self).pointee)
    case .optional: unsafe writeOptional(field, index, place.assumingMemoryBound(to: Borrowed<Value?>.self).pointee)
    case .array: unsafe writeArray(field, index, place.assumingMemoryBound(to: Borrowed<[Value]>.self).pointee)
    case .optionalArray:
      unsafe writeOptional(field, index, place.assumingMemoryBound(to: Borrowed<[Value]?>.self).pointee)
    }
  }

  @inlinable @inline(__always)
  mutating func writeValue<Value: Writable>(
    _ field: UnsafePointer<TableField>, _ index: Int, _ value: borrowing Borrowed<Value>
  ) {
    unsafe __writeMember(field.pointee.key, at: index, value.value)
  }

  @inlinable @inline(__always)
  mutating func writeArray<Value: Writable>(
    _ field: UnsafePointer<TableField>, _ index: Int, _ value: borrowing Borrowed<[Value]>
  ) {
    unsafe __writeMember(field.pointee.key, at: index, value.value)
  }

  @inlinable @inline(__always)
  mutating func writeOptional<Value: Writable>(
    _ field: UnsafePointer<TableField>, _ index: Int, _ value: borrowing Borrowed<Value?>
  ) {
    if unsafe field.pointee.omitsNil {
      unsafe __writeMemberIfPresent(field.pointee.key, at: index, value.value)
    } else {
      unsafe __writeMember(field.pointee.key, at: index, value.value)
    }
  }

  /// Writes a value of a type that this file does not know.
  @inlinable @inline(__always)
  mutating func writeOther(_ field: UnsafePointer<TableField>, _ index: Int, _ place: UnsafeRawPointer) {
    guard let optional = unsafe field.pointee.optionalType else { return unsafe writePresent(field, index, place) }
    if let type = unsafe field.pointee.tableType, unsafe field.pointee.isInPlace {
      unsafe writeOptional(field, index, type.__isNil(optionalAt: place) ? nil : place)
    } else {
      unsafe optional.withValue(at: place) { value in unsafe writeOptional(field, index, value) }
    }
  }

  @inlinable @inline(__always)
  mutating func writeOptional(_ field: UnsafePointer<TableField>, _ index: Int, _ value: UnsafeRawPointer?) {
    if let value = unsafe value {
      unsafe writePresent(field, index, value)
    } else if unsafe field.pointee.omitsNil {
      unsafe __writeMemberIfPresent(field.pointee.key, at: index, nil as TableValue?)
    } else {
      unsafe __writeMember(field.pointee.key, at: index, nil as TableValue?)
    }
  }

  @inlinable @inline(__always)
  mutating func writePresent(_ field: UnsafePointer<TableField>, _ index: Int, _ place: UnsafeRawPointer) {
    guard let tableType = unsafe field.pointee.tableType else {
      return unsafe writePresent(field.pointee.type, field, index, place)
    }
    guard unsafe field.pointee.arrayType != nil else {
      return unsafe __writeMember(field.pointee.key, at: index, TableValue(tableType.__fields, place))
    }
    unsafe tableType.__withElements(ofArrayAt: place) { start, count in
      let values = unsafe TableValues(tableType.__fields, start, count: count, stride: field.pointee.stride)
      unsafe __writeMember(field.pointee.key, at: index, values)
    }
  }

  @inlinable @inline(__always)
  mutating func writePresent<Value: Writable>(
    _ type: Value.Type, _ field: UnsafePointer<TableField>, _ index: Int, _ place: UnsafeRawPointer
  ) {
    if unsafe field.pointee.arrayType == nil {
      unsafe writeValue(field, index, place.assumingMemoryBound(to: Borrowed<Value>.self).pointee)
    } else {
      unsafe writeArray(field, index, place.assumingMemoryBound(to: Borrowed<[Value]>.self).pointee)
    }
  }
}
