public import Millrace

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension JSON {
  /// Returns the elements of a file, one at a time. See `JSON.stream(_:from:at:options:)` for paths.
  ///
  /// - Parameter file: the URL of a file.
  /// - Throws: `SystemError` when the file cannot be opened, `JSON.StreamOptions.InvalidOptions`.
  public static func stream<Value: Readable>(
    _ type: Value.Type = Value.self, contentsOf file: URL, at pointer: Pointer = Pointer(tokens: []),
    options: StreamOptions = StreamOptions()
  ) throws -> Elements<Value> {
    try stream(type, from: file.path, at: pointer, options: options)
  }

  /// Returns the elements of data in memory, one at a time.
  ///
  /// - Throws: `JSON.StreamOptions.InvalidOptions`.
  public static func stream<Value: Readable>(
    _ type: Value.Type = Value.self, from data: Data, at pointer: Pointer = Pointer(tokens: []),
    options: StreamOptions = StreamOptions()
  ) throws -> Elements<Value> {
    try stream(type, from: DataSource(data), at: pointer, options: options)
  }

  /// Returns the elements of an asynchronous sequence of data, such as a download.
  ///
  /// - Parameter chunks: pieces of the stream, split anywhere.
  /// - Throws: `JSON.StreamOptions.InvalidOptions`.
  public static func stream<Value: Readable, Chunks: AsyncSequence>(
    _ type: Value.Type = Value.self, from chunks: Chunks, at pointer: Pointer = Pointer(tokens: []),
    options: StreamOptions = StreamOptions()
  ) throws -> AsyncElements<Value, AsyncMapSequence<Chunks, [UInt8]>> where Chunks.Element == Data {
    try stream(type, from: chunks.map { [UInt8]($0) }, at: pointer, options: options)
  }
}

private struct DataSource: ByteSource {
  private var rest: Data

  init(_ data: Data) { rest = data }

  mutating func read(into output: inout OutputSpan<UInt8>) {
    let piece = rest.prefix(output.freeCapacity)
    unsafe output.withUnsafeMutableBufferPointer { memory, initialized in
      _ = unsafe piece.copyBytes(to: UnsafeMutableBufferPointer(rebasing: memory[initialized...]))
      initialized += piece.count
    }
    rest = rest.dropFirst(piece.count)
  }
}
