/// A source of bytes that is read in pieces: a file, a pipe, a socket, a decompressor.
///
/// ```swift
/// struct Countdown: ByteSource {
///   var left = 3
///   mutating func read(into output: inout OutputSpan<UInt8>) {
///     guard left > 0 else { return }
///     output.append(UInt8(ascii: "0") + UInt8(left))
///     left -= 1
///   }
/// }
/// ```
public protocol ByteSource {
  /// Appends available bytes. Blocks only if no bytes are available.
  ///
  /// - Parameter output: The buffer, with room for at least one byte. The source appends at most its free capacity. If
  ///   it appends nothing, the source has ended and is not read again.
  /// - Throws: Any error. A stream reports it as ``FormatError/Problem/custom(_:)`` with its location.
  mutating func read(into output: inout OutputSpan<UInt8>) throws
}

/// Bytes in memory, as a source.
///
/// ```swift
/// var films = try JSON.stream(Film.self, from: ArraySource(bytes))
/// print(try films.next()?.name ?? "none")  // Alien
/// ```
public struct ArraySource: ByteSource {
  private let bytes: [UInt8]
  private var position = 0

  /// Creates a source of bytes.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  public mutating func read(into output: inout OutputSpan<UInt8>) {
    let count = min(output.freeCapacity, bytes.count - position)
    let piece = position..<position + count
    unsafe output.withUnsafeMutableBufferPointer { memory, initialized in
      _ = unsafe memory[initialized...].update(fromContentsOf: bytes[piece])
      initialized += count
    }
    position += count
  }
}
