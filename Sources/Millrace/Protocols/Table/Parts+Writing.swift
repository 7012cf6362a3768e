// Values that are composed from parts are written by the table of their case.

extension FormatWriter where Self: ~Copyable {
  /// Writes the value in some memory.
  ///
  /// - Parameter names: The names of the members around the parts.
  @inlinable @inline(never)
  mutating func writeComposed(
    _ cases: UnsafePointer<ComposedCases>, _ names: FieldTable, from memory: UnsafeRawPointer
  ) {
    unsafe cases.decomposedType.__decompose(valueAt: memory) { index, parts in
      unsafe writeParts(index, of: cases, names, from: UnsafeRawPointer(parts.values))
    }
  }

  @inlinable
  mutating func writeParts(
    _ index: Int, of cases: UnsafePointer<ComposedCases>, _ names: FieldTable, from values: UnsafeRawPointer
  ) {
    let found = unsafe cases.at(index)
    let content = unsafe found.pointee.isContent ? found.pointee.table.field(at: 0) : nil
    if unsafe cases.pointee.unknown == index, let content = unsafe content {
      return unsafe write(value: FieldValue(content, values))
    }
    switch unsafe cases.pointee.form {
    case .only: unsafe writeFields(of: found, from: values)
    case .key:
      beginObject(names)
      unsafe writeKey(found.pointee.name)
      unsafe writeFields(of: found, from: values)
      endObject()
    case .tag(let tag):
      if let content = unsafe content {
        beginObject(names)
        unsafe writeMember(tag, at: 0, found.pointee.name)
        unsafe __writeMembers(of: FieldValue(content, values), besides: names)
      } else {
        let table = unsafe found.pointee.table
        beginObject(table.names)
        // The tag is the last of the names.
        unsafe writeMember(tag, at: table.count, found.pointee.name)
        unsafe writeMembers(of: found, from: values)
      }
      endObject()
    case .tagAndContent(let tag, let key):
      beginObject(names)
      unsafe writeMember(tag, at: 0, found.pointee.name)
      if let content = unsafe content {
        unsafe writeMember(key, at: 1, FieldValue(content, values))
      } else if unsafe found.pointee.table.count > 0 {
        unsafe writeMember(key, at: 1, CaseValue(found, values))
      }
      endObject()
    case .untagged:
      if let content = unsafe content {
        unsafe write(value: FieldValue(content, values))
      } else if unsafe found.pointee.table.count > 0 {
        unsafe writeFields(of: found, from: values)
      } else {
        writeNull()
      }
    case .string: unsafe write(found.pointee.name)
    }
  }

  /// Writes the parts of a case as an object.
  @inlinable
  mutating func writeFields(of found: UnsafePointer<ComposedCase>, from values: UnsafeRawPointer) {
    unsafe beginObject(found.pointee.table.names)
    unsafe writeMembers(of: found, from: values)
    endObject()
  }

  @inlinable
  mutating func writeMembers(of found: UnsafePointer<ComposedCase>, from values: UnsafeRawPointer) {
    let table = unsafe found.pointee.table
    guard unsafe found.pointee.hasPlaces else { return unsafe writeMembers(of: table, from: values) }
    let places = unsafe values.assumingMemoryBound(to: UnsafeRawPointer.self)
    for index in 0..<table.count { unsafe write(table.field(at: index), places[index]) }
  }

  /// Writes the value of a field without a key.
  @inlinable
  mutating func writePart(_ field: UnsafePointer<__TableField>, _ place: UnsafeRawPointer) {
    unsafe writePart(field.pointee.details.pointee.writableType, field, place)
  }

  @inlinable
  mutating func writePart<Value: Writable>(
    _ type: Value.Type, _ field: UnsafePointer<__TableField>, _ place: UnsafeRawPointer
  ) {
    switch unsafe field.pointee.details.pointee.shape {
    case .value: unsafe writePart(place.assumingMemoryBound(to: Borrowed<Value>.self).pointee)
    case .optional: unsafe writePart(place.assumingMemoryBound(to: Borrowed<Value?>.self).pointee)
    case .array: unsafe writePart(place.assumingMemoryBound(to: Borrowed<[Value]>.self).pointee)
    case .optionalArray: unsafe writePart(place.assumingMemoryBound(to: Borrowed<[Value]?>.self).pointee)
    }
  }

  @inlinable @inline(__always)
  mutating func writePart<Value: Writable>(_ value: borrowing Borrowed<Value>) { write(value: value.value) }
}

/// The parts of a case, where they are.
///
/// SAFETY: it is used only while the value that contains them is written.
@usableFromInline
@safe
struct CaseValue: Writable, ~Copyable {
  @usableFromInline let found: UnsafePointer<ComposedCase>
  @usableFromInline let values: UnsafeRawPointer

  @inlinable
  init(_ found: UnsafePointer<ComposedCase>, _ values: UnsafeRawPointer) {
    unsafe self.found = found
    unsafe self.values = values
  }

  @inlinable
  borrowing func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    unsafe writer.writeFields(of: found, from: values)
  }
}

/// The value of a field, where it is.
///
/// SAFETY: it is used only while the value that contains it is written.
@usableFromInline
@safe
struct FieldValue: Writable, ~Copyable {
  @usableFromInline let field: UnsafePointer<__TableField>
  @usableFromInline let place: UnsafeRawPointer

  @inlinable
  init(_ field: UnsafePointer<__TableField>, _ place: UnsafeRawPointer) {
    unsafe self.field = field
    unsafe self.place = place
  }

  @inlinable
  borrowing func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    unsafe writer.writePart(field, place)
  }
}
