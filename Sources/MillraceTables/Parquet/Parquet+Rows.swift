import Millrace

extension Parquet {
  /// Reads the rows of a Parquet file, in the memory of one row group.
  ///
  /// ```swift
  /// var rows = try Parquet.Rows(path: "films.parquet")
  /// while let film = try rows.next(Film.self) { print(film.name) }
  /// ```
  public typealias Rows = Columns.Rows<TableReader>
}

extension Columns.Rows where Tables: ~Copyable {
  /// Reads bytes in memory.
  ///
  /// - Parameters:
  ///   - bytes: A Parquet file.
  ///   - options: The options. See ``Parquet/ReadingOptions``.
  /// - Throws: As ``Parquet/TableReader/init(bytes:options:)`` does.
  public init(bytes: [UInt8], options: Parquet.ReadingOptions = Parquet.ReadingOptions()) throws
  where Tables == Parquet.TableReader {
    self.init(try Parquet.TableReader(bytes: bytes, options: options), nonFiniteNumbers: options.nonFiniteNumbers)
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file. It cannot be a pipe, because the footer is at the end of a file.
  ///   - options: The options. See ``Parquet/ReadingOptions``.
  /// - Throws: As ``Parquet/TableReader/init(path:options:)`` does.
  public init(path: String, options: Parquet.ReadingOptions = Parquet.ReadingOptions()) throws
  where Tables == Parquet.TableReader {
    self.init(try Parquet.TableReader(path: path, options: options), nonFiniteNumbers: options.nonFiniteNumbers)
  }
}
