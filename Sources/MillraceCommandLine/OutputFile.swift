import Millrace
import SystemLibrary

/// The output of a conversion: standard output, or a file that appears under its name only when it is complete.
///
/// A file is written beside its final place under a temporary name and renamed by ``finish()``. Without that it is
/// removed again, also when the process is interrupted.
package struct OutputFile: ByteSink, ~Copyable {
  private let descriptor: Descriptor
  private let path: String
  /// The temporary name; nil if the output is written in place.
  private var temporaryPath: String?
  /// The registration of the temporary file to be removed.
  private var interruption: Int?

  /// - Parameter path: a file's path; nil or `-` for standard output.
  package init(_ path: String?) throws(CommandError) {
    guard let path, path != "-" else {
      descriptor = .standardOutput
      self.path = "-"
      return
    }
    // A link is kept and its target is replaced; a device or a pipe is written in place.
    let target = resolvingLinks(path)
    self.path = target
    guard targetOfLink(target) == nil else {
      throw .file("write", path: path, reason: reasonOfFailure(ELOOP))
    }
    var status = stat()
    let exists = unsafe stat(target, &status) == 0
    if exists, status.st_mode & S_IFMT == S_IFDIR {
      throw .file("write", path: path, reason: reasonOfFailure(EISDIR))
    }
    if exists, status.st_mode & S_IFMT != S_IFREG {
      let number = openFile(target, flags: O_WRONLY)
      guard number >= 0 else { throw .file("write", path: path, reason: reasonOfFailure()) }
      descriptor = Descriptor(number: number, path: path)
      return
    }
    var template = Array((target + ".XXXXXX").utf8CString)
    var number: CInt = -1
    var temporary: String?
    interruption = Interruption.removeCreated {
      number = unsafe mkstemp(&template)
      guard number >= 0 else { return nil }
      temporary = unsafe template.withUnsafeBufferPointer { unsafe String(cString: $0.baseAddress.unsafelyUnwrapped) }
      return temporary
    }
    guard number >= 0 else { throw .file("write", path: path, reason: reasonOfFailure()) }
    descriptor = Descriptor(number: number, path: path)
    temporaryPath = temporary
    // With the usual permissions of a new file, or those of the file that it replaces.
    let mask = umask(0)
    umask(mask)
    fchmod(number, exists ? status.st_mode & 0o7777 : 0o666 & ~mask)
  }

  deinit {
    guard let temporaryPath else { return }
    descriptor.closeFile()
    unsafe unlink(temporaryPath)
    if let interruption { Interruption.forget(interruption) }
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
    guard let temporaryPath else { return }
    guard fsync(descriptor.number) == 0, unsafe rename(temporaryPath, path) == 0 else {
      throw .file("write", path: path, reason: reasonOfFailure())
    }
    descriptor.closeFile()
    self.temporaryPath = nil
    if let interruption { Interruption.forget(interruption) }
  }
}
