/// Python's `json` module and its `float`, asked in one process for any number of texts.
package enum Python {
  package enum Question {
    /// What is this text, in canonical form?
    case tree([UInt8])
    /// The output of `json.dumps(indent=2, ensure_ascii=False)` for this text.
    case layout([UInt8])
    /// Which double is nearest to this number?
    case bits(String)
    /// What is this hexadecimal number in decimal digits?
    case decimal([UInt8])
  }

  /// What Python says of a text that it rejects.
  package static let rejected = "rejected"

  /// One answer for each question, as the script describes them.
  package static func answers(to questions: [Question]) async throws -> [Substring] {
    try await Script(program: "python3", file: "json_oracle.py").answers(to: lines(questions), count: questions.count)
  }

  private static func lines(_ questions: [Question]) -> [UInt8] {
    var lines: [UInt8] = []
    for question in questions {
      switch question {
      case .tree(let text):
        lines.append(UInt8(ascii: "t"))
        lines.append(hexadecimal: text)
      case .layout(let text):
        lines.append(UInt8(ascii: "l"))
        lines.append(hexadecimal: text)
      case .bits(let text):
        lines.append(UInt8(ascii: "b"))
        lines.append(hexadecimal: Array(text.utf8))
      case .decimal(let digits):
        lines.append(UInt8(ascii: "x"))
        lines.append(hexadecimal: digits)
      }
      lines.append(UInt8(ascii: "\n"))
    }
    return lines
  }
}

extension [UInt8] {
  package mutating func append(hexadecimal bytes: [UInt8]) {
    for byte in bytes {
      append(Self.hexadecimalDigits[Int(byte >> 4)])
      append(Self.hexadecimalDigits[Int(byte & 15)])
    }
  }

  private static let hexadecimalDigits = Array("0123456789abcdef".utf8)
}
