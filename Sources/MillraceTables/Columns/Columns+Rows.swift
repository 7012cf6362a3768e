import Millrace

extension Columns {
  /// A source of tables with the same columns, such as a file of Arrow or Parquet.
  public protocol TableSource: ~Copyable {
    /// Returns the next table, or nil after the last one.
    ///
    /// - Throws: `FormatError` if the table cannot be read.
    mutating func next() throws -> Table?
  }

  /// Reads the rows of a source of tables, in the memory of one table.
  ///
  /// ```swift
  /// var rows = try Arrow.Rows(path: "films.arrow")
  /// while let film = try rows.next(Film.self) { print(film.name) }
  /// ```
  public struct Rows<Tables: TableSource & ~Copyable>: ElementSource, ~Copyable {
    var tables: Tables
    /// The table that is being read.
    @usableFromInline var rows = Reader(Table(columns: []))
    /// The number of rows in the table, and in all tables before it.
    private var rowsInTable = 0
    private var rowsBefore = 0
    private let nonFiniteNumbers: NonFiniteNumbers
    private let destination: RowDestination

    /// Reads the tables that follow.
    ///
    /// - Parameter destination: Where the rows are forwarded to. Default: text.
    package init(
      _ tables: consuming Tables, nonFiniteNumbers: NonFiniteNumbers, destination: RowDestination = .text
    ) {
      self.tables = tables
      self.destination = destination
      self.nonFiniteNumbers = nonFiniteNumbers
    }

    @inlinable
    public mutating func next<Value: Readable>(_ type: Value.Type) throws -> Value? {
      while true {
        do {
          if let value = try rows.next(type) { return value }
        } catch {
          throw placed(error)
        }
        guard try readTable() else { return nil }
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
        guard try readTable() else { return false }
      }
    }

    /// Advances to the next table.
    @usableFromInline
    mutating func readTable() throws -> Bool {
      guard let table = try tables.next() else { return false }
      rows = Reader(table, nonFiniteNumbers: nonFiniteNumbers)
      rows.destination = destination
      rowsBefore += rowsInTable
      rowsInTable = table.count
      return true
    }

    /// Returns an error with its row counted over all tables.
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
