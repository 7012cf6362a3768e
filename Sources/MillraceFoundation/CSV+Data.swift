public import Millrace

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension CSV {
  /// Reads all rows of a table.
  ///
  /// - Throws: `FormatError` with line, column and path, and `CSV.Contradiction`.
  @inlinable
  public static func decode<Row: Readable>(
    _ type: [Row].Type = [Row].self, from data: Data, options: ReadingOptions = ReadingOptions()
  ) throws -> [Row] {
    try decode(type, from: data.span, options: options)
  }

  /// The rows of a file, one at a time. See `CSV.stream(_:from:options:)` for paths.
  ///
  /// - Parameter file: the URL of a file. If its name ends in `.gz`, it is taken to be compressed.
  /// - Throws: `SystemError` when the file cannot be opened, `CSV.Contradiction`.
  public static func stream<Value: Readable>(
    _ type: Value.Type = Value.self, contentsOf file: URL, options: ReadingOptions = ReadingOptions()
  ) throws -> Elements<Value> {
    try stream(type, from: file.path, options: options)
  }

  /// Writes rows to a file as a table. The file appears, or changes, when it is whole.
  ///
  /// - Throws: `FormatError` for what a table cannot express, or the system's error when the file cannot be written.
  @inlinable
  public static func encode<Value: Writable & ~Copyable>(
    _ value: borrowing Value, to file: URL, options: WritingOptions = WritingOptions()
  ) throws {
    try Data(try encode(value, options: options)).write(to: file, options: .atomic)
  }
}
