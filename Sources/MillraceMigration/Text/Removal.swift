import SwiftSyntax

extension SourceFile {
  /// Removes declarations together with the comments directly above them, with their lines if these contain nothing
  /// else, and without leaving two blank lines instead of one, or a blank line at a brace.
  func removing(_ nodes: [Syntax]) -> [Edit] {
    var edits: [Edit] = []
    var lines: [Range<Int>] = []
    for node in nodes.sorted(by: { $0.start < $1.start }) {
      guard let own = ownLines(of: node) else {
        edits.append(.remove(withSpace(around: node.range)))
        continue
      }
      if let last = lines.last, isBlank(last.upperBound..<max(last.upperBound, own.lowerBound)) {
        lines[lines.count - 1] = last.lowerBound..<max(last.upperBound, own.upperBound)
      } else {
        lines.append(own)
      }
    }
    return edits + lines.map { .remove(withBlankLines(around: $0)) }
  }

  /// The lines of a declaration and of the comment above it, or nil if these lines contain anything else.
  private func ownLines(of node: Syntax) -> Range<Int>? {
    guard isBlank(lineStart(node.start)..<node.start) else { return nil }
    let end = lineEnd(node.end)
    let rest = trimmed(node.end..<end)
    guard rest.isEmpty || rest.starts(with: "//".utf8) else { return nil }
    var first = lineStart(node.start)
    while first > beginning, case let above = lineStart(first - 1), isComment(above..<first) { first = above }
    return first..<end
  }

  /// A declaration that shares its line is removed with the space before it, or the space after it at the start of a line.
  private func withSpace(around range: Range<Int>) -> Range<Int> {
    func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == UInt8(ascii: ";") }
    var (start, end) = (range.lowerBound, range.upperBound)
    if isBlank(lineStart(start)..<start) {
      while end < text.count, isSpace(text[end]) { end += 1 }
    } else {
      while start > 0, isSpace(text[start - 1]) { start -= 1 }
    }
    return start..<end
  }

  private func withBlankLines(around lines: Range<Int>) -> Range<Int> {
    var (start, end) = (lines.lowerBound, lines.upperBound)
    while end < text.count, isBlank(end..<lineEnd(end)) { end = lineEnd(end) }
    if end == text.count || trimmed(end..<lineEnd(end)).first == UInt8(ascii: "}") {
      while start > beginning, isBlank(lineStart(start - 1)..<start) { start = lineStart(start - 1) }
      return start..<end
    }
    let isFirst = start == beginning || trimmed(lineStart(start - 1)..<start).last == UInt8(ascii: "{")
    let isBlankAbove = start > beginning && isBlank(lineStart(start - 1)..<start)
    return start..<(isFirst || isBlankAbove ? end : lines.upperBound)
  }

  // MARK: Lines

  /// The indentation before an offset, if the offset is at the first token of its line.
  func indentation(at offset: Int) -> String {
    string(lineStart(offset)..<offset).prefix { $0 == " " || $0 == "\t" }.description
  }

  func lineStart(_ offset: Int) -> Int { text[..<offset].lastIndex(of: 10).map { $0 + 1 } ?? beginning }

  /// The offset after the line feed that ends the line.
  func lineEnd(_ offset: Int) -> Int { text[offset...].firstIndex(of: 10).map { $0 + 1 } ?? text.count }

  func isBlank(_ range: Range<Int>) -> Bool { trimmed(range).isEmpty }

  private func trimmed(_ range: Range<Int>) -> ArraySlice<UInt8> {
    func isWhite(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 10 || byte == 13 }
    var slice = text[range].drop(while: isWhite)
    while let last = slice.last, isWhite(last) { slice.removeLast() }
    return slice
  }

  /// Whether a line contains only a comment that belongs to the declaration below.
  private func isComment(_ line: Range<Int>) -> Bool {
    let text = trimmed(line)
    if text.starts(with: "//".utf8) { return !text.starts(with: "// MARK".utf8) }
    return text.starts(with: "/*".utf8) && text.suffix(2).elementsEqual("*/".utf8)
  }
}
