import Millrace
import MillraceCommandLine
import MillraceCompression
import SystemLibrary

/// The lines before a table, which are skipped.
final class SkippedLines: Sendable {
  let count: Int
  /// Whether `--header` tells which line comes after them.
  private let isBeforeHeader: Bool
  /// Their bytes, once they were skipped.
  private let size = Locked(0)

  init() { (count, isBeforeHeader) = (0, false) }

  /// The lines that `--skip` counts, or those before the line that `--header` tells.
  init(_ options: InputOptions) {
    count = options.headerLine.map { $0 - 1 } ?? options.skippedLines
    isBeforeHeader = options.headerLine != nil
  }

  /// What is wrong with an input of so many lines; nil if it has enough.
  ///
  /// - Parameter lines: The number of lines of the input, which ends with the skipped lines.
  fileprivate func problem(ofInputWith lines: Int) -> String? {
    guard isBeforeHeader || lines < count else { return nil }
    let found = lines == 1 ? "1 line" : "\(lines) lines"
    return "the input has only \(found), "
      + (isBeforeHeader ? "and --header \(count + 1) takes a later one" : "and --skip \(count) skips more")
  }

  fileprivate func note(size: Int) { self.size.withLock { $0 = size } }

  /// An error in the lines after them, with its place in all lines.
  func placed(_ error: FormatError) -> FormatError {
    var error = error
    error.place.line = error.place.line.map { $0 + count }
    error.place.offset = error.place.offset.map { $0 + size.withLock { $0 } }
    return error
  }
}

/// Text of another source without its first lines. Lines end with a line feed, a carriage return or both.
struct LineSkippingSource: ByteSource {
  private var source: any ByteSource
  private let skipped: SkippedLines
  private let name: String
  private var isAfterLines = false

  /// - Parameter name: The name of the input in messages.
  init(_ source: any ByteSource, _ skipped: SkippedLines, name: String) {
    self.source = source
    self.skipped = skipped
    self.name = name
  }

  mutating func read(into output: inout OutputSpan<UInt8>) throws {
    if !isAfterLines { try skip() }
    try source.read(into: &output)
  }

  private mutating func skip() throws {
    let count = skipped.count
    var (lines, size) = (0, 0)
    var isAfterCarriageReturn = false
    var isInLine = false
    while true {
      var bytes: [UInt8] = []
      try bytes.append(addingCapacity: 1 << 16) { try source.read(into: &$0) }
      if bytes.isEmpty {
        if isInLine { lines += 1 }
        if let problem = skipped.problem(ofInputWith: lines) {
          throw CommandError.data("millrace: \(name): \(problem)")
        }
        break
      }
      let end = bytes.indices.first { index in
        let byte = bytes[index]
        let isLineFeed = byte == UInt8(ascii: "\n")
        if isLineFeed, isAfterCarriageReturn {
          isAfterCarriageReturn = false
          return false
        }
        guard lines < count else { return true }
        isAfterCarriageReturn = byte == UInt8(ascii: "\r")
        isInLine = !isLineFeed && !isAfterCarriageReturn
        if !isInLine { lines += 1 }
        return false
      }
      size += end ?? bytes.count
      guard let end else { continue }
      source = PrefixedSource(start: Array(bytes[end...]), rest: source)
      break
    }
    isAfterLines = true
    skipped.note(size: size)
  }
}
