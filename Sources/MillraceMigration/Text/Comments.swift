import SwiftSyntax

// Comments of keys are moved together with the names: those of a case to the property or case that now has the name, those of
// the enumeration to the type.

extension SourceFile {
  /// The comments that belong to a declaration: those directly above it, and one at the end of its last line.
  func comments(at node: some SyntaxProtocol) -> [String] {
    var above: [String] = []
    for piece in node.leadingTrivia {
      switch piece {
      case .newlines(let count), .carriageReturnLineFeeds(let count):
        if count > 1 { above = [] }
      default:
        if let text = piece.commentText { above.append(text) }
      }
    }
    let behind = node.trailingTrivia.compactMap(\.commentText)
    return (above + behind).filter { !isForTools($0) }
  }

  /// Adds comments above a declaration, above those that are there.
  func adding(_ comments: [String], above node: some SyntaxProtocol) -> [Edit] {
    if comments.isEmpty { return [] }
    var start = node.position.utf8Offset
    var place: Int?
    for piece in node.leadingTrivia {
      switch piece {
      case .newlines(let count), .carriageReturnLineFeeds(let count):
        if count > 1 { place = nil }
      default:
        if piece.commentText != nil, place == nil { place = start }
      }
      start += piece.sourceLength.utf8Length
    }
    let offset = place ?? node.start
    let hasDocumentation = node.leadingTrivia.contains { $0.isDocumentation }
    // If the declaration is documented, the documentation of the key becomes an ordinary comment.
    let lines = comments.map { hasDocumentation && $0.hasPrefix("///") ? String($0.dropFirst()) : $0 }
    let space = newline + indentation(at: offset)
    return [.insert(lines.map { $0 + space }.joined(), at: offset)]
  }

  /// Whether a comment is a directive for a tool.
  private func isForTools(_ comment: String) -> Bool {
    let text = comment.drop { $0 == "/" || $0 == "*" || $0 == " " }
    return ["MARK:", "swiftlint:", "swift-format-ignore", "sourcery:", "millrace:"].contains { text.hasPrefix($0) }
  }
}

extension TriviaPiece {
  var commentText: String? {
    switch self {
    case .lineComment(let text), .blockComment(let text), .docLineComment(let text), .docBlockComment(let text): text
    default: nil
    }
  }

  var isDocumentation: Bool {
    switch self {
    case .docLineComment, .docBlockComment: true
    default: false
    }
  }
}
