import Millrace
import MillraceCommandLine
import MillraceCompression
import SystemLibrary

/// The initial offset of standard output in a regular file, to which the file can be truncated.
struct OutputStart {
  private let offset = lseek(STDOUT_FILENO, 0, SEEK_CUR)

  /// Truncates standard output to its initial length. Other outputs have no file before they are finished.
  func truncate(_ path: String?) {
    guard path == nil || path == "-", offset >= 0 else { return }
    lseek(STDOUT_FILENO, offset, SEEK_SET)
    ftruncate(STDOUT_FILENO, offset)
  }
}

extension Conversion {
  /// Checks something that is only known after all rows were read.
  ///
  /// Rows that were written to a file are removed. A pipe keeps them, and the error says so.
  func check(afterRows count: Int, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch CommandError.usage(let message, let hint) where count > 0 && (output.path ?? "-") == "-" {
      guard !OutputBytes.canRestart(output.path) else {
        start.truncate(output.path)
        throw CommandError.usage(message, hint: hint)
      }
      throw CommandError.usage(message, hint: hint + "\n  standard output has up to \(count) rows")
    }
  }
}

/// The bytes of an output, compressed or not.
final class OutputBytes: ByteSink {
  private var file: OutputFile?
  private var gzip: GzipSink<OutputFile>?
  private var zstandard: ZstandardSink<OutputFile>?
  /// Whether small pieces are buffered until ``flush()``.
  private let isBuffered: Bool
  private var buffer: [UInt8] = []

  private static let bufferSize = 1 << 16

  /// Whether the output at a path can be discarded: a file that appears when it is complete, or a regular file that
  /// standard output is.
  static func canRestart(_ path: String?) -> Bool {
    if let path, path != "-" { return !Descriptor.isThere(path) || Descriptor.isRegularFile(path) }
    let flags = fcntl(STDOUT_FILENO, F_GETFL)
    return Descriptor.standardOutput.size != nil && flags >= 0 && flags & O_APPEND == 0
  }

  /// - Parameters:
  ///   - path: a file's path; nil or `-` for standard output.
  ///   - isBuffered: Whether small pieces are buffered until ``flush()``. Such an output is not compressed.
  init(_ path: String?, _ compression: Compression?, isBuffered: Bool = false) throws {
    self.isBuffered = isBuffered
    if isBuffered { buffer.reserveCapacity(2 * Self.bufferSize) }
    switch compression {
    case .gzip: gzip = GzipSink(try OutputFile(path))
    case .zstandard: zstandard = ZstandardSink(try OutputFile(path))
    case nil: file = try OutputFile(path)
    }
  }

  func write(_ bytes: Span<UInt8>) throws {
    if isBuffered {
      buffer.append(contentsOf: bytes)
      if buffer.count >= Self.bufferSize { try flush() }
      return
    }
    try file?.write(bytes)
    try gzip?.write(bytes)
    try zstandard?.write(bytes)
  }

  /// Writes the buffered bytes.
  func flush() throws {
    guard !buffer.isEmpty else { return }
    try file?.write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  func finish() throws {
    try flush()
    try file?.finish()
    try gzip?.finish()
    try zstandard?.finish()
  }
}

/// Writes the converted rows when the input pauses.
final class OutputFollower {
  /// The output, once it is open.
  var output: OutputBytes?

  func flush() throws { try output?.flush() }
}
