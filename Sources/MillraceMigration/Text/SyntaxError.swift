import SwiftSyntax

extension SourceFile {
  /// The first syntax error with its place: `Sources/App/Model.swift:12:3: expected ')'`. An editor placeholder is not an
  /// error, because it waits for a person.
  ///
  /// `ParseDiagnosticsGenerator` has better messages, but it also creates fix-its, and stops the process for a NUL or a U+FFFD
  /// in the middle of a token ("A Fix-It must have at least one change").
  var firstError: String? {
    guard tree.hasError else { return nil }
    var end = tree.position
    for token in tree.tokens(viewMode: .all) {
      if token.presence == .missing { return "\(place(end.utf8Offset)): expected \(token.described)" }
      if token.parent?.is(UnexpectedNodesSyntax.self) ?? false {
        return "\(place(token.start)): unexpected \(token.described)"
      }
      if let error = token.tokenDiagnostic, error.severity == .error, error.kind != .editorPlaceholder {
        return "\(place(token.position.utf8Offset + Int(error.byteOffset))): \(words(of: error.kind))"
      }
      end = token.endPositionBeforeTrailingTrivia
    }
    return nil
  }
}

extension TokenSyntax {
  /// The expected text of a missing token (`')'`), or its description: `an identifier`, `expression`.
  fileprivate var described: String {
    if text.isEmpty { return tokenKind == .endOfFile ? "end of file" : "an identifier" }
    if text.hasPrefix("<#"), text.hasSuffix("#>") { return String(text.dropFirst(2).dropLast(2)) }
    return "'\(text)'"
  }
}

/// Spells an error identifier in words: `invalidCharacter` as `invalid character`.
private func words(of kind: TokenDiagnostic.Kind) -> String {
  "\(kind)".reduce(into: "") { words, character in
    words += character.isUppercase ? " \(character.lowercased())" : String(character)
  }
}
