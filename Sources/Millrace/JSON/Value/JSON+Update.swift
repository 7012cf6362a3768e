extension JSON {
  /// Reads a document over a value: members of the document replace those of the value, and all others stay.
  ///
  /// ```swift
  /// @Serializable
  /// struct Settings {
  ///   var theme = "light"
  ///   var fontSize = 12
  /// }
  /// var settings = Settings()
  /// try JSON.update(&settings, from: #"{"theme":"dark"}"#)  // all other settings are as before
  /// ```
  ///
  /// A nested object replaces the previous value as a whole, unless it contains fields of the value itself by `@Field(at:)`.
  /// Its other fields then stay. Properties with ``FieldTreatment/ignored`` get their
  /// default values.
  ///
  /// - Parameters:
  ///   - value: The value, which must be written as an object. It is unchanged if an error is thrown.
  ///   - bytes: The document, an object, as UTF-8 bytes.
  ///   - options: The limits, and how duplicate keys are handled.
  /// - Throws: ``FormatError`` if the document is not well-formed or not an object, or a member has the wrong type.
  /// - Complexity: O(size of the value + size of the document)
  public static func update<Value: Readable & Writable>(
    _ value: inout Value, from bytes: Span<UInt8>, options: ReadingOptions = ReadingOptions()
  ) throws(FormatError) {
    let changes = try decode(JSON.Object.self, from: bytes, options: options)
    guard case .object(let members) = try JSON.Value.encode(value) else {
      value = try JSON.Value.object(changes).decode(Value.self, options: options)
      return
    }
    let updated = members.updated(by: changes, at: [], where: Value.__hasMembers(inObjectAt:))
    value = try JSON.Value.object(updated).decode(Value.self, options: options)
  }

  /// Reads a document over a value. See ``update(_:from:options:)-(_,Span<UInt8>,_)``.
  ///
  /// - Throws: ``FormatError`` with the path, in the same cases.
  public static func update<Value: Readable & Writable>(
    _ value: inout Value, from bytes: [UInt8], options: ReadingOptions = ReadingOptions()
  ) throws(FormatError) {
    try bytes.withSpan { bytes throws(FormatError) in try update(&value, from: bytes, options: options) }
  }

  /// Reads a document over a value. See ``update(_:from:options:)-(_,Span<UInt8>,_)``.
  ///
  /// - Throws: ``FormatError`` with the path, in the same cases.
  public static func update<Value: Readable & Writable>(
    _ value: inout Value, from text: String, options: ReadingOptions = ReadingOptions()
  ) throws(FormatError) {
    try text.withUTF8Span { bytes throws(FormatError) in try update(&value, from: bytes, options: options) }
  }
}

extension JSON.Object {
  /// Returns this object with members of another one in place of its own.
  ///
  /// - Parameters:
  ///   - changes: The other object.
  ///   - path: The path of both.
  ///   - isMerged: Whether the object at a path is merged with the previous one.
  fileprivate func updated(
    by changes: JSON.Object, at path: [String], where isMerged: ([String]) -> Bool
  ) -> JSON.Object {
    var updated = self
    for (key, change) in changes {
      let path = path + [key]
      if case .object(let changes) = change, case .object(let members)? = self[key], isMerged(path) {
        updated[key] = .object(members.updated(by: changes, at: path, where: isMerged))
      } else {
        updated[key] = .some(change)
      }
    }
    return updated
  }
}
