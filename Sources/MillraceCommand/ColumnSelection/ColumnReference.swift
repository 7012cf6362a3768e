import Millrace
import MillraceCommandLine

/// A column as `--columns`, `--drop` and `--rename` list it.
///
/// A `*` in a name is a pattern, and `#3` and `#3-5` are positions, unless a backslash is before these characters. There are no other
/// special characters, because names such as `Survived?` and `temperature [C]` are frequent.
enum ColumnReference: Hashable, Sendable {
  case name(String)
  case pattern(NamePattern)
  /// Positions from 1 on; without a last one up to the last column.
  case positions(first: Int, last: Int?, text: String)

  /// - Parameter text: The text in a list, with its backslashes.
  init(_ text: String, option: String) throws(CommandError) {
    if let (first, last) = Self.positions(text) {
      guard first > 0, last ?? first >= first else {
        throw .usage("--\(option) \(text): invalid positions", hint: "positions begin at 1, such as #3 and #3-5")
      }
      self = .positions(first: first, last: last, text: text)
      return
    }
    var pieces: [String] = [""]
    var isEscaped = false
    for character in text {
      if character == "*", !isEscaped {
        pieces.append("")
      } else {
        pieces[pieces.count - 1].append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    pieces = pieces.map { ColumnChoice.unescaped($0, ColumnChoice.specialCharacters) }
    self = pieces.count == 1 ? .name(pieces[0]) : .pattern(NamePattern(pieces: pieces, text: text))
  }

  /// The positions of a text such as `#3`, `#3-5` and `#3-`.
  private static func positions(_ text: String) -> (first: Int, last: Int?)? {
    let isDigit = { (character: Character) in character.isASCII && character.isNumber }
    guard text.hasPrefix("#") else { return nil }
    let digits = text.dropFirst().prefix(while: isDigit)
    let rest = text.dropFirst(1 + digits.count)
    guard !digits.isEmpty, rest.isEmpty || rest.hasPrefix("-") && rest.dropFirst().allSatisfy(isDigit) else {
      return nil
    }
    // A number that is too large is a position that no table has.
    let first = Int(digits) ?? .max
    return (first, rest.isEmpty ? first : rest.count == 1 ? nil : Int(rest.dropFirst()) ?? .max)
  }

  var name: String? { if case .name(let name) = self { name } else { nil } }

  var pattern: NamePattern? { if case .pattern(let pattern) = self { pattern } else { nil } }

  /// The reference as it was given.
  var text: String {
    switch self {
    case .name(let name): name
    case .pattern(let pattern): pattern.text
    case .positions(_, _, let text): text
    }
  }
}

// Names are compared by their bytes. A name and a pattern can have the same text.
extension ColumnReference {
  static func == (left: ColumnReference, right: ColumnReference) -> Bool {
    (left.name == nil) == (right.name == nil) && JSON.ExactKey.areEqual(left.text, right.text)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(JSON.ExactKey(text: text)) }
}

/// A pattern of names, in which `*` is any text.
struct NamePattern: Hashable, Sendable {
  /// The texts before, between and after the asterisks.
  let pieces: [String]
  /// The pattern as it was given.
  let text: String

  func matches(_ name: String) -> Bool { TextPattern(pieces: pieces).matches(Array(name.utf8)[...]) }

  /// Returns the text that the only asterisk matches in a name; nil if the pattern does not match.
  func match(in name: String) -> String? {
    guard pieces.count == 2, matches(name) else { return nil }
    return String(decoding: name.utf8.dropFirst(pieces[0].utf8.count).dropLast(pieces[1].utf8.count), as: UTF8.self)
  }

  /// The name with a text for the only asterisk.
  func name(with text: String) -> String { pieces.joined(separator: text) }
}
