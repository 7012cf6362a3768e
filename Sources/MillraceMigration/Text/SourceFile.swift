import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax

/// A file of Swift before and after.
package struct SourceText: Sendable, Equatable {
  package var path: String
  package var text: String

  package init(path: String, text: String) {
    self.path = path
    self.text = text
  }
}

/// A parsed file.
struct SourceFile: Sendable {
  let path: String
  let text: [UInt8]
  let tree: SourceFileSyntax
  /// The module that it most likely belongs to: the folder below `Sources` or `Tests`, or else the first one.
  let module: String
  /// Where the text begins: behind a byte order mark, if there is one.
  let beginning: Int
  /// How its lines end.
  let newline: String

  init(_ source: SourceText) {
    path = source.path
    let text = Array(source.text.utf8)
    let firstFeed = text.firstIndex(of: 10) ?? 0
    self.text = text
    tree = Parser.parse(source: source.text)
    module = Self.module(of: source.path)
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

  /// What is wrong with its syntax, and where. A placeholder that waits for a person is not.
  var firstError: String? {
    guard tree.hasError else { return nil }
    let errors = ParseDiagnosticsGenerator.diagnostics(for: tree).filter {
      $0.diagMessage.severity == .error && !"\($0.diagMessage.diagnosticID)".contains("editorPlaceholder")
    }
    return errors.first.map { "\(place($0.position.utf8Offset)): \($0.message)" }
  }

  /// `Sources/App/Model.swift:12:3`, with the column in UTF-8 bytes.
  private func place(_ offset: Int) -> String {
    let column = offset - (text[..<offset].lastIndex(of: 10).map { $0 + 1 } ?? 0) + 1
    return "\(path):\(line(offset)):\(column)"
  }

  func line(of node: some SyntaxProtocol) -> Int { line(node.start) }

  func line(_ offset: Int) -> Int { text[..<offset].count { $0 == 10 } + 1 }

  /// The file's name without its folders.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  func string(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }
}

extension SyntaxProtocol {
  /// Where it stands in its file, without the trivia around it.
  var range: Range<Int> {
    let start = positionAfterSkippingLeadingTrivia.utf8Offset
    return start..<max(start, endPositionBeforeTrailingTrivia.utf8Offset)
  }

  var start: Int { positionAfterSkippingLeadingTrivia.utf8Offset }
  var end: Int { range.upperBound }
}
