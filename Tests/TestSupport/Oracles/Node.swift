/// What JavaScript makes of JSON texts, numbers and strings.
package enum Node {
  package enum Question {
    /// RFC 8785 of this text: its members sorted, everything by `JSON.stringify`.
    case canonical([UInt8])
    /// The same with lines, indented by two spaces.
    case sorted([UInt8])
    /// A JSON string with `<`, `>`, `&` and the two line separators escaped.
    case forScripts([UInt8])
    /// A string with all non-ASCII characters escaped.
    case ascii([UInt8])
    /// JSON5, which but for names and spaces is JavaScript's own notation, as JSON.
    case json5([UInt8])
    /// A date and time in milliseconds since 1970, as a JSON string.
    case date(milliseconds: Int64)
  }

  /// The answer for a text that is rejected.
  package static let rejected = "rejected"

  package static func answers(to questions: [Question]) async throws -> [String] {
    var lines: [UInt8] = []
    for question in questions {
      let (letter, text) =
        switch question {
        case .canonical(let text): ("c", text)
        case .sorted(let text): ("s", text)
        case .forScripts(let text): ("h", text)
        case .ascii(let text): ("a", text)
        case .json5(let text): ("5", text)
        case .date(let milliseconds): ("d", Array("\(milliseconds)".utf8))
        }
      lines += Array(letter.utf8)
      lines.append(hexadecimal: text)
      lines.append(UInt8(ascii: "\n"))
    }
    let answers = try await Script(program: "node", file: "json_oracle.js").answers(to: lines, count: questions.count)
    return answers.map { answer in
      guard answer != rejected else { return rejected }
      var digits = answer.utf8.makeIterator()
      var bytes: [UInt8] = []
      while let high = digits.next(), let low = digits.next() {
        bytes.append(
          UInt8(Character(Unicode.Scalar(high)).hexDigitValue! * 16 + Character(Unicode.Scalar(low)).hexDigitValue!))
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
