import Millrace
import MillraceCommandLine
import MillraceCompression
import SystemLibrary

/// Where in a regular file standard output began, so that what is written after it can be taken back.
struct OutputStart {
  private let offset = lseek(STDOUT_FILENO, 0, SEEK_CUR)

  /// Takes back what was written to standard output. Another output has no file before it is finished.
  func takeBack(_ path: String?) {
    guard path == nil || path == "-", offset >= 0 else { return }
    lseek(STDOUT_FILENO, offset, SEEK_SET)
    ftruncate(STDOUT_FILENO, offset)
  }
}

/// The bytes of an output, compressed or not.
final class OutputBytes: ByteSink {
  private var file: OutputFile?
  private var gzip: GzipSink<OutputFile>?
  private var zstandard: ZstandardSink<OutputFile>?
  /// Whether small pieces are kept until ``flush()``.
  private let isBuffered: Bool
  private var buffer: [UInt8] = []

  private static let bufferSize = 1 << 16

  /// Whether what is written to a path can be taken back: a file that is named when it is whole, or a regular file that
  /// standard output is.
  static func canRestart(_ path: String?) -> Bool {
    if let path, path != "-" { return !Descriptor.isThere(path) || Descriptor.isRegularFile(path) }
    let flags = fcntl(STDOUT_FILENO, F_GETFL)
    return Descriptor.standardOutput.size != nil && flags >= 0 && flags & O_APPEND == 0
  }

  /// - Parameters:
  ///   - path: a file's path; nil or `-` for standard output.
  ///   - isBuffered: whether small pieces are kept until ``flush()``. Such an output is not compressed.
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

  /// Writes what is kept.
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

/// Writes what has been converted when the input pauses.
final class OutputFollower {
  /// The output, once it is open.
  var output: OutputBytes?

  func flush() throws { try output?.flush() }
}
