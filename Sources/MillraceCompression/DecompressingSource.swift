import Millrace

/// A source that decompresses the bytes of another source if they are compressed by gzip or Zstandard, and
/// passes them on if they are not.
///
/// The first bytes decide, not a file's name.
///
/// ```swift
/// var films = try JSON.stream(Film.self, from: try DecompressingSource(path: "films.json.gz"), at: "/response/docs")
/// ```
///
/// Copies of a source read from the same place.
public struct DecompressingSource: ByteSource {
  private let state: State

  /// Opens a file, which is closed with the last copy of the source.
  ///
  /// - Throws: `SystemError` if the file cannot be opened.
  public init(path: String) throws { self.init(try DescriptorSource(path: path)) }

  public init(_ source: some ByteSource) { state = State(source) }

  /// - Throws: ``DecompressionError`` if the compressed bytes are damaged, and what the other source throws. The bytes before the
  ///   damage have been given by then.
  public func read(into output: inout OutputSpan<UInt8>) throws { try state.read(into: &output) }

  private final class State {
    private var source: any ByteSource
    private var isDetected = false

    init(_ source: any ByteSource) { self.source = source }

    func read(into output: inout OutputSpan<UInt8>) throws {
      if !isDetected { try detect() }
      try source.read(into: &output)
    }

    private func detect() throws {
      isDetected = true
      var start: [UInt8] = []
      while start.count < Compression.prefixLength {
        let count = start.count
        try start.append(addingCapacity: 1 << 12) { try source.read(into: &$0) }
        if start.count == count { break }
      }
      let compression = Compression(startingWith: start)
      source = PrefixedSource(start: start, rest: source)
      switch compression {
      case .gzip: source = GzipSource(source)
      case .zstandard: source = ZstandardSource(source)
      case nil: break
      }
    }
  }
}

/// A source of which the first bytes have been read.
package struct PrefixedSource: ByteSource {
  private var start: ArraySlice<UInt8>
  private var rest: any ByteSource

  package init(start: [UInt8], rest: any ByteSource) {
    self.start = start[...]
    self.rest = rest
  }

  package mutating func read(into output: inout OutputSpan<UInt8>) throws {
    if start.isEmpty { return try rest.read(into: &output) }
    let count = min(start.count, output.freeCapacity)
    for byte in start.prefix(count) { output.append(byte) }
    start.removeFirst(count)
  }
}
