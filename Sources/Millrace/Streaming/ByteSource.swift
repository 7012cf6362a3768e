/// Something that bytes come from, some at a time: a file, a pipe, a socket, a decompressor.
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
  /// Appends what there is, and waits only when there is nothing.
  ///
  /// - Parameter output: has room for at least one byte. What is appended is at most its free capacity; nothing means
  ///   that the source has ended, and it will not be asked again.
  /// - Throws: any error; a stream reports it as ``FormatError/Problem/custom(_:)`` with its place.
  mutating func read(into output: inout OutputSpan<UInt8>) throws
}

/// Bytes that are in memory already, as a source.
public struct ArraySource: ByteSource {
  private let bytes: [UInt8]
  private var position = 0

  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  public mutating func read(into output: inout OutputSpan<UInt8>) {
    let count = min(output.freeCapacity, bytes.count - position)
    let piece = position..<position + count
    output.withUnsafeMutableBufferPointer { memory, initialized in
      _ = memory[initialized...].update(fromContentsOf: bytes[piece])
      initialized += count
    }
    position += count
  }
}
