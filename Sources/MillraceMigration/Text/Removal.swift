import SwiftSyntax

extension SourceFile {
  /// The removal of a declaration: with the comment that stands directly above it, with its lines if nothing else stands
  /// on them, and with one of the blank lines around it.
  func removing(_ node: some SyntaxProtocol) -> Edit {
    var range = node.range
    guard isBlank(lineStart(range.lowerBound)..<range.lowerBound) else {
      // Others stand before it on its line.
      while range.lowerBound > 0, isSpace(text[range.lowerBound - 1]) || text[range.lowerBound - 1] == UInt8(ascii: ";") {
        range = (range.lowerBound - 1)..<range.upperBound
      }
      return .remove(range)
    }
    let lineEnd = lineEnd(range.upperBound)
    let rest = string(range.upperBound..<lineEnd).drop { $0 == " " || $0 == "\t" }
    guard rest.isEmpty || rest.first?.isNewline == true || rest.hasPrefix("//") else {
      // Others stand behind it: they keep the indentation.
      var end = range.upperBound
      while end < text.count, isSpace(text[end]) || text[end] == UInt8(ascii: ";") { end += 1 }
      return .remove(range.lowerBound..<end)
    }
    var first = lineStart(range.lowerBound)
    while first > 0, case let above = lineStart(first - 1), isComment(above..<first) { first = above }
    var end = lineEnd
    let isBlankAbove = first > 0 && isBlank(lineStart(first - 1)..<first)
    let isFirst = first == 0 || endsWithBrace(lineStart(first - 1)..<first)
    let isBlankBelow = end < text.count && isBlank(end..<self.lineEnd(end))
    if isBlankAbove, isBlankBelow || end == text.count || beginsWithBrace(end..<self.lineEnd(end)) {
      first = lineStart(first - 1)
    } else if isFirst, isBlankBelow {
      end = self.lineEnd(end)
    }
    return .remove(first..<end)
  }

  /// The white space before what begins here, if it is the first on its line.
  func indentation(at offset: Int) -> String {
    let start = lineStart(offset)
    var end = start
    while end < offset, isSpace(text[end]) { end += 1 }
    return string(start..<end)
  }

  func lineStart(_ offset: Int) -> Int { text[..<offset].lastIndex(of: 10).map { $0 + 1 } ?? 0 }

  /// Behind the line feed that ends the line.
  func lineEnd(_ offset: Int) -> Int { text[offset...].firstIndex(of: 10).map { $0 + 1 } ?? text.count }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }

  private func isBlank(_ range: Range<Int>) -> Bool { text[range].allSatisfy { isSpace($0) || $0 == 10 || $0 == 13 } }

  private func trimmed(_ range: Range<Int>) -> ArraySlice<UInt8> {
    var slice = text[range].drop(while: isSpace)
    while let last = slice.last, isSpace(last) || last == 10 || last == 13 { slice.removeLast() }
    return slice
  }

  /// Whether a line has nothing but a comment on it.
  private func isComment(_ line: Range<Int>) -> Bool {
    let text = trimmed(line)
    if text.starts(with: Array("//".utf8)) { return !text.starts(with: Array("// MARK".utf8)) }
    let isBlock = text.starts(with: Array("/*".utf8)) && text.suffix(2).elementsEqual(Array("*/".utf8))
    return isBlock
  }

  private func endsWithBrace(_ line: Range<Int>) -> Bool { trimmed(line).last == UInt8(ascii: "{") }
  private func beginsWithBrace(_ line: Range<Int>) -> Bool { trimmed(line).first == UInt8(ascii: "}") }
}
