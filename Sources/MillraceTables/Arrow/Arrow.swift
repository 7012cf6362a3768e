import Millrace

/// Apache Arrow's format for tables, stored by columns, of files and of streams between programs (IPC).
///
/// ```swift
/// let bytes = try Arrow.encode(films)
/// let again = try Arrow.decode([Film].self, from: bytes)
/// ```
///
/// A stream is a schema and batches of rows. Each batch is read into, and written from, a ``Columns/Table``, so a stream
/// of any length takes the memory of one batch. `docs/arrow.md` says which types become which.
public enum Arrow {
  /// The two ways to arrange the same messages.
  public enum Container: Sendable, Hashable {
    /// One message after another: what programs send each other. By custom `.arrows`.
    case stream
    /// The same with a directory at the end, for access to any batch: the format of files, also called Feather, version
    /// 2. By custom `.arrow`.
    case file
  }

  /// What a reader admits.
  public struct ReadingOptions: Sendable {
    /// How many bytes a batch may take: those of its message as they come, and what becomes of them in memory, which can
    /// be much more when columns refer to a few values many times.
    public var maximumBatchSize: Int

    /// What decompresses the buffers of batches, such as the functions of `CompressedBuffer` in MillraceCompression. Without it
    /// compressed batches are an error.
    public var decompressor: Decompressor?

    public init(maximumBatchSize: Int = 1 << 30, decompressor: Decompressor? = nil) {
      self.maximumBatchSize = maximumBatchSize
      self.decompressor = decompressor
    }
  }

  /// How tables are written.
  public struct WritingOptions: Sendable, Hashable {
    public var container: Container
    /// The most rows of a batch.
    public var rowsPerBatch: Int
    /// The bytes at which a batch is ended, even if it has fewer rows.
    public var bytesPerBatch: Int
    /// The columns. If there are none here, the first batch says which there are, and of which types.
    public var schema: [Field]?
    /// What the rows of a batch may take while they are gathered.
    public var limits: Columns.Limits

    /// - Precondition: there are rows and bytes in a batch.
    public init(
      container: Container = .stream, rowsPerBatch: Int = 65_536, bytesPerBatch: Int = 1 << 26,
      schema: [Field]? = nil, limits: Columns.Limits = Columns.Limits()
    ) {
      precondition(rowsPerBatch > 0 && bytesPerBatch > 0, "a batch of nothing has no end")
      self.container = container
      self.rowsPerBatch = rowsPerBatch
      self.bytesPerBatch = bytesPerBatch
      self.schema = schema
      self.limits = limits
    }
  }
}
