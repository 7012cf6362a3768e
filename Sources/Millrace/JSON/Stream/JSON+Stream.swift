extension JSON {
  /// The elements of a file, one at a time.
  ///
  /// ```swift
  /// var films = try JSON.stream(Film.self, from: "films.json", at: "/response/docs")
  /// while let film = try films.next() { … }
  /// ```
  ///
  /// - Parameters:
  ///   - path: the file's path. For a compressed file, see `DecompressingSource` in MillraceCompression.
  ///   - pointer: the path of the array in the document. With lines, records and concatenated documents it is the path of
  ///     a value in each of them.
  /// - Throws: ``SystemError`` when the file cannot be opened, ``StreamOptions/Contradiction``.
  public static func stream<Value: Readable>(
    _ type: Value.Type = Value.self, from path: String, at pointer: Pointer = Pointer(tokens: []),
    options: StreamOptions = StreamOptions()
  ) throws -> Elements<Value> {
    try stream(from: try DescriptorSource(path: path), at: pointer, options: options)
  }

  /// The elements of what comes from a descriptor, one at a time.
  ///
  /// - Parameters:
  ///   - descriptor: an open file, pipe or socket in blocking mode, which stays open.
  ///   - pointer: see ``stream(_:from:at:options:)-(_,String,_,_)``.
  /// - Throws: ``StreamOptions/Contradiction``.
  public static func stream<Value: Readable>(
    _ type: Value.Type = Value.self, fromDescriptor descriptor: Int32, at pointer: Pointer = Pointer(tokens: []),
    options: StreamOptions = StreamOptions()
  ) throws -> Elements<Value> {
    try stream(from: DescriptorSource(descriptor: descriptor), at: pointer, options: options)
  }

  /// The elements of bytes in memory, one at a time.
  ///
  /// - Throws: ``StreamOptions/Contradiction``.
  public static func stream<Value: Readable>(
    _ type: Value.Type = Value.self, from bytes: [UInt8], at pointer: Pointer = Pointer(tokens: []),
    options: StreamOptions = StreamOptions()
  ) throws -> Elements<Value> {
    try stream(from: ArraySource(bytes), at: pointer, options: options)
  }

  /// The elements of bytes that somebody else holds, one at a time. They are copied, because a stream may live longer.
  ///
  /// - Throws: ``StreamOptions/Contradiction``.
  public static func stream<Value: Readable>(
    _ type: Value.Type = Value.self, from bytes: Span<UInt8>, at pointer: Pointer = Pointer(tokens: []),
    options: StreamOptions = StreamOptions()
  ) throws -> Elements<Value> {
    try stream(from: ArraySource(bytes.withUnsafeBufferPointer { [UInt8]($0) }), at: pointer, options: options)
  }

  /// The elements of what a source gives, one at a time.
  ///
  /// - Throws: ``StreamOptions/Contradiction``.
  public static func stream<Value: Readable>(
    _ type: Value.Type = Value.self, from source: some ByteSource, at pointer: Pointer = Pointer(tokens: []),
    options: StreamOptions = StreamOptions()
  ) throws -> Elements<Value> {
    try Elements(source, at: pointer, options: options)
  }
}

/// A pointer can be written as a literal: `at: "/response/docs"`. A literal that is no pointer stops the program.
extension JSON.Pointer: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) {
    guard let pointer = JSON.Pointer(text) else { preconditionFailure("invalid JSON Pointer: \(text)") }
    self = pointer
  }
}
