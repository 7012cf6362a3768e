import Foundation
import Testing

/// A table of all messages of some error types, next to the tests as `Messages.txt`, so that a reader sees them side by side.
///
/// Run with `MILLRACE_UPDATE_FIXTURES=1` to write the file, and read the difference.
public struct MessageTable {
  /// The maximum number of words in a message.
  private static let maximumWords = 25

  private var lines: [String] = []

  public init() {}

  /// Adds a section with a message for each sample.
  ///
  /// - Parameters:
  ///   - type: the name of the error type, as a heading.
  ///   - declaration: the file with the declaration, relative to the repository.
  ///   - samples: at least one value for each case of the declaration, with the name of the case.
  public mutating func add<Failure>(
    _ type: String, declaredIn declaration: String, _ samples: [(name: String, error: Failure)],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let declared = try Self.cases(of: type, in: declaration)
    #expect(!declared.isEmpty, "no cases of \(type) in \(declaration)", sourceLocation: sourceLocation)
    let missing = declared.symmetricDifference(samples.map(\.name))
    #expect(missing.isEmpty, "no sample, or no case: \(missing.sorted())", sourceLocation: sourceLocation)
    add(type, samples.map { ($0.name, String(describing: $0.error)) }, sourceLocation: sourceLocation)
  }

  /// Adds a section for an error whose messages are string literals in the calls that throw it.
  ///
  /// Each literal must be the text of at least one message, and so must each literal that is added to the sources later.
  ///
  /// - Parameters:
  ///   - type: the name of the error type, as a heading.
  ///   - calls: what comes before a literal, such as `OptionError(`.
  ///   - folders: the folders with the calls, relative to the repository.
  ///   - unreachable: beginnings of literals that no input can produce.
  ///   - messages: what was called, and the message.
  public mutating func add(
    _ type: String, literalsOf calls: [String], in folders: [String], unreachable: Set<String> = [],
    _ messages: [(name: String, message: String)], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let literals = try folders.flatMap { try Self.literals(of: calls, in: $0) }
    #expect(!literals.isEmpty, "no literals in \(folders)", sourceLocation: sourceLocation)
    for literal in literals where !unreachable.contains(where: { literal.joined().hasPrefix($0) }) {
      let isListed = messages.contains { Self.contains($0.message, literal) }
      #expect(isListed, "no message with the text \(literal.joined(separator: "…"))", sourceLocation: sourceLocation)
    }
    add(type, messages, sourceLocation: sourceLocation)
  }

  /// Adds a section with the string literals of calls, with an ellipsis for each interpolation.
  public mutating func addLiterals(
    _ type: String, of calls: [String], in folders: [String], mayEndWithFullStop: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let literals = try folders.flatMap { try Self.literals(of: calls, in: $0) }
    #expect(!literals.isEmpty, "no literals in \(folders)", sourceLocation: sourceLocation)
    let messages = Set(literals.map { $0.joined(separator: "…") }).sorted()
    add(
      type, messages.map { ("", $0.replacing("\n", with: "\\n")) }, mayEndWithFullStop: mayEndWithFullStop,
      sourceLocation: sourceLocation)
  }

  /// Adds a section with these names and messages.
  ///
  /// - Parameter mayEndWithFullStop: whether the messages are sentences of Foundation.
  public mutating func add(
    _ type: String, _ messages: [(name: String, message: String)], mayEndWithFullStop: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    lines.append("\(lines.isEmpty ? "" : "\n")# \(type)")
    let width = messages.map(\.name.count).max() ?? 0
    for (name, message) in messages {
      lines.append(name + String(repeating: " ", count: width == 0 ? 0 : width - name.count + 2) + message)
      let words = message.split { $0 == " " || $0 == "\n" }.count
      #expect(words <= Self.maximumWords, "\(words) words: \(message)", sourceLocation: sourceLocation)
      #expect(mayEndWithFullStop || !message.hasSuffix("."), "a full stop: \(message)", sourceLocation: sourceLocation)
      #expect(!message.isEmpty && !message.hasPrefix(" "), "no message for \(name)", sourceLocation: sourceLocation)
    }
  }

  /// Compares the table with `Messages.txt` in the folder of the calling test.
  public func check(testFile: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let file = URL(filePath: testFile).deletingLastPathComponent().appending(path: "Messages.txt")
    let text = lines.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["MILLRACE_UPDATE_FIXTURES"] != nil {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text, sourceLocation: sourceLocation)
  }

  /// Whether a message has the pieces of a literal in their order.
  private static func contains(_ message: String, _ pieces: [String]) -> Bool {
    var rest = message[...]
    for piece in pieces where !piece.isEmpty {
      guard let range = rest.firstRange(of: piece) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }

  /// The string literals after these calls in the Swift files of a folder, each as the pieces between interpolations.
  private static func literals(of calls: [String], in folder: String) throws -> [[String]] {
    let root = Repository.root.appending(path: folder)
    let names = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }
    return try names.sorted().flatMap { name in
      let source = try String(contentsOf: root.appending(path: name), encoding: .utf8)
      return calls.flatMap { call in
        source.ranges(of: call).compactMap { pieces(ofLiteralIn: source[$0.upperBound...].drop(while: \.isWhitespace)) }
      }
    }
  }

  /// The pieces of the string literal that a text begins with, without its interpolations.
  private static func pieces(ofLiteralIn text: Substring) -> [String]? {
    var characters = text.makeIterator()
    guard characters.next() == "\"" else { return nil }
    var pieces = [""]
    while let character = characters.next(), character != "\"" {
      guard character == "\\" else {
        pieces[pieces.count - 1].append(character)
        continue
      }
      switch characters.next() {
      case "(":
        var depth = 1
        while depth > 0, let inner = characters.next() { depth += inner == "(" ? 1 : inner == ")" ? -1 : 0 }
        pieces.append("")
      case "n": pieces[pieces.count - 1].append("\n")
      case let escaped?: pieces[pieces.count - 1].append(escaped)
      case nil: return nil
      }
    }
    return pieces
  }

  /// The names of an enumeration's cases, as the source declares them.
  private static func cases(of type: String, in path: String) throws -> Set<String> {
    let source = try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
    let name = type.split(separator: ".").last.map(String.init) ?? type
    var names: Set<String> = []
    var indentation: Substring?
    for line in source.split(separator: "\n") {
      let margin = line.prefix { $0 == " " }
      let text = line.dropFirst(margin.count)
      if indentation == nil, text.contains("enum \(name):") { indentation = margin }
      guard let outer = indentation else { continue }
      if text == "}", margin == outer { break }
      if text.hasPrefix("case "), margin.count == outer.count + 2 {
        // `case a(b: C), d`: what is in parentheses is not a name.
        var depth = 0
        let bare = text.dropFirst(5).filter { character in
          if character == "(" { depth += 1 }
          defer { if character == ")" { depth -= 1 } }
          return depth == 0
        }
        names.formUnion(bare.split(separator: ",").map { String($0.drop { $0 == " " }.prefix { $0 != " " }) })
      }
    }
    return names
  }
}
