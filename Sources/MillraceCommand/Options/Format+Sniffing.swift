import Millrace

extension Format {
  /// Infers the format of some data from its first bytes, or returns nil.
  ///
  /// - Parameters:
  ///   - start: The first bytes, up to the end of the first line at least, if it has one.
  ///   - isAll: Whether these are all bytes.
  init?(startingWith start: [UInt8], isAll: Bool) {
    if start.starts(with: "SQLite format 3\0".utf8) {
      self = .sqlite
    } else if start.starts(with: "ARROW1".utf8) {
      self = .arrow
    } else if start.starts(with: [0xFF, 0xFF, 0xFF, 0xFF]) {
      self = .arrowStream
    } else if start.starts(with: "PAR1".utf8) {
      self = .parquet
    } else if let format = Self.json(startingWith: start, isAll: isAll) {
      self = format
    } else if let format = Self.table(startingWith: start) {
      self = format
    } else {
      return nil
    }
  }

  /// Whether the first bytes of some text are enough to detect its format: its first line, or the end of an object.
  ///
  /// The end of an array is not required, because a long stream is often one array.
  static func canBeDetected(_ start: [UInt8]) -> Bool {
    guard start.contains(UInt8(ascii: "\n")) else { return false }
    let text = start[...].drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    return text.first != UInt8(ascii: "{") || lengthOfDocument(text) < text.count
  }

  /// JSON begins with a bracket or is one value. In JSON lines, the first line is a document, and others follow.
  /// Documents that are concatenated follow each other in another way.
  private static func json(startingWith start: [UInt8], isAll: Bool) -> Format? {
    let text = start[...].drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    guard let first = text.first else { return isAll ? .json : nil }
    let line = text.prefix { $0 != UInt8(ascii: "\n") }
    let rest = text.dropFirst(line.count).drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    // A line of which only the beginning was read is not a document.
    let hasEnded = isAll || line.count < text.count
    if hasEnded, (try? JSON.decode(IgnoredValue.self, from: Array(line))) != nil {
      return rest.isEmpty ? .json : .jsonLines
    }
    if first == 0x1E { return .jsonSequence }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
    let following = text.dropFirst(lengthOfDocument(text)).first { $0 != 0x20 && !(0x09...0x0D).contains($0) }
    return following == UInt8(ascii: "{") || following == UInt8(ascii: "[") ? .concatenated : .json
  }

  /// The number of bytes up to the end of the object or array that some text begins with, or all of them.
  private static func lengthOfDocument(_ text: ArraySlice<UInt8>) -> Int {
    var depth = 0
    var isInString = false
    var isEscaped = false
    for (offset, byte) in text.enumerated() {
      if isInString {
        if byte == UInt8(ascii: "\""), !isEscaped { isInString = false }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return offset + 1 }
      default: break
      }
    }
    return text.count
  }

  /// A table has a separator in its first line and no control characters.
  private static func table(startingWith start: [UInt8]) -> Format? {
    let line = start.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    guard line.allSatisfy({ $0 >= 0x20 || $0 == UInt8(ascii: "\t") }) else { return nil }
    let separators = ",;|".utf8.contains { line.contains($0) }
    if line.contains(UInt8(ascii: "\t")), !separators { return .tsv }
    return separators ? .csv : nil
  }
}
