import Millrace
import MillraceCommandLine
import MillraceCompression
import SystemLibrary

/// A descriptor as a source that can be read again from its beginning, and knows how much was read.
///
/// A file is read twice. Of anything else, such as a pipe, what was read is kept until ``rewindAndForget()`` is called.
final class InputSource: ByteSource {
  private let descriptor: Descriptor
  /// Where in a file the reading began; nil for what cannot go back.
  private let start: off_t?
  /// What was read, as long as it may be wanted again.
  private var record: [UInt8] = []
  private var isRecording: Bool
  /// How much of the record was given since the last ``rewind()``.
  private var position = 0
  /// The bytes that were given since the last ``rewind()``.
  private(set) var count = 0
  /// Is called before a read that waits, if nothing has come for ``patience``. nil to wait without a call.
  var onPause: (() throws -> Void)?

  /// The time without input, in milliseconds, after which rows are written that have been read: longer than a program that
  /// writes to a pipe as fast as it can takes between two pieces.
  private static let patience: Int32 = 10

  init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
    let offset = descriptor.size == nil ? -1 : lseek(descriptor.number, 0, SEEK_CUR)
    start = offset < 0 ? nil : offset
    isRecording = offset < 0
  }

  deinit { if descriptor.number != Descriptor.standardInput.number { descriptor.closeFile() } }

  /// Whether going back costs no memory.
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
      try descriptor.read(into: &output)
      if isRecording {
        record.append(contentsOf: output.span.extracting(droppingFirst: before))
        position = record.count
      }
    }
    count += output.count - before
  }

  /// Whether a read would wait: nothing has come for a while, and nothing is left of what has come.
  ///
  /// - Parameter milliseconds: How long it may take.
  func isPaused(milliseconds: Int32 = patience) -> Bool {
    !isFile && position == record.count && !descriptor.waitForInput(milliseconds: milliseconds)
  }

  /// Returns to the beginning. Input that is not a file cannot be rewound after ``rewindAndForget()``.
  func rewind() throws(CommandError) {
    count = 0
    position = 0
    if let start, lseek(descriptor.number, start, SEEK_SET) < 0 {
      throw .file("read", path: descriptor.path, reason: reasonOfFailure())
    }
  }

  /// Goes back to the beginning for the last time.
  func rewindAndForget() throws(CommandError) {
    try rewind()
    isRecording = false
  }

  /// Reads on without keeping what is read. It is not gone back any more, except in a file.
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
  /// - Returns: the bytes, and whether there are no more.
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
