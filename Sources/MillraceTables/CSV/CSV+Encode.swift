import Millrace

extension CSV {
  /// Writes rows as a table.
  ///
  /// ```swift
  /// let text = try CSV.encode(stops, options: CSV.WritingOptions(dialect: .tabs))
  /// ```
  ///
  /// - Parameters:
  ///   - value: An array of objects, or of arrays; an object is a single row.
  ///   - options: The options. See ``WritingOptions``.
  /// - Returns: The text, in UTF-8.
  /// - Throws: `FormatError` with the path of the cell if a table cannot represent it, and ``InvalidOptions`` if the
  ///   options contradict each other.
  @inlinable
  public static func encode<Value: Writable & ~Copyable>(
    _ value: borrowing Value, options: WritingOptions = WritingOptions()
  ) throws -> [UInt8] {
    var writer = try makeWriter(options: options, capacity: 1024)
    writer.write(value: value)
    try writer.end()
    return take(from: writer)
  }

  /// Returns a writer that stores its text in memory.
  ///
  /// - Parameter options: The options. See ``WritingOptions``.
  /// - Throws: ``InvalidOptions`` if the options contradict each other.
  public static func makeWriter(options: WritingOptions = WritingOptions()) throws -> Writer {
    try makeWriter(options: options, capacity: 1024)
  }

  @usableFromInline
  static func makeWriter(options: WritingOptions, capacity: Int) throws -> Writer {
    Writer(try CellText(options, capacity: capacity), nested: options.nested, columns: options.columns ?? [])
  }

  /// Returns the text of a writer, which must have been ended.
  ///
  /// - Parameter writer: A writer of ``makeWriter(options:)``.
  public static func take(from writer: consuming Writer) -> [UInt8] { writer.cells.takeArray() }

  /// Writes rows one by one to a sink, in as much memory as the largest row takes.
  ///
  /// ```swift
  /// var writer = try CSV.StreamWriter(to: try DescriptorSink(path: "stops.csv"))
  /// for stop in stops { try writer.append(stop) }
  /// try writer.finish()
  /// ```
  ///
  /// Rows are buffered, up to 64 KB by default, and only complete rows are written to the sink. The table is complete
  /// after ``finish()``. A row that cannot be written is omitted, and other rows can be written after it.
  public struct StreamWriter<Sink: ByteSink & ~Copyable>: ElementSink, ~Copyable {
    @usableFromInline var writer: Writer
    private var sink: Sink
    @usableFromInline let watermark: Int
    /// The number of rows that were written.
    public private(set) var count = 0

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - sink: The destination of the bytes.
    ///   - watermark: The number of bytes that are buffered before they are written to the sink. Default: 65,536.
    ///   - options: The options. See ``WritingOptions``.
    /// - Throws: ``InvalidOptions`` if the options contradict each other.
    public init(
      to sink: consuming Sink, options: WritingOptions = WritingOptions(), watermark: Int = 1 << 16
    ) throws {
      writer = try CSV.makeWriter(options: options, capacity: watermark + watermark / 4)
      self.sink = sink
      self.watermark = watermark
    }

    @inlinable
    public mutating func append<Value: Writable & ~Copyable>(_ value: borrowing Value) throws {
      try writer.append(value)
      try endElement()
    }

    @inlinable
    public mutating func append<Source: ElementSource & ~Copyable>(nextOf source: inout Source) throws -> Bool {
      guard try writer.append(nextOf: &source) else { return false }
      try endElement()
      return true
    }

    @usableFromInline
    mutating func endElement() throws {
      count += 1
      if writer.cells.output.count >= watermark { try flush() }
    }

    /// Writes the buffered rows to the sink.
    ///
    /// - Throws: `FormatError` if a row could not be written, and errors of the sink.
    public mutating func flush() throws {
      let output = unsafe UnsafeRawBufferPointer(start: writer.cells.output.start, count: writer.cells.output.count)
      if unsafe !output.isEmpty { try unsafe sink.write(output.assumingMemoryBound(to: UInt8.self).span) }
      writer.cells.output.removeAll()
    }

    public mutating func end() throws {
      try writer.end()
      try flush()
      try sink.finish()
    }

    /// Ends the table and returns the sink.
    ///
    /// - Throws: `FormatError` if a row could not be written, and errors of the sink.
    @discardableResult
    public consuming func finish() throws -> Sink {
      try end()
      return sink
    }
  }
}
