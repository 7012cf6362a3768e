import Millrace
import SystemLibrary

/// The output of a conversion: standard output, or a file that appears under its name only when it is complete.
///
/// The unfinished file is removed also when the process is interrupted.
package struct OutputFile: ByteSink, ~Copyable {
  private let descriptor: Descriptor
  private var file: StagedFile?

  /// - Parameter path: a file's path; nil or `-` for standard output.
  package init(_ path: String?) throws(CommandError) {
    guard let path, path != "-" else {
      descriptor = .standardOutput
      return
    }
    do {
      let file = try StagedFile(path, registering: Interruption.removeCreated)
      descriptor = Descriptor(number: file.descriptor, path: path)
      self.file = consume file
    } catch { throw .file("write", path: path, reason: error.reason) }
  }

  package func write(_ bytes: Span<UInt8>) throws(CommandError) { try descriptor.write(bytes) }

  package func write(_ bytes: [UInt8]) throws(CommandError) {
    try bytes.withSpan { bytes throws(CommandError) in try descriptor.write(bytes) }
  }

  package func write(text: String) throws(CommandError) {
    try text.withUTF8Span { bytes throws(CommandError) in try descriptor.write(bytes) }
  }

  /// Renames the file to its final name.
  package mutating func finish() throws(CommandError) {
    do throws(SystemError) { try file?.finish() } catch {
      throw .file("write", path: descriptor.path, reason: error.reason)
    }
  }
}
