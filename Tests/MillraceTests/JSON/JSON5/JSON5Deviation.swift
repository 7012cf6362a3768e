@testable import Millrace

/// A text that a peer does not read as we do.
struct JSON5Disagreement {
  let text: [UInt8]
  let ours: Result<JSON5Tokens, FormatError>
  let peer: JSON5Peer
  let answer: String

  /// Compares our reading of a text with a peer's answer. Nil if they agree.
  init?(_ text: [UInt8], _ ours: Result<JSON5Tokens, FormatError>, _ peer: JSON5Peer, _ answer: String) {
    let agree = (try? ours.get().agrees(with: answer)) ?? (answer == JSON5Peer.rejected)
    if agree { return nil }
    (self.text, self.ours, self.peer, self.answer) = (text, ours, peer, answer)
  }

  static func read(_ text: [UInt8]) -> Result<JSON5Tokens, FormatError> {
    Result { () throws(FormatError) in try JSON.decode(JSON5Tokens.self, from: text, style: JSON.Lenient.self) }
  }

  var isRefusedByPeer: Bool { answer == JSON5Peer.rejected }

  /// The offset of our error in a text that the peer accepts.
  var errorOffset: Int? {
    guard case .failure(let error) = ours, !isRefusedByPeer else { return nil }
    return error.place.offset
  }

  /// Our value of a text that the peer rejects.
  var refusedTokens: [String]? { isRefusedByPeer ? try? ours.get().tokens : nil }

  /// The byte at an offset, or zero outside of the text.
  func byte(_ offset: Int) -> Unicode.Scalar {
    text.indices.contains(offset) ? Unicode.Scalar(text[offset]) : "\0"
  }

  /// The characters of a number before an offset.
  func numberBefore(_ offset: Int) -> Substring {
    let before = String(decoding: text[..<offset], as: UTF8.self)
    return before.suffix(
      from: before.lastIndex { !"0123456789.eE+-_".contains($0) }.map(before.index(after:)) ?? before.startIndex)
  }

  var description: String {
    "\(peer): \(String(decoding: text, as: UTF8.self).debugDescription): ours \(ours), theirs \(answer)"
  }
}

/// A way in which a peer does not follow the specification (https://spec.json5.org, version 1.0.0).
struct JSON5Deviation {
  /// The section that it does not follow; with ES, one of ECMAScript 5.1.
  let section: String
  let peers: [JSON5Peer]
  /// What the peers do.
  let description: String
  /// A text that shows it.
  let example: String
  let explains: (JSON5Disagreement) -> Bool
}

extension JSON5Deviation {
  static var all: [JSON5Deviation] {
    [
      JSON5Deviation(
        section: "6", peers: [.pyjson5], description: "accepts a minus after a plus", example: "+-1"
      ) { text in
        text.errorOffset.map { text.byte($0 - 1) == "+" && text.byte($0) == "-" } ?? false
      },
      JSON5Deviation(
        section: "ES 7.8.3", peers: [.pyjson5], description: "accepts a point without digits", example: "-."
      ) { text in
        text.errorOffset.map { text.byte($0 - 1) == "." && !text.byte($0 - 2).isDigit } ?? false
      },
      JSON5Deviation(
        section: "ES 7.8.3", peers: [.pyjson5], description: "ignores '_' in numbers", example: "1_0"
      ) { text in
        text.errorOffset.map { offset in
          let before = text.byte(offset - 1)
          return text.byte(offset) == "_"
            && (before.properties.isHexDigit || [".", "x", "X", "+", "-"].contains(before))
        } ?? false
      },
      JSON5Deviation(
        section: "ES 7.8.3", peers: [.pyjson5], description: "ignores one point after a fraction or an exponent",
        example: "1.5."
      ) { text in
        text.errorOffset.map { offset in
          text.byte(offset) == "." && text.byte(offset - 1).isDigit && !text.byte(offset + 1).isDigit
            && text.numberBefore(offset).contains(/[.eE]/)
        } ?? false
      },
      JSON5Deviation(
        section: "ES 7.8.3", peers: [.pyjson5], description: "accepts whatever numbers are made of after '0e'",
        example: "0e1+.5e"
      ) { text in
        text.errorOffset.map { text.numberBefore($0).contains(/^[+-]?0[eE]/) } ?? false
      },
      JSON5Deviation(
        section: "6", peers: [.pyjson5], description: "loses the sign of '-0e1'", example: "-0e1"
      ) { text in
        guard let tokens = try? text.ours.get().tokens else { return false }
        return JSON5Tokens(tokens: tokens.map { $0.contains(/^#-0[eE]/) ? "#0" : $0 }).agrees(with: text.answer)
      },
      JSON5Deviation(
        section: "6", peers: [.pyjson5], description: "rejects numbers that are out of range for doubles",
        example: "1e309"
      ) { text in
        text.refusedTokens?.contains { $0.contains(/^#.*\d/) && Double($0.dropFirst())?.isInfinite == true } ?? false
      },
      JSON5Deviation(
        section: "ES 7.8.3", peers: [.pyjson5], description: "rejects an exponent after '0.'", example: "0.e1"
      ) { text in
        text.refusedTokens != nil && String(decoding: text.text, as: UTF8.self).contains(/(^|[^0-9.])0\.[eE]/)
      },
      JSON5Deviation(
        section: "5.1", peers: [.pyjson5], description: #"accepts a digit after '\0'"#, example: #"'\01'"#
      ) { text in
        text.errorOffset.map {
          text.byte($0) == "\\" && text.byte($0 + 1) == "0" && text.byte($0 + 2).isDigit
        } ?? false
      },
      JSON5Deviation(
        section: "5.1", peers: [.pyjson5],
        description: "rejects a line continuation between the halves of a surrogate pair",
        example: "'\\uD83D\\\n\\uDE00'"
      ) { text in
        let characters = String(decoding: text.text, as: UTF8.self)
        return text.refusedTokens != nil
          && characters.matches(of: /\\u[dD][89abAB][0-9a-fA-F]{2}\\/).contains {
            // Not by the expression, which in Swift 6.2 does not find a line feed after a backslash.
            characters.unicodeScalars[$0.range.upperBound...].first.map("\n\r\u{2028}\u{2029}".unicodeScalars.contains)
              ?? false
          }
      },
      JSON5Deviation(
        section: "5.1", peers: [.pyjson5], description: #"takes '\U' for the beginning of an escape with eight digits"#,
        example: #"'\U0001F600'"#
      ) { text in
        (try? text.ours.get()) != nil && String(decoding: text.text, as: UTF8.self).contains(/(^|[^\\])(\\\\)*\\U/)
      },
      JSON5Deviation(
        section: "5.1", peers: [.pyjson5], description: "loses a U+0000 after a carriage return that continues a line",
        example: "'\\\r\0'"
      ) { text in
        (try? text.ours.get()) != nil && text.text.firstRange(of: [0x5C, 0x0D, 0x00]) != nil
      },
      // ECMAScript 5.1: an escape cannot "put a character into an IdentifierName that would otherwise be illegal".
      JSON5Deviation(
        section: "ES 7.6", peers: [.pyjson5, .json5], description: "accepts escapes of any character in identifiers",
        example: #"{a\u0020:1}"#
      ) { text in
        guard case .failure(let error) = text.ours, case .invalidEscape = error.problem, let offset = text.errorOffset
        else { return false }
        // In a string, an escape with four digits is valid.
        return text.byte(offset) == "\\" && text.byte(offset + 1) == "u"
          && (2..<6).allSatisfy { text.byte(offset + $0).properties.isHexDigit }
      },
      // Section 10 leaves "the length and character contents of strings" to implementations, and a Swift string has none.
      JSON5Deviation(
        section: "10", peers: [.json5], description: "accepts an unpaired surrogate in a string", example: #"'\uD800'"#
      ) { text in
        guard case .failure(let error) = text.ours, case .loneSurrogate = error.problem else { return false }
        return text.answer.split(separator: " ").contains { $0.isStringWithLoneSurrogate }
      },
    ]
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}

extension Substring {
  /// Whether this token of a peer is a string that is not UTF-16.
  fileprivate var isStringWithLoneSurrogate: Bool {
    guard hasPrefix("\"") else { return false }
    let digits = Array(utf8.dropFirst())
    let units = stride(from: 0, to: digits.count, by: 4).map {
      UInt16(String(decoding: digits[$0..<$0 + 4], as: UTF8.self), radix: 16) ?? 0
    }
    return String(validating: units, as: UTF16.self) == nil
  }
}
