@testable import Millrace

/// The libraries that JSON5 is compared with: see `json5_oracle.py`.
enum JSON5Peer: Int, CaseIterable {
  case pyjson5, json5

  /// What a peer says of a text that it rejects.
  static let rejected = "rejected"

  /// For each text the answers of all peers.
  static func answers(to texts: [[UInt8]]) async throws -> [[String]] {
    var lines: [UInt8] = []
    for text in texts {
      lines.append(hexadecimal: text)
      lines.append(UInt8(ascii: "\n"))
    }
    let script = Script(
      program: Repository.pythonWithPeers, file: "json5_oracle.py", hint: "scripts/test makes it")
    return try await script.answers(to: lines, count: texts.count).map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }
}

/// A JSON5 document as tokens, like those of the peers, except that a number is `#` and its text.
struct JSON5Tokens: Readable, Equatable {
  var tokens: [String]

  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> JSON5Tokens {
    switch try reader.nextKind() {
    case .null:
      if !reader.takeNull() { try reader.skipValue() }
      return JSON5Tokens(tokens: ["n"])
    case .boolean: return JSON5Tokens(tokens: [try reader.readBool() ? "t" : "f"])
    case .number:
      let start = reader.mark()
      if let text = try? reader.readNumberText() { return JSON5Tokens(tokens: ["#\(text)"]) }
      reader.rewind(to: start)
      return JSON5Tokens(tokens: ["#\(try reader.readDouble())"])
    case .string: return JSON5Tokens(tokens: [string(try reader.readString())])
    case .array:
      var tokens = ["["]
      if try reader.beginArray() {
        repeat { tokens += try read(from: &reader).tokens } while try reader.nextElement()
      }
      return JSON5Tokens(tokens: tokens + ["]"])
    case .object:
      // Of equal keys, Python keeps the place of the first and the value of the last.
      var members: [(key: String, value: [String])] = []
      if try reader.beginMap() {
        repeat {
          let key = string(try reader.readKey())
          let value = try read(from: &reader).tokens
          if let index = members.firstIndex(where: { $0.key == key }) {
            members[index].value = value
          } else {
            members.append((key, value))
          }
        } while try reader.nextMember()
      }
      return JSON5Tokens(tokens: ["{"] + members.flatMap { [$0.key] + $0.value } + ["}"])
    }
  }

  private static func string(_ text: String) -> String {
    var token: [UInt8] = [UInt8(ascii: "\"")]
    token.append(hexadecimal: text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] })
    return String(decoding: token, as: UTF8.self)
  }

  /// Whether a peer's answer is this value.
  func agrees(with answer: String) -> Bool {
    let theirs = answer.split(separator: " ")
    return theirs.count == tokens.count && zip(tokens, theirs).allSatisfy(Self.agree)
  }

  private static func agree(_ ours: String, _ theirs: Substring) -> Bool {
    guard ours.hasPrefix("#") else { return ours == theirs }
    let text = ours.dropFirst()
    switch theirs.first {
    // Python's integers have no negative zero.
    case "i": return text == theirs.dropFirst() || text == "-0" && theirs == "i0"
    case "d":
      guard let number = Double(text) else { return false }
      return number.isNaN ? theirs == "d7ff8000000000000" : number.bitPattern == UInt64(theirs.dropFirst(), radix: 16)
    default: return false
    }
  }
}
