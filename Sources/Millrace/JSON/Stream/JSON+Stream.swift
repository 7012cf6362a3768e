extension JSON {
  /// Returns the elements of a file, one at a time.
  ///
  /// ```swift
  /// var films = try JSON.stream(Film.self, from: "films.json", at: "/response/docs")
  /// while let film = try films.next() { … }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the elements.
  ///   - path: The file's path. For a compressed file, see `DecompressingSource` in MillraceCompression.
  ///   - pointer: The path of the array in the document. With lines, records and concatenated documents it is the path
  ///     of a value in each of them. Default: the whole document.
  ///   - options: The framing, limits, and how bad elements are handled.
  /// - Throws: ``SystemError`` if the file cannot be opened, and ``StreamOptions/InvalidOptions`` if the options
  ///   contradict each other.
  public static func stream<Value: Readable>(
    _ type: Value.Type = Value.self, from path: String, at pointer: Pointer = Pointer(tokens: []),
    options: StreamOptions = StreamOptions()
  ) throws -> Elements<Value> {
    try stream(from: try DescriptorSource(path: path), at: pointer, options: options)
  }

  /// Returns the elements of a file descriptor, one at a time.
  ///
  /// - Parameters:
  ///   - type: The type of the elements.
  ///   - descriptor: An open file, pipe or socket in blocking mode. The stream does not close it.
  ///   - pointer: The path of the array in the document. See ``stream(_:from:at:options:)-(_,String,_,_)``.
  ///   - options: The framing, limits, and how bad elements are handled.
  /// - Throws: ``StreamOptions/InvalidOptions`` if the options contradict each other.
  public static func stream<Value: Readable>(
    _ type: Value.Type = Value.self, fromDescriptor descriptor: Int32, at pointer: Pointer = Pointer(tokens: []),
    options: StreamOptions = StreamOptions()
  ) throws -> Elements<Value> {
    try stream(from: DescriptorSource(descriptor: descriptor), at: pointer, options: options)
  }

  /// Returns the elements of bytes in memory, one at a time.
  ///
  /// The parameters are those of ``stream(_:from:at:options:)-(_,String,_,_)``.
  ///
  /// - Throws: ``StreamOptions/InvalidOptions`` if the options contradict each other.
  public static func stream<Value: Readable>(
    _ type: Value.Type = Value.self, from bytes: [UInt8], at pointer: Pointer = Pointer(tokens: []),
    options: StreamOptions = StreamOptions()
  ) throws -> Elements<Value> {
    try stream(from: ArraySource(bytes), at: pointer, options: options)
  }

  /// Returns the elements of borrowed bytes, one at a time. The bytes are copied, because the stream may outlive them.
  ///
  /// The parameters are those of ``stream(_:from:at:options:)-(_,String,_,_)``.
  ///
  /// - Throws: ``StreamOptions/InvalidOptions`` if the options contradict each other.
  public static func stream<Value: Readable>(
    _ type: Value.Type = Value.self, from bytes: Span<UInt8>, at pointer: Pointer = Pointer(tokens: []),
    options: StreamOptions = StreamOptions()
  ) throws -> Elements<Value> {
    try unsafe stream(
      from: ArraySource(bytes.withUnsafeBufferPointer { unsafe [UInt8]($0) }), at: pointer, options: options)
  }

  /// Returns the elements of a source, one at a time.
  ///
  /// The parameters are those of ``stream(_:from:at:options:)-(_,String,_,_)``.
  ///
  /// - Throws: ``StreamOptions/InvalidOptions`` if the options contradict each other.
  public static func stream<Value: Readable>(
    _ type: Value.Type = Value.self, from source: some ByteSource, at pointer: Pointer = Pointer(tokens: []),
    options: StreamOptions = StreamOptions()
  ) throws -> Elements<Value> {
    Elements(try Stream(source, at: pointer, options: options))
  }
}

/// A pointer can be a string literal: `at: "/response/docs"`. A literal that is not a valid pointer stops the program.
extension JSON.Pointer: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) {
    guard let pointer = JSON.Pointer(text) else { preconditionFailure("invalid JSON Pointer: \(text)") }
    self = pointer
  }
}
