import Millrace
import SystemLibrary

// `regexp`: POSIX extended regular expressions (IEEE Std 1003.1, section 9.4), which the C library compiles and matches.
//
// The C library searches a text by trying the expression at each place, one after another, which takes quadratic time for
// `a[ax]*b` in `aaaa…`: glibc 2.36 took 57 s for 200,000 bytes. So `^.*(expression)` is compiled, which is matched at the first place
// alone, in one pass (2 ms). The text of the expression is scanned before, for three reasons: parentheses that do not match
// would join those of the frame; what POSIX leaves undefined is not left to the C library, because a `\d` that means the letter d
// would silently take the wrong rows; and the compiled expression must not take unlimited memory.

/// An expression of `regexp`, which matches a text that has a part that the expression matches.
struct SearchExpression: Sendable {
  private let expression: RegularExpression

  /// - Throws: an error whose offset is that in the text.
  init(_ text: ArraySlice<UInt8>) throws(RowCondition.SyntaxError) {
    var scanner = Scanner(text)
    let checked = String(decoding: try scanner.scan(), as: UTF8.self)
    do throws(RegularExpression.Failure) {
      // An expression that is only valid inside of the frame is rejected.
      _ = try RegularExpression(checked)
      expression = try RegularExpression("^.*(\(checked))")
    } catch {
      let reason = error.reason.prefix(1).lowercased() + error.reason.dropFirst()
      throw RowCondition.SyntaxError(problem: "invalid regular expression (\(reason))", offset: 0)
    }
  }

  func matches(_ text: ArraySlice<UInt8>) -> Bool {
    unsafe text.withUnsafeBufferPointer { unsafe expression.matches($0) }
  }

  /// Scans the text of an expression, and writes it with brackets instead of `\d`, `\s` and `\w`.
  private struct Scanner {
    private let text: ArraySlice<UInt8>
    private var position: Int
    private var output: [UInt8] = []
    /// The open parentheses, and the whole expression.
    private var groups = [Group(start: 0)]

    private struct Group {
      let start: Int
      /// The characters and sets in it, when its repetitions are written out.
      var size = 0
      /// Those of the last character, set or group.
      var lastSize = 0
    }

    private static let maximumDepth = 100
    private static let maximumSize = 100_000
    private static let sets: [UInt8: String] = [
      UInt8(ascii: "d"): "0-9", UInt8(ascii: "s"): "[:space:]", UInt8(ascii: "w"): "[:alnum:]_",
    ]

    init(_ text: ArraySlice<UInt8>) {
      self.text = text
      position = text.startIndex
    }

    private func error(_ problem: String, at position: Int) -> RowCondition.SyntaxError {
      RowCondition.SyntaxError(problem: problem, offset: position - text.startIndex)
    }

    private mutating func next() -> UInt8? {
      guard position < text.endIndex else { return nil }
      defer { position += 1 }
      return text[position]
    }

    /// The expression for the C library.
    mutating func scan() throws(RowCondition.SyntaxError) -> [UInt8] {
      while true {
        let start = position
        guard let byte = next() else { break }
        switch byte {
        case UInt8(ascii: "\\"): try scanEscape(at: start)
        case UInt8(ascii: "["): try scanBrackets(at: start)
        case UInt8(ascii: "("):
          output.append(byte)
          groups.append(Group(start: start))
          guard groups.count <= Self.maximumDepth else {
            throw error("more than \(Self.maximumDepth) nested groups in the regular expression", at: start)
          }
        case UInt8(ascii: ")"):
          output.append(byte)
          let group = groups.removeLast()
          guard !groups.isEmpty else { throw error("unexpected ')' in the regular expression", at: start) }
          try add(group.size, at: start)
        case UInt8(ascii: "{"):
          output.append(byte)
          try scanRepetition(at: start)
        default:
          output.append(byte)
          if byte & 0xC0 != 0x80 { try add(1, at: start) }
        }
      }
      if groups.count > 1 {
        throw error("missing ')' in the regular expression", at: groups[groups.count - 1].start)
      }
      return output
    }

    private mutating func add(_ size: Int, at start: Int) throws(RowCondition.SyntaxError) {
      groups[groups.count - 1].size += size
      groups[groups.count - 1].lastSize = size
      try checkSize(at: start)
    }

    private func checkSize(at start: Int) throws(RowCondition.SyntaxError) {
      guard groups[groups.count - 1].size <= Self.maximumSize else {
        throw error("the repetitions in the regular expression are too large", at: start)
      }
    }

    private mutating func scanEscape(at start: Int) throws(RowCondition.SyntaxError) {
      guard let byte = next() else { throw error("no character after the backslash", at: start) }
      if let set = Self.sets[byte] {
        output += Array("[\(set)]".utf8)
      } else if let set = Self.sets[byte | 0x20], byte < 0x80 {
        output += Array("[^\(set)]".utf8)
      } else {
        let isLetter = (byte | 0x20) &- UInt8(ascii: "a") < 26
        if isLetter || byte &- UInt8(ascii: "0") < 10 {
          let escape = "\\\(Character(UnicodeScalar(byte)))"
          throw error("'\(escape)' is not supported in a regular expression", at: start)
        }
        output += [UInt8(ascii: "\\"), byte]
      }
      try add(1, at: start)
    }

    private mutating func scanBrackets(at start: Int) throws(RowCondition.SyntaxError) {
      output.append(UInt8(ascii: "["))
      if position < text.endIndex, text[position] == UInt8(ascii: "^") {
        output.append(UInt8(ascii: "^"))
        position += 1
      }
      let first = position
      while true {
        let place = position
        guard let byte = next() else { break }
        switch byte {
        case UInt8(ascii: "]") where place > first:
          output.append(byte)
          return try add(1, at: start)
        case UInt8(ascii: "["):
          output.append(byte)
          guard let kind = position < text.endIndex ? text[position] : nil, ":.=".utf8.contains(kind) else { continue }
          // A class such as [:digit:] ends with the same character.
          output.append(kind)
          position += 1
          var last: UInt8?
          while let byte = next() {
            output.append(byte)
            if last == kind, byte == UInt8(ascii: "]") { break }
            last = byte
          }
        case UInt8(ascii: "\\"):
          // POSIX has no escapes in brackets. Two backslashes are one, as in other dialects.
          guard let escaped = next(), escaped == byte || Self.sets[escaped] != nil else {
            throw error("a backslash in brackets is text by POSIX and is written twice", at: place)
          }
          output += Self.sets[escaped].map { Array($0.utf8) } ?? [byte]
        default: output.append(byte)
        }
      }
      throw error("missing ']' in the regular expression", at: start)
    }

    /// The rest of a repetition such as `{2,5}`.
    private mutating func scanRepetition(at start: Int) throws(RowCondition.SyntaxError) {
      var largest = 0
      var number = 0
      while position < text.endIndex, text[position] != UInt8(ascii: "}") {
        let byte = text[position]
        let digit = byte &- UInt8(ascii: "0")
        number = digit < 10 ? min(number * 10 + Int(digit), Self.maximumSize) : 0
        largest = max(largest, number)
        output.append(byte)
        position += 1
      }
      let last = groups[groups.count - 1].lastSize
      groups[groups.count - 1].size += last * max(largest - 1, 0)
      groups[groups.count - 1].lastSize = last * max(largest, 1)
      try checkSize(at: start)
    }
  }
}
