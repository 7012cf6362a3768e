import SwiftParser
import SwiftSyntax

/// The text of a Swift file.
package struct SourceText: Sendable, Equatable {
  package var path: String
  package var text: String
  /// The module of the file, if it is known.
  package var module: String?

  package init(path: String, text: String, module: String? = nil) {
    self.path = path
    self.text = text
    self.module = module
  }
}

struct SourceFile: Sendable {
  let path: String
  let text: [UInt8]
  let tree: SourceFileSyntax
  /// The module of the file. By default, the name of the folder below `Sources` or `Tests`.
  let module: String
  /// The offset of the text: after a byte order mark, if there is one.
  let beginning: Int
  /// The line break of the file.
  let newline: String
  /// An attribute of another library that has the same name as a macro of this library, such as `@Field`.
  let foreignAttribute: String?

  init(_ source: SourceText) {
    path = source.path
    let text = Array(source.text.utf8)
    let firstFeed = text.firstIndex(of: 10) ?? 0
    self.text = text
    tree = Parser.parse(source: source.text)
    foreignAttribute = Self.foreignAttribute(tree, text)
    module = source.module ?? Self.module(of: source.path)
    beginning = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    newline = firstFeed > 0 && text[firstFeed - 1] == 13 ? "\r\n" : "\n"
  }

  private static func module(of path: String) -> String {
    let folders = path.split(separator: "/").dropLast()
    guard let root = folders.lastIndex(where: { $0 == "Sources" || $0 == "Tests" }), root + 1 < folders.endIndex else {
      return ""
    }
    return folders[...(root + 1)].joined(separator: "/")
  }

  /// With `import Millrace`, such an attribute would become a macro of this library.
  private static func foreignAttribute(_ tree: SourceFileSyntax, _ text: [UInt8]) -> String? {
    let imports = tree.statements.compactMap { $0.item.as(ImportDeclSyntax.self)?.path.trimmedDescription }
    if imports.contains("Millrace") { return nil }
    for name in ["Field", "Case", "Serializable"] where text.containsWord("@" + name) { return "@" + name }
    return nil
  }

  /// The private types at the top level. Other files cannot use them.
  var privateNames: Set<String> {
    let declarations = tree.statements.compactMap { $0.item.as(DeclSyntax.self) }
    return Set(
      declarations.compactMap { declaration in
        let modifiers = declaration.asProtocol((any WithModifiersSyntax).self)?.modifiers ?? []
        let isPrivate = modifiers.contains { ["private", "fileprivate"].contains($0.name.text) && $0.detail == nil }
        return isPrivate ? Syntax(declaration).declaredName : nil
      })
  }

  /// Whether a comment excludes a declaration from the migration: `// millrace: keep` above it, above an enclosing type, or
  /// at the head of the file with a blank line below it.
  func isKept(_ node: some SyntaxProtocol) -> Bool {
    if isKeptAsAWhole { return true }
    return sequence(first: Syntax(node)) { $0.parent }.contains { part in
      part.isProtocol((any DeclSyntaxProtocol).self) && part.leadingTrivia.contains(where: isKeepComment)
    }
  }

  private var isKeptAsAWhole: Bool {
    var isFound = false
    for piece in tree.leadingTrivia {
      if isKeepComment(piece) { isFound = true }
      if case .newlines(let count) = piece, count > 1, isFound { return true }
      if case .carriageReturnLineFeeds(let count) = piece, count > 1, isFound { return true }
    }
    return false
  }

  /// The place as `Sources/App/Model.swift:12:3`, with the column in UTF-8 bytes.
  func place(_ offset: Int) -> String {
    let column = offset - (text[..<offset].lastIndex(of: 10).map { $0 + 1 } ?? 0) + 1
    return "\(path):\(line(offset)):\(column)"
  }

  func line(of node: some SyntaxProtocol) -> Int { line(node.start) }

  func line(_ offset: Int) -> Int { text[..<offset].count { $0 == 10 } + 1 }

  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  func string(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }
}

private func isKeepComment(_ piece: TriviaPiece) -> Bool {
  guard case .lineComment(let text) = piece else { return false }
  return text.dropFirst(2).drop { $0 == " " } == "millrace: keep"
}

extension [UInt8] {
  /// Whether a text contains a word, and not only a longer word that begins with it.
  fileprivate func containsWord(_ word: String) -> Bool {
    let word = Array(word.utf8)
    guard count >= word.count else { return false }
    return self[...(count - word.count)].indices.contains { index in
      guard self[index] == word[0], self[index...].starts(with: word) else { return false }
      let next = index + word.count < count ? self[index + word.count] : 32
      return ![UInt8(ascii: "_")].contains(next) && !Character(UnicodeScalar(next)).isLetter
        && !Character(UnicodeScalar(next)).isNumber
    }
  }
}

extension SyntaxProtocol {
  /// The range of bytes in the file, without the surrounding trivia.
  var range: Range<Int> {
    let start = positionAfterSkippingLeadingTrivia.utf8Offset
    return start..<max(start, endPositionBeforeTrailingTrivia.utf8Offset)
  }

  var start: Int { positionAfterSkippingLeadingTrivia.utf8Offset }
  var end: Int { range.upperBound }
}
