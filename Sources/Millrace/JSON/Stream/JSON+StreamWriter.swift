extension JSON {
  /// How the elements of a written stream are separated.
  public enum StreamLayout: Sendable, Hashable {
    /// One document, an array.
    case array
    /// A document on each line. The style must not indent.
    case lines
    /// One document after another, each with a line feed after it.
    case concatenated
    /// A record separator before each document and a line feed after it (RFC 7464).
    case records
  }

  /// Writes values one by one to a sink, in as much memory as the largest value takes.
  ///
  /// ```swift
  /// var writer = JSON.StreamWriter(to: try DescriptorSink(path: "films.jsonl"), as: .lines)
  /// for film in films { try writer.append(film) }
  /// try writer.finish()
  /// ```
  ///
  /// Values are buffered, up to 64 KB by default. Only complete lines and records are written to the sink, so a file
  /// of lines is valid at any time. The stream is complete after ``finish()``.
  public struct StreamWriter<Sink: ByteSink & ~Copyable, Style: JSON.Style>: ElementSink, ~Copyable {
    @usableFromInline var writer: StyledWriter<Style>
    @usableFromInline var sink: Sink
    @usableFromInline let framing: StreamLayout
    @usableFromInline let watermark: Int
    /// The number of values that were written.
    public private(set) var count = 0

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - sink: The destination of the bytes.
    ///   - framing: How the values are separated.
    ///   - style: The style of the values.
    ///   - watermark: The number of bytes that are buffered before they are written to the sink. Default: 65,536.
    /// - Precondition: If the framing is lines, the style does not indent.
    public init(
      to sink: consuming Sink, as framing: StreamLayout, style: Style.Type, watermark: Int = 1 << 16
    ) {
      precondition(framing != .lines || Style.Layout.indentation == nil, "JSON lines cannot be indented")
      self.sink = sink
      self.framing = framing
      self.watermark = watermark
      writer = StyledWriter(capacity: watermark + watermark / 4)
      if framing == .array { writer.beginArray() }
    }

    /// Writes a value.
    ///
    /// - Parameter value: The value.
    /// - Throws: ``FormatError`` if JSON cannot represent the value, and errors of the sink.
    @inlinable
    public mutating func append<Value: Writable & ~Copyable>(_ value: borrowing Value) throws {
      beginElement()
      writer.write(value: value)
      try endElement()
    }

    /// Writes one value for the next element of a stream.
    ///
    /// ```swift
    /// var elements = try JSON.stream(Film.self, from: "films.json", at: "/response/docs")
    /// var writer = JSON.StreamWriter(to: [UInt8](), as: .records)
    /// while try writer.append(nextOf: &elements, by: { try forward(from: &$0, to: &$1) }) {}
    /// let records = try writer.finish()
    /// ```
    ///
    /// Nothing is written for a bad element.
    ///
    /// - Parameters:
    ///   - elements: The stream.
    ///   - body: A closure that reads exactly one value and writes exactly one.
    /// - Returns: `false` after the last element.
    /// - Throws: Errors of the stream, ``FormatError`` if JSON cannot represent the value, and errors of the sink.
    @inlinable
    public mutating func append<Value>(
      nextOf elements: inout Elements<Value>, by body: (inout Reader, inout StyledWriter<Style>) throws -> Void
    ) throws -> Bool {
      try appendElement { (writer, restart) throws in
        let element: Void? = try elements.source.read { reader in
          restart(&writer)
          try body(&reader, &writer)
        }
        return element != nil
      }
    }

    @inlinable
    public mutating func append<Source: ElementSource & ~Copyable>(nextOf source: inout Source) throws -> Bool {
      try appendElement { (writer, restart) throws in try source.forwardNext(to: &writer, restart: restart) }
    }

    /// Writes an element. Writes nothing for a bad element or after the last one.
    ///
    /// - Parameter body: A closure that writes the element and returns whether there was one. It calls its argument
    ///   before each attempt.
    @inlinable
    mutating func appendElement(
      by body: (inout StyledWriter<Style>, _ restart: (inout StyledWriter<Style>) -> Void) throws -> Bool
    ) throws -> Bool {
      let mark = writer.output.count
      let depth = writer.depth
      let framing = framing
      func discardElement(_ writer: inout StyledWriter<Style>) {
        writer.output.removeLast(writer.output.count - mark)
        writer.depth = depth
        writer.failure = nil
      }
      do {
        let isThere = try body(&writer) { writer in
          discardElement(&writer)
          if framing == .records { writer.output.append(ASCII.recordSeparator) }
        }
        guard isThere else {
          discardElement(&writer)
          return false
        }
        if let failure = writer.failure { throw failure }
      } catch {
        discardElement(&writer)
        throw error
      }
      try endElement()
      return true
    }

    /// Writes the next element of a stream in pieces, so that it can be larger than memory. Output before an error stays.
    ///
    /// - Parameter elements: The stream.
    /// - Returns: `false` after the last element.
    /// - Throws: ``FormatError`` if the element is malformed, errors of the stream, and errors of the sink.
    public mutating func append<Value>(inPiecesNextOf elements: inout Elements<Value>) throws -> Bool {
      beginElement()
      let isThere = try elements.source.forwardInPieces(to: &writer) { writer in
        if let failure = writer.failure { throw failure }
        if writer.output.count >= watermark {
          try writer.flush { (bytes) throws(any Error) in try sink.write(bytes) }
        }
      }
      if isThere { try endElement() }
      return isThere
    }

    @inlinable
    mutating func beginElement() {
      if framing == .records { writer.output.append(ASCII.recordSeparator) }
    }

    @inlinable
    mutating func endElement() throws {
      if let failure = writer.failure { throw failure }
      if framing != .array { writer.endLine() }
      countElement()
      if writer.output.count >= watermark { try flush() }
    }

    @usableFromInline mutating func countElement() { count += 1 }

    /// Writes the buffered values to the sink. In an array, the last separator stays in the buffer.
    ///
    /// - Throws: ``FormatError`` if a value could not be written, and errors of the sink.
    public mutating func flush() throws {
      if framing == .array {
        try writer.flush { (bytes) throws(any Error) in try sink.write(bytes) }
      } else {
        try writer.send(to: &sink)
        writer.removeAll()
      }
    }

    /// Ends the stream and writes the buffered values. No value can be appended afterwards.
    ///
    /// - Throws: ``FormatError`` if a value could not be written, and errors of the sink.
    public mutating func end() throws {
      if framing == .array {
        writer.endArray()
        writer.endLine()
      }
      try writer.send(to: &sink)
      writer.removeAll()
      try sink.finish()
    }

    /// Ends the stream and returns the sink.
    ///
    /// - Throws: ``FormatError`` if a value could not be written, and errors of the sink.
    @discardableResult
    public consuming func finish() throws -> Sink {
      try end()
      return sink
    }
  }
}

extension JSON.StreamWriter where Style == JSON.Standard, Sink: ~Copyable {
  /// Creates a writer in the standard style.
  ///
  /// - Parameters:
  ///   - sink: The destination of the bytes.
  ///   - framing: How the values are separated.
  ///   - watermark: The number of bytes that are buffered before they are written to the sink. Default: 65,536.
  public init(to sink: consuming Sink, as framing: JSON.StreamLayout, watermark: Int = 1 << 16) {
    self.init(to: sink, as: framing, style: JSON.Standard.self, watermark: watermark)
  }
}

extension JSON.StyledWriter {
  /// Writes the buffered bytes to a sink.
  func send<Sink: ByteSink & ~Copyable>(to sink: inout Sink) throws {
    if output.count > 0 { try sink.write(bytes) }
  }
}
