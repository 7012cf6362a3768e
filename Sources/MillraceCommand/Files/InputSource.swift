import Millrace
import MillraceCommandLine
import MillraceCompression
import SystemLibrary

/// A descriptor as a source that can be read again from its beginning, and counts the bytes that were read.
///
/// A file is read twice. The bytes of other inputs, such as pipes, are stored until ``rewindAndForget()`` is called.
final class InputSource: ByteSource {
  private var descriptor: Descriptor
  private var isOpen = true
  /// Whether a file is closed except while it is being read.
  private(set) var isClosedWhenIdle = false
  private var hasEnded = false
  /// The offset in a file at which reading began; nil for inputs that are not seekable.
  private let start: off_t?
  /// The bytes that were read, as long as they may be needed again.
  private var record: [UInt8] = []
  private var isRecording: Bool
  /// The number of bytes of the record that were returned since the last ``rewind()``.
  private var position = 0
  /// The number of bytes that were returned since the last ``rewind()``.
  private(set) var count = 0
  /// Called before a read that would block, after ``patience`` without input; nil to block without a call.
  var onPause: (() throws -> Void)?

  /// The time without input, in milliseconds, after which pending rows are written: longer than a program that
  /// writes to a pipe at full speed takes between two pieces.
  private static let patience: Int32 = 10

  init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
    let offset = descriptor.size == nil ? -1 : lseek(descriptor.number, 0, SEEK_CUR)
    start = offset < 0 ? nil : offset
    isRecording = offset < 0
  }

  deinit { close() }

  private func close() {
    guard isOpen, descriptor.number != Descriptor.standardInput.number else { return }
    descriptor.closeFile()
    isOpen = false
  }

  /// Closes a file except while it is being read, so that there can be more inputs than open files.
  func closeWhenIdle() throws(CommandError) {
    guard isFile, descriptor.number != Descriptor.standardInput.number else { return }
    isClosedWhenIdle = true
    try rewind()
  }

  private func reopen() throws(CommandError) {
    descriptor = try Descriptor.open(descriptor.path)
    isOpen = true
    if let start, lseek(descriptor.number, start, SEEK_SET) < 0 {
      throw .file("read", path: descriptor.path, reason: reasonOfFailure())
    }
  }

  /// Whether the input can be rewound without storing its bytes.
  var isFile: Bool { start != nil }

  func read(into output: inout OutputSpan<UInt8>) throws {
    let before = output.count
    if position < record.count {
      let end = min(position + output.freeCapacity, record.count)
      record.withSpan { output.append(contentsOf: $0.extracting(position..<end)) }
      position = end
      if position == record.count, !isRecording { forgetRecord() }
    } else {
      if let onPause, isPaused() { try onPause() }
      if hasEnded { return }
      if !isOpen { try reopen() }
      try descriptor.read(into: &output)
      if isClosedWhenIdle, output.count == before, output.freeCapacity > 0 {
        hasEnded = true
        close()
      }
      if isRecording {
        record.append(contentsOf: output.span.extracting(droppingFirst: before))
        position = record.count
      }
    }
    count += output.count - before
  }

  /// Whether a read would block: there are no stored bytes, and no input has arrived for a while.
  ///
  /// - Parameter milliseconds: The time to wait for input.
  func isPaused(milliseconds: Int32 = patience) -> Bool {
    !isFile && position == record.count && !descriptor.waitForInput(milliseconds: milliseconds)
  }

  /// Returns to the beginning. Input that is not a file cannot be rewound after ``rewindAndForget()``.
  func rewind() throws(CommandError) {
    count = 0
    position = 0
    hasEnded = false
    if isClosedWhenIdle { return close() }
    if let start, lseek(descriptor.number, start, SEEK_SET) < 0 {
      throw .file("read", path: descriptor.path, reason: reasonOfFailure())
    }
  }

  /// Returns to the beginning for the last time.
  func rewindAndForget() throws(CommandError) {
    try rewind()
    isRecording = false
  }

  /// Stops storing bytes. Afterwards only files can be rewound.
  func forget() {
    isRecording = false
    if position == record.count { forgetRecord() }
  }

  private func forgetRecord() {
    record = []
    position = 0
  }
}

extension InputSource {
  /// The first bytes as they are, as many as tell a compression or a container; the source is then at its beginning.
  func leadingBytes() throws -> [UInt8] {
    var source = self
    let bytes = try source.readStart(atLeast: Compression.prefixLength, until: { Container.canBeRecognized($0) }).bytes
    try rewind()
    return bytes
  }

  /// The first bytes as text, as many as tell the format; the source is then at its beginning.
  ///
  /// - Returns: The bytes, and whether these are all.
  func firstBytes(_ compression: Compression?) throws -> (bytes: [UInt8], isAll: Bool) {
    var text = TextSource(decompressed(compression))
    let start = try text.readStart(atLeast: 16, until: Format.canBeDetected)
    try rewind()
    return start
  }

  /// The bytes, decompressed.
  func decompressed(_ compression: Compression?) -> any ByteSource {
    switch compression {
    case .gzip: GzipSource(self)
    case .zstandard: ZstandardSource(self)
    case nil: self
    }
  }
}
