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

  /// Whether what is written to a path can be taken back: a file that is named when it is whole, or a regular file that
  /// standard output is.
  static func canRestart(_ path: String?) -> Bool {
    if let path, path != "-" { return !Descriptor.isThere(path) || Descriptor.isRegularFile(path) }
    let flags = fcntl(STDOUT_FILENO, F_GETFL)
    return Descriptor.standardOutput.size != nil && flags >= 0 && flags & O_APPEND == 0
  }

  /// - Parameter path: a file's path; nil or `-` for standard output.
  init(_ path: String?, _ compression: Compression?) throws {
    switch compression {
    case .gzip: gzip = GzipSink(try OutputFile(path))
    case .zstandard: zstandard = ZstandardSink(try OutputFile(path))
    case nil: file = try OutputFile(path)
    }
  }

  func write(_ bytes: Span<UInt8>) throws {
    try file?.write(bytes)
    try gzip?.write(bytes)
    try zstandard?.write(bytes)
  }

  func finish() throws {
    try file?.finish()
    try gzip?.finish()
    try zstandard?.finish()
  }
}
