import Millrace

extension Arrow {
  /// The rows of an Arrow stream or file as values of one type.
  ///
  /// ```swift
  /// var films = try Arrow.stream(Film.self, from: "films.arrow")
  /// while let film = try films.next() { print(film.name) }
  /// ```
  public typealias Elements<Value: Readable> = Millrace.Elements<Rows, Value>

  /// Reads the rows of an Arrow stream or file, in the memory of one batch.
  ///
  /// ```swift
  /// var rows = try Arrow.Rows(path: "films.arrow")
  /// while let film = try rows.next(Film.self) { print(film.name) }
  /// ```
  public struct Rows: ElementSource, ~Copyable {
    private var tables: TableReader
    /// The batch that is being read.
    @usableFromInline var rows = Columns.Reader(Columns.Table(columns: []))
    /// The number of rows in the batch, and in all batches before it.
    private var rowsInBatch = 0
    private var rowsBefore = 0
    private let nonFiniteNumbers: Columns.NonFiniteNumbers

    /// Reads a source.
    ///
    /// - Parameters:
    ///   - source: An Arrow stream or file, which is detected by its first bytes.
    ///   - options: The options. See ``ReadingOptions``.
    public init(_ source: any ByteSource, options: ReadingOptions = ReadingOptions()) {
      tables = TableReader(source, options: options)
      nonFiniteNumbers = options.nonFiniteNumbers
    }

    /// Reads bytes in memory: a stream or a file.
    ///
    /// - Parameters:
    ///   - bytes: An Arrow stream or file, which is detected by its first bytes.
    ///   - options: The options. See ``ReadingOptions``.
    /// - Throws: As ``TableReader/init(bytes:options:)`` does.
    public init(bytes: [UInt8], options: ReadingOptions = ReadingOptions()) throws {
      tables = try TableReader(bytes: bytes, options: options)
      nonFiniteNumbers = options.nonFiniteNumbers
    }

    /// Reads a file or a pipe that contains a stream or a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file or pipe.
    ///   - options: The options. See ``ReadingOptions``.
    /// - Throws: As ``TableReader/init(path:options:)`` does.
    public init(path: String, options: ReadingOptions = ReadingOptions()) throws {
      tables = try TableReader(path: path, options: options)
      nonFiniteNumbers = options.nonFiniteNumbers
    }

    /// The columns. They are read at the first access to them or to the first row.
    ///
    /// - Throws: As ``TableReader/schema`` does.
    public var schema: [Field] { mutating get throws { try tables.schema } }

    @inlinable
    public mutating func next<Value: Readable>(_ type: Value.Type) throws -> Value? {
      while true {
        do {
          if let value = try rows.next(type) { return value }
        } catch {
          throw placed(error)
        }
        guard try readBatch() else { return nil }
      }
    }

    @inlinable
    public mutating func forwardNext<Writer: FormatWriter & ~Copyable>(
      to writer: inout Writer, restart: (inout Writer) -> Void
    ) throws -> Bool {
      while true {
        do {
          if try rows.forwardNext(to: &writer, restart: restart) { return true }
        } catch {
          throw placed(error)
        }
        guard try readBatch() else { return false }
      }
    }

    /// Advances to the next batch.
    @usableFromInline
    mutating func readBatch() throws -> Bool {
      guard let table = try tables.next() else { return false }
      rows = Columns.Reader(table, nonFiniteNumbers: nonFiniteNumbers)
      rowsBefore += rowsInBatch
      rowsInBatch = table.count
      return true
    }

    /// Returns an error with its row counted over all batches.
    @usableFromInline
    func placed(_ error: any Error) -> any Error {
      guard var error = error as? FormatError, let path = error.place.path else { return error }
      let row = path.dropFirst().prefix { $0 != "/" }
      guard let index = Int(row) else { return error }
      error.place.path = "/\(rowsBefore + index)" + path.dropFirst(1 + row.utf8.count)
      return error
    }
  }
}
