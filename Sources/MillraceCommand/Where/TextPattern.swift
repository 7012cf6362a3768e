/// A pattern of `like` or `glob`, with the rules of SQLite, or of names.
///
/// A text is matched from left to right. Where it does not match, the last `%` or `*` takes one more character, and the pattern continues
/// after it: earlier ones need not take more, because what is between them has matched at its first place. So a text of n bytes and a
/// pattern of m take n × m steps at most.
struct TextPattern: Sendable {
  private enum Element {
    /// A byte of a character in the pattern.
    case byte(UInt8)
    case one
    /// Any number of any characters.
    case any
    /// A character in, or not in, these ranges.
    case range([ClosedRange<UInt32>], isInverted: Bool)
  }

  private var elements: [Element] = []
  /// Whether letters of ASCII match in upper and lower case.
  private let ignoresCase: Bool

  /// A pattern of `like`: `%` is any number of characters, and `_` is one.
  ///
  /// - Parameter escape: The character before a `%`, `_` or itself that is text.
  /// - Throws: an error whose offset is that in the pattern.
  init(like pattern: ArraySlice<UInt8>, escape: UnicodeScalar? = nil) throws(RowCondition.SyntaxError) {
    ignoresCase = true
    var scalars = Scalars(pattern)
    while let scalar = scalars.next() {
      switch scalar {
      case _ where scalar == escape?.value:
        guard let escaped = scalars.next() else {
          throw RowCondition.SyntaxError(
            problem: "no character after the escape character", offset: pattern.count - 1)
        }
        append(escaped)
      case UInt32(UInt8(ascii: "%")): elements.append(.any)
      case UInt32(UInt8(ascii: "_")): elements.append(.one)
      default: append(scalar)
      }
    }
  }

  /// A pattern of `glob`: `*` is any number of characters, `?` is one, and `[a-z]` or `[^a-z]` is one of a set.
  ///
  /// - Throws: an error whose offset is that in the pattern.
  init(glob pattern: ArraySlice<UInt8>) throws(RowCondition.SyntaxError) {
    ignoresCase = false
    var scalars = Scalars(pattern)
    while let scalar = scalars.next() {
      switch scalar {
      case UInt32(UInt8(ascii: "*")): elements.append(.any)
      case UInt32(UInt8(ascii: "?")): elements.append(.one)
      case UInt32(UInt8(ascii: "[")):
        let start = scalars.position - 1 - pattern.startIndex
        guard let range = Self.range(&scalars) else {
          throw RowCondition.SyntaxError(problem: "missing ']' in the pattern of 'glob'", offset: start)
        }
        elements.append(range)
      default: append(scalar)
      }
    }
  }

  /// A pattern of texts with any number of characters between each two.
  init(pieces: [String]) {
    ignoresCase = false
    for (index, piece) in pieces.enumerated() {
      if index > 0 { elements.append(.any) }
      elements += piece.utf8.map(Element.byte)
    }
  }

  private mutating func append(_ scalar: UInt32) {
    guard let scalar = UnicodeScalar(scalar) else { return }
    for byte in String(Character(scalar)).utf8 { elements.append(.byte(ignoresCase ? Self.lowercase(byte) : byte)) }
  }

  /// The set after an opening bracket; nil if it does not end.
  private static func range(_ scalars: inout Scalars) -> Element? {
    let (caret, bracket, hyphen) = (UInt32(UInt8(ascii: "^")), UInt32(UInt8(ascii: "]")), UInt32(UInt8(ascii: "-")))
    var ranges: [ClosedRange<UInt32>] = []
    var scalar = scalars.next()
    let isInverted = scalar == caret
    if isInverted { scalar = scalars.next() }
    // At the beginning a closing bracket is one of the characters, and it does not begin a range.
    if scalar == bracket {
      ranges.append(bracket...bracket)
      scalar = scalars.next()
    }
    var first: UInt32?
    while let next = scalar, next != bracket {
      if next == hyphen, let start = first, let end = scalars.peek, end != bracket {
        _ = scalars.next()
        if start <= end { ranges.append(start...end) }
        first = nil
      } else {
        ranges.append(next...next)
        first = next
      }
      scalar = scalars.next()
    }
    return scalar == nil ? nil : .range(ranges, isInverted: isInverted)
  }

  /// Whether the pattern matches the whole of a text in UTF-8.
  func matches(_ text: ArraySlice<UInt8>) -> Bool {
    var (position, element) = (text.startIndex, 0)
    // The element after the last `any`, and where in the text it was tried.
    var retry: (element: Int, position: Int)?
    while true {
      if element == elements.count {
        if position == text.endIndex { return true }
      } else if case .any = elements[element] {
        element += 1
        if element == elements.count { return true }
        retry = (element, position)
        continue
      } else if position == text.endIndex {
        // With more characters for an `any` even fewer would be left.
        return false
      } else if let next = end(of: elements[element], at: position, in: text) {
        (position, element) = (next, element + 1)
        continue
      }
      guard let last = retry, last.position < text.endIndex else { return false }
      position = Scalars.end(ofScalarAt: last.position, in: text)
      element = last.element
      retry = (element, position)
    }
  }

  /// Returns the offset after an element; nil if the element does not match.
  private func end(of element: Element, at position: Int, in text: ArraySlice<UInt8>) -> Int? {
    switch element {
    case .byte(let byte):
      return (ignoresCase ? Self.lowercase(text[position]) : text[position]) == byte ? position + 1 : nil
    case .one: return Scalars.end(ofScalarAt: position, in: text)
    case .range(let ranges, let isInverted):
      var scalars = Scalars(text[position...])
      guard let scalar = scalars.next() else { return nil }
      return ranges.contains { $0.contains(scalar) } != isInverted ? scalars.position : nil
    case .any: return nil
    }
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }

  /// The Unicode scalars of a text, which is valid UTF-8.
  private struct Scalars {
    private let text: ArraySlice<UInt8>
    private(set) var position: Int

    init(_ text: ArraySlice<UInt8>) {
      self.text = text
      position = text.startIndex
    }

    static func end(ofScalarAt position: Int, in text: ArraySlice<UInt8>) -> Int {
      var end = position + 1
      while end < text.endIndex, text[end] & 0xC0 == 0x80 { end += 1 }
      return end
    }

    var peek: UInt32? {
      guard position < text.endIndex else { return nil }
      let lead = text[position]
      guard lead >= 0x80 else { return UInt32(lead) }
      let bits: UInt8 = lead >= 0xF0 ? 0x07 : lead >= 0xE0 ? 0x0F : 0x1F
      return text[position..<Self.end(ofScalarAt: position, in: text)].dropFirst()
        .reduce(UInt32(lead & bits)) { $0 << 6 | UInt32($1 & 0x3F) }
    }

    mutating func next() -> UInt32? {
      guard let scalar = peek else { return nil }
      position = Self.end(ofScalarAt: position, in: text)
      return scalar
    }
  }
}
