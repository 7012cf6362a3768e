import Millrace

extension Format {
  /// The format that some data seems to be in, or nil if nothing tells.
  ///
  /// - Parameters:
  ///   - start: its first bytes, up to the end of the first line at least, unless there is none within them.
  ///   - isAll: whether there are no more.
  init?(startingWith start: [UInt8], isAll: Bool) {
    if start.starts(with: "SQLite format 3\0".utf8) {
      self = .sqlite
    } else if start.starts(with: "ARROW1".utf8) {
      self = .arrow
    } else if start.starts(with: [0xFF, 0xFF, 0xFF, 0xFF]) {
      self = .arrowStream
    } else if let format = Self.json(startingWith: start, isAll: isAll) {
      self = format
    } else if let format = Self.table(startingWith: start) {
      self = format
    } else {
      return nil
    }
  }

  /// JSON is what begins with a bracket or is one value. Of lines the first is a document, and more follow.
  private static func json(startingWith start: [UInt8], isAll: Bool) -> Format? {
    let text = start.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    guard let first = text.first else { return isAll ? .json : nil }
    let line = text.prefix { $0 != UInt8(ascii: "\n") }
    let rest = text.dropFirst(line.count).drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    if (try? JSON.decode(Anything.self, from: Array(line))) != nil { return rest.isEmpty ? .json : .jsonLines }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? .json : nil
  }

  /// A table is what has a separator in its first line and no control characters.
  private static func table(startingWith start: [UInt8]) -> Format? {
    let line = start.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    guard line.allSatisfy({ $0 >= 0x20 || $0 == UInt8(ascii: "\t") }) else { return nil }
    let separators = ",;|".utf8.contains { line.contains($0) }
    if line.contains(UInt8(ascii: "\t")), !separators { return .tsv }
    return separators ? .csv : nil
  }
}
