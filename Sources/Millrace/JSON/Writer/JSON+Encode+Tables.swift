// Types with tables are written without code for each type: these functions are not inlinable.

extension JSON {
  /// Writes a value as a JSON document in UTF-8, in the standard style.
  ///
  /// - Parameter value: The value.
  /// - Throws: ``FormatError`` with the path of the value if JSON cannot represent it, for example NaN.
  @_documentation(visibility: internal) @inline(never)
  public static func encode<Value: __WrittenByTable>(_ value: borrowing Value) throws(FormatError) -> [UInt8] {
    try unsafe withUnsafePointer(to: value) { (place) throws(FormatError) in
      try unsafe document(of: TableValue(Value.__fields, UnsafeRawPointer(place)))
    }
  }

  /// Writes a value as a JSON document in the standard style. See ``encode(_:as:)``.
  @_documentation(visibility: internal) @inline(never)
  public static func encode<Value: __WrittenByTable, Document: JSON.Document>(
    _ value: borrowing Value, as type: Document.Type
  ) throws(FormatError) -> Document {
    if type == String.self {
      let text = try unsafe withUnsafePointer(to: value) { (place) throws(FormatError) in
        try unsafe JSON.text(of: TableValue(Value.__fields, UnsafeRawPointer(place)))
      }
      // SAFETY: the types are the same.
      return unsafe unsafeBitCast(text, to: Document.self)
    }
    return try unsafe withUnsafePointer(to: value) { (place) throws(FormatError) in
      try unsafe encode(TableValue(Value.__fields, UnsafeRawPointer(place)), as: type, style: Standard.self)
    }
  }

  /// Writes an array as a JSON document in UTF-8, in the standard style.
  ///
  /// - Parameter values: The elements.
  /// - Throws: ``FormatError`` with the path of the value if JSON cannot represent it, for example NaN.
  @_documentation(visibility: internal) @inline(never)
  public static func encode<Value: __WrittenByTable>(_ values: [Value]) throws(FormatError) -> [UInt8] {
    try unsafe values.withUnsafeBufferPointer { (values) throws(FormatError) in
      try unsafe document(
        of: TableValues(
          Value.__fields, values.baseAddress, count: values.count, stride: MemoryLayout<Value>.stride))
    }
  }

  /// Writes an array as a JSON document in the standard style. See ``encode(_:as:)``.
  @_documentation(visibility: internal) @inline(never)
  public static func encode<Value: __WrittenByTable, Document: JSON.Document>(
    _ values: [Value], as type: Document.Type
  ) throws(FormatError) -> Document {
    try unsafe values.withUnsafeBufferPointer { (values) throws(FormatError) in
      let elements = unsafe TableValues(
        Value.__fields, values.baseAddress, count: values.count, stride: MemoryLayout<Value>.stride)
      return try encode(elements, as: type, style: Standard.self)
    }
  }

  // These functions are not generic: code for any type of documents looks for metadata at each call.

  @inline(never)
  private static func document(of value: consuming TableValue) throws(FormatError) -> [UInt8] {
    try encode(value, as: [UInt8].self, style: Standard.self)
  }

  @inline(never)
  private static func document(of values: consuming TableValues) throws(FormatError) -> [UInt8] {
    try encode(values, as: [UInt8].self, style: Standard.self)
  }

  @inline(never)
  private static func text(of value: consuming TableValue) throws(FormatError) -> String {
    try encode(value, as: String.self, style: Standard.self)
  }
}
