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
  public typealias Rows = Columns.Rows<TableReader>
}

extension Columns.Rows where Tables: ~Copyable {
  /// Reads a source.
  ///
  /// - Parameters:
  ///   - source: An Arrow stream or file, which is detected by its first bytes.
  ///   - options: The options. See ``Arrow/ReadingOptions``.
  public init(_ source: any ByteSource, options: Arrow.ReadingOptions = Arrow.ReadingOptions())
  where Tables == Arrow.TableReader {
    self.init(Arrow.TableReader(source, options: options), nonFiniteNumbers: options.nonFiniteNumbers)
  }

  /// Reads bytes in memory: a stream or a file.
  ///
  /// - Parameters:
  ///   - bytes: An Arrow stream or file, which is detected by its first bytes.
  ///   - options: The options. See ``Arrow/ReadingOptions``.
  /// - Throws: As ``Arrow/TableReader/init(bytes:options:)`` does.
  public init(bytes: [UInt8], options: Arrow.ReadingOptions = Arrow.ReadingOptions()) throws
  where Tables == Arrow.TableReader {
    self.init(try Arrow.TableReader(bytes: bytes, options: options), nonFiniteNumbers: options.nonFiniteNumbers)
  }

  /// Reads a file or a pipe that contains a stream or a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file or pipe.
  ///   - options: The options. See ``Arrow/ReadingOptions``.
  /// - Throws: As ``Arrow/TableReader/init(path:options:)`` does.
  public init(path: String, options: Arrow.ReadingOptions = Arrow.ReadingOptions()) throws
  where Tables == Arrow.TableReader {
    self.init(try Arrow.TableReader(path: path, options: options), nonFiniteNumbers: options.nonFiniteNumbers)
  }
}

extension Columns.Rows where Tables: ~Copyable, Tables == Arrow.TableReader {
  /// The columns. They are read at the first access to them or to the first row.
  ///
  /// - Throws: As ``Arrow/TableReader/schema`` does.
  public var schema: [Arrow.Field] { mutating get throws { try tables.schema } }
}
