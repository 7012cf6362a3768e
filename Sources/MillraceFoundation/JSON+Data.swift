public import Millrace

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension JSON {
  /// Reads a value from a JSON document. See `JSON.decode(_:from:options:)` for bytes.
  ///
  /// - Throws: `FormatError` with line, column and path.
  @inlinable
  public static func decode<Value: Readable>(
    _ type: Value.Type = Value.self, from data: Data, options: ReadingOptions = ReadingOptions()
  ) throws(FormatError) -> Value {
    try data.withSpan { bytes throws(FormatError) in try decode(type, from: bytes, options: options) }
  }

  /// Reads a value from a file that is one JSON document.
  ///
  /// - Parameter file: the URL of a file, which is mapped into memory where that is possible.
  /// - Throws: `FormatError`, or the system's error if the file cannot be read.
  @inlinable
  public static func decode<Value: Readable>(
    _ type: Value.Type = Value.self, contentsOf file: URL, options: ReadingOptions = ReadingOptions()
  ) throws -> Value {
    try decode(type, from: try Data(contentsOf: file, options: .mappedIfSafe), options: options)
  }

  /// Writes a value to a file as a JSON document. The file is created or replaced when the document is complete.
  ///
  /// - Throws: `FormatError` for a value that JSON cannot express, or the system's error if the file cannot be written.
  @inlinable
  public static func encode<Value: Writable & ~Copyable, Style: JSON.Style>(
    _ value: borrowing Value, to file: URL, style: Style.Type
  ) throws {
    try encode(value, as: Data.self, style: style).write(to: file, options: .atomic)
  }

  /// Writes a value to a file as a JSON document in the standard style.
  @inlinable
  public static func encode<Value: Writable & ~Copyable>(_ value: borrowing Value, to file: URL) throws {
    try encode(value, to: file, style: Standard.self)
  }
}

extension Data: JSON.Document {
  @inlinable
  public init(json utf8: Span<UInt8>) { self = unsafe utf8.withUnsafeBufferPointer { unsafe Data($0) } }
}

extension Data {
  /// Calls a closure with the bytes of this data.
  ///
  /// - Parameter body: A closure that receives the bytes. The span is valid until it returns.
  @inlinable
  package func withSpan<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Foundation's function has no typed errors.
    let outcome: Swift.Result<Result, Failure> = unsafe withUnsafeBytes { bytes in
      // SAFETY: the memory is valid until this closure returns.
      let bytes = unsafe bytes.bindMemory(to: UInt8.self)
      do throws(Failure) { return .success(try unsafe body(bytes.span)) } catch { return .failure(error) }
    }
    return try outcome.get()
  }
}
