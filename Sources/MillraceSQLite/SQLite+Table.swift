import Millrace
import MillraceTables

extension SQLite {
  /// A table of a database. It need not exist.
  public struct Table {
    /// The database of the table.
    public let database: Database
    /// The name of the table.
    public let name: String
  }
}

extension SQLite.Table {
  /// Returns the rows, one at a time.
  ///
  /// - Throws: ``SQLite/DatabaseError``, also if the table does not exist.
  public func rows(options: SQLite.ReadingOptions = SQLite.ReadingOptions()) throws -> SQLite.Reader {
    try database.query("SELECT * FROM \(SQLite.quoted(name))", options: options)
  }

  /// Returns a writer that inserts rows.
  ///
  /// - Parameters:
  ///   - options: whether the table is created, and how values are stored.
  ///   - columns: the first columns, in this order.
  /// - Throws: ``SQLite/DatabaseError`` for an invalid name, and for a batch of no rows.
  public func writer(
    options: SQLite.WritingOptions = SQLite.WritingOptions(), columns: [String] = []
  ) throws -> SQLite.Writer {
    try writer(options: options, columns: columns, onConversion: { _ in })
  }

  /// Returns a writer that inserts rows, and tells which values it stored as values of another kind.
  package func writer(
    options: SQLite.WritingOptions, columns: [String], onConversion: @escaping (SQLite.ColumnConversion) -> Void
  ) throws -> SQLite.Writer {
    let insertion = try SQLite.Insertion(database, table: name, options: options, onConversion: onConversion)
    return SQLite.Writer(SQLite.RowInserter(insertion), nested: options.nested, columns: columns)
  }

  /// Inserts values, each as a row.
  ///
  /// - Returns: The number of inserted rows.
  /// - Throws: ``SQLite/DatabaseError`` with the number of the row, and `FormatError` for what SQLite cannot store. All
  ///   rows that were not committed have been rolled back then.
  @inlinable @discardableResult
  public func insert<Values: Sequence>(
    _ values: Values, options: SQLite.WritingOptions = SQLite.WritingOptions()
  ) throws -> Int where Values.Element: Writable {
    var writer = try writer(options: options)
    let contiguous = try values.withContiguousStorageIfAvailable { values in
      try unsafe Self.append(values.span, to: &writer)
      return values.count
    }
    var count = contiguous ?? 0
    if contiguous == nil {
      for value in values {
        try writer.append(value)
        count += 1
      }
    }
    try writer.end()
    return count
  }

  /// Inserts values in place, as if their type were noncopyable, so that they are not retained and released.
  @inlinable
  static func append<Value: Writable & ~Copyable>(_ values: Span<Value>, to writer: inout SQLite.Writer) throws {
    for index in values.indices { try writer.append(values[index]) }
  }

  /// Inserts values, each as a row, a number of them in each transaction.
  ///
  /// - Parameters:
  ///   - batch: the rows of a transaction, at least 1.
  ///   - values: the values to insert.
  /// - Returns: The number of inserted rows.
  /// - Throws: The errors of ``insert(_:options:)``.
  @inlinable @discardableResult
  public func insert<Values: Sequence>(_ values: Values, batch: Int) throws -> Int where Values.Element: Writable {
    try insert(values, options: SQLite.WritingOptions(batch: batch))
  }

  /// Inserts the remaining elements of a source of any format, each as a row.
  ///
  /// ```swift
  /// var films = try JSON.stream(Film.self, from: "films.jsonl")
  /// try database.table("films").insert(from: &films)
  /// ```
  ///
  /// - Returns: The number of inserted rows.
  /// - Throws: The errors of ``insert(_:options:)`` and of the source.
  @inlinable @discardableResult
  public func insert<Source: ElementSource & ~Copyable>(
    from source: inout Source, options: SQLite.WritingOptions = SQLite.WritingOptions()
  ) throws -> Int {
    var writer = try writer(options: options)
    let count = try writer.append(contentsOf: &source)
    try writer.end()
    return count
  }
}
