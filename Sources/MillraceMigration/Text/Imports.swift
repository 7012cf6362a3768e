import SwiftSyntax

extension SourceFile {
  /// Adds missing imports, in alphabetical order, or below the comment at the
  /// head of a file without any.
  func importing(_ modules: [String]) -> [Edit] {
    let imports = tree.statements.compactMap { $0.item.as(ImportDeclSyntax.self) }
    let present = Set(imports.map { $0.path.trimmedDescription })
    let missing = modules.filter { !present.contains($0) }.sorted()
    if missing.isEmpty { return [] }
    guard !imports.isEmpty else { return [importingFirst(missing)] }
    let block = firstBlock(of: imports)
    return missing.map { module in
      if let next = block.first(where: { $0.attributes.isEmpty && $0.path.trimmedDescription > module }) {
        let start = lineStart(next.start)
        return .insert("import \(module)\(newline)", at: start)
      }
      let end = block[block.count - 1].end
      return .insert("\(newline)import \(module)", at: lineEnd(end) > end ? endOfText(from: end) : end)
    }
  }

  /// The first group of imports without a blank line between them.
  private func firstBlock(of imports: [ImportDeclSyntax]) -> [ImportDeclSyntax] {
    var block = [imports[0]]
    for (previous, next) in zip(imports, imports.dropFirst()) {
      if text[previous.end..<next.start].count(where: { $0 == 10 }) > 1 { break }
      block.append(next)
    }
    return block
  }

  private func importingFirst(_ modules: [String]) -> Edit {
    let lines = modules.map { "import \($0)\(newline)" }.joined()
    guard let first = tree.statements.first?.firstToken(viewMode: .sourceAccurate) else {
      return .insert(lines, at: text.count)
    }
    // The comment at the head ends with a blank line. Otherwise it belongs to the first declaration.
    var position = first.position.utf8Offset
    var end = position
    var newlines = 0
    var hasComment = false
    for piece in first.leadingTrivia {
      position += piece.sourceLength.utf8Length
      switch piece {
      case .newlines(let count), .carriageReturnLineFeeds(let count), .carriageReturns(let count): newlines += count
      case .spaces, .tabs: continue
      default:
        newlines = 0
        hasComment = true
      }
      if newlines > 1, hasComment, end == first.position.utf8Offset { end = position }
    }
    if end > first.position.utf8Offset { return .insert(lines + newline, at: end) }
    let hasDocumentation = hasComment && lineStart(first.start) > first.position.utf8Offset
    let place = hasDocumentation ? first.position.utf8Offset : lineStart(first.start)
    return .insert(lines + newline, at: max(place, beginning))
  }

  /// The end of the line, before its line feed.
  private func endOfText(from offset: Int) -> Int {
    var end = lineEnd(offset)
    while end > offset, text[end - 1] == 10 || text[end - 1] == 13 { end -= 1 }
    return end
  }
}
