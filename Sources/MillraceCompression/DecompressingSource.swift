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
      let start = try source.readStart(atLeast: Compression.prefixLength).bytes
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
  private var start: ArraySource
  private var rest: any ByteSource

  package init(start: [UInt8], rest: any ByteSource) {
    self.start = ArraySource(start)
    self.rest = rest
  }

  package mutating func read(into output: inout OutputSpan<UInt8>) throws {
    let count = output.count
    start.read(into: &output)
    if output.count == count { try rest.read(into: &output) }
  }
}

extension ByteSource {
  /// Reads the first bytes: so many, and then until they suffice, or are a mebibyte.
  ///
  /// - Returns: the bytes, and whether there are no more.
  package mutating func readStart(
    atLeast least: Int, until suffice: ([UInt8]) -> Bool = { _ in true }
  ) throws -> (bytes: [UInt8], isAll: Bool) {
    var bytes: [UInt8] = []
    while true {
      let count = bytes.count
      if count >= least, count >= 1 << 20 || suffice(bytes) { return (bytes, false) }
      try bytes.append(addingCapacity: max(1 << 16, count)) { output in try read(into: &output) }
      if bytes.count == count { return (bytes, true) }
    }
  }
}
