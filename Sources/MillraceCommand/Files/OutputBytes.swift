import Millrace
import MillraceCompression

/// The bytes of an output, compressed or not.
final class OutputBytes: ByteSink {
  private var file: OutputFile?
  private var compressed: GzipSink<OutputFile>?

  /// - Parameter path: a file's path; nil or `-` for standard output.
  init(_ path: String?, isCompressed: Bool) throws {
    if isCompressed {
      compressed = GzipSink(try OutputFile(path))
    } else {
      file = try OutputFile(path)
    }
  }

  func write(_ bytes: Span<UInt8>) throws {
    try file?.write(bytes)
    try compressed?.write(bytes)
  }

  func finish() throws {
    try file?.finish()
    try compressed?.finish()
  }
}
