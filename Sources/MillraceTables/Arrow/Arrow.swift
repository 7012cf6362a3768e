import Millrace

/// The Arrow format: files and streams of tables, stored by column (Apache Arrow IPC).
///
/// ```swift
/// let bytes = try Arrow.encode(films)
/// let again = try Arrow.decode([Film].self, from: bytes)
/// ```
///
/// A stream is a schema and batches of rows. Each batch is read into, and written from, a ``Columns/Table``, so a stream
/// of any length takes the memory of one batch. `docs/arrow.md` lists how types are converted.
public enum Arrow {
  /// A container of Arrow messages.
  public enum Container: Sendable, Hashable {
    /// A stream of messages, usually for communication between programs. Its usual file extension is `.arrows`.
    case stream
    /// A file with a footer that locates all batches, also called Feather version 2. Its usual file extension is
    /// `.arrow`.
    case file
  }

  /// Options for reading.
  ///
  /// ```swift
  /// let options = Arrow.ReadingOptions(maximumBatchSize: 64 << 20)
  /// var films = try Arrow.stream(Film.self, from: "films.arrow", options: options)
  /// ```
  public struct ReadingOptions: Sendable {
    /// The maximum size of a batch, in bytes: of its message, and of its columns in memory, which can be much larger if
    /// columns refer to a few values many times. Default: 1 GiB.
    public var maximumBatchSize: Int

    /// The function that decompresses the buffers of batches, such as those of `CompressedBuffer` in
    /// MillraceCompression. Without it compressed batches are an error. Default: nil.
    public var decompressor: Decompressor?

    /// How NaN and infinite numbers are read by ``Rows``. Default: as numbers.
    public var nonFiniteNumbers: Columns.NonFiniteNumbers

    /// Creates options. The properties describe the parameters.
    public init(
      maximumBatchSize: Int = 1 << 30, nonFiniteNumbers: Columns.NonFiniteNumbers = .numbers,
      decompressor: Decompressor? = nil
    ) {
      self.maximumBatchSize = maximumBatchSize
      self.nonFiniteNumbers = nonFiniteNumbers
      self.decompressor = decompressor
    }
  }

  /// Options for writing.
  ///
  /// ```swift
  /// @Serializable
  /// struct Visit {
  ///   var page: String
  ///   var count: Int?
  /// }
  /// let schema = [Arrow.Field(name: "page", type: .utf8), Arrow.Field(name: "count", type: .int64)]
  /// let options = Arrow.WritingOptions(container: .file, schema: schema)
  /// let bytes = try Arrow.encode([Visit(page: "/")], options: options)
  /// ```
  public struct WritingOptions: Sendable, Hashable {
    /// The container: a stream or a file. Default: a stream.
    public var container: Container
    /// The maximum number of rows in a batch. Default: 65,536.
    public var rowsPerBatch: Int
    /// The size at which a batch ends even if it has fewer rows, in bytes. Default: 64 MiB.
    public var bytesPerBatch: Int
    /// The columns. If nil, the first batch determines the columns and their types. Default: nil.
    public var schema: [Field]?
    /// Limits for the buffered rows of a batch. See ``Columns/Limits``.
    public var limits: Columns.Limits
    /// Whether the text columns of the schema take values of all kinds, as their text. Otherwise these are errors.
    package var convertsToText = false

    /// Creates options. The properties describe the parameters.
    ///
    /// - Precondition: The limits of rows and bytes are positive.
    public init(
      container: Container = .stream, rowsPerBatch: Int = 65_536, bytesPerBatch: Int = 1 << 26,
      schema: [Field]? = nil, limits: Columns.Limits = Columns.Limits()
    ) {
      precondition(rowsPerBatch > 0 && bytesPerBatch > 0, "the batch limits must be positive")
      self.container = container
      self.rowsPerBatch = rowsPerBatch
      self.bytesPerBatch = bytesPerBatch
      self.schema = schema
      self.limits = limits
    }
  }
}
