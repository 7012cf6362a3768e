/// A range of a file's bytes and its replacement. All other bytes are left unchanged.
struct Edit: Hashable, Sendable {
  var range: Range<Int>
  var text: String

  static func replace(_ range: Range<Int>, _ text: String) -> Edit { Edit(range: range, text: text) }
  static func insert(_ text: String, at offset: Int) -> Edit { Edit(range: offset..<offset, text: text) }
  static func remove(_ range: Range<Int>) -> Edit { Edit(range: range, text: "") }
}

extension [Edit] {
  /// Returns the bytes after all edits. Edits within a larger one are dropped; insertions at the same offset are made in
  /// the order of this array.
  func applied(to text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count + 256)
    var position = 0
    for edit in inOrder where edit.range.lowerBound >= position {
      result += text[position..<edit.range.lowerBound]
      result += edit.text.utf8
      position = edit.range.upperBound
    }
    return result + text[position...]
  }

  /// Orders edits by their start. At the same start, insertions come first, and larger edits before smaller ones.
  private var inOrder: [Edit] {
    enumerated().sorted { one, other in
      let (a, b) = (one.element.range, other.element.range)
      if a.lowerBound != b.lowerBound { return a.lowerBound < b.lowerBound }
      if a.isEmpty != b.isEmpty { return a.isEmpty }
      return a.count != b.count ? a.count > b.count : one.offset < other.offset
    }.map(\.element)
  }
}
