import Foundation
import MillraceSyntax
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import Testing

/// A file of two parts: a source, a line of dashes, and what is to come of it.
///
/// Run with `MILLRACE_UPDATE_FIXTURES=1` to write down what comes of the sources now, and read the difference.
struct Fixture: CustomTestStringConvertible, Sendable {
  let file: URL
  let source: String
  let expected: String

  private static let separator = "\n----------------\n"

  init(_ file: URL) throws {
    self.file = file
    let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: Self.separator)
    source = parts[0]
    expected = parts.count > 1 ? parts[1] : ""
  }

  static func all(in folder: String) throws -> [Fixture] {
    let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "Fixtures/\(folder)")
    return try FileManager.default.subpathsOfDirectory(atPath: fixtures.path).filter { $0.hasSuffix(".txt") }
      .sorted().map { try Fixture(fixtures.appendingPathComponent($0)) }
  }

  /// Whether its classes have superclasses with the macro.
  var isInherited: Bool { file.lastPathComponent.hasPrefix("subclass") }

  var testDescription: String { file.deletingPathExtension().lastPathComponent }

  func check(_ actual: String) throws {
    if ProcessInfo.processInfo.environment["MILLRACE_UPDATE_FIXTURES"] != nil {
      try (source + Self.separator + actual).write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(actual == expected)
  }
}

/// What the compiler would make of a source.
private struct SerializableMacro: SerializableExpansion {}
private struct FieldMacro: FieldExpansion {}
private struct CaseMacro: CaseExpansion {}

/// - Parameter isInherited: whether superclasses have the macro, so that the compiler adds no conformances.
private func expand(
  _ source: String, isInherited: Bool = false
) -> (text: String, context: BasicMacroExpansionContext) {
  let file = Parser.parse(source: source)
  let context = BasicMacroExpansionContext(sourceFiles: [file: .init(moduleName: "Test", fullFilePath: "Test.swift")])
  let all: [TypeSyntax] = [
    "Millrace.Readable", "Millrace.Writable", "Millrace.ObjectSharing", "Millrace.__TableType",
    "Millrace.__ReadByTable", "Millrace.__WrittenByTable", "Millrace.__ComposedType", "Millrace.__DecomposedType",
    "Millrace.ObjectKey", "Millrace.__SerializableClass", "Swift.Decodable",
    "Swift.Encodable", "Swift.RawRepresentable",
  ]
  func macro(without others: [String] = []) -> MacroSpec {
    let conformances = all.filter { type in !others.contains { type.description.hasSuffix(".\($0)") } }
    return MacroSpec(
      type: SerializableMacro.self, conformances: isInherited ? ["Swift.RawRepresentable"] : conformances)
  }
  let expanded = file.expand(
    macroSpecs: [
      "Serializable": macro(),
      "Readable": macro(without: ["Writable", "__WrittenByTable", "__DecomposedType", "ObjectKey"]),
      "Writable": macro(without: ["Readable", "__ReadByTable", "__ComposedType", "ObjectKey", "ObjectSharing"]),
      "Field": MacroSpec(type: FieldMacro.self),
      "Case": MacroSpec(type: CaseMacro.self),
    ],
    contextGenerator: {
      BasicMacroExpansionContext(sharingWith: context, lexicalContext: $0.allMacroLexicalContexts())
    },
    indentationWidth: .spaces(2))
  return (expanded.description, context)
}

@Suite("What @Serializable makes of a declaration")
struct FixtureTests {
  @Test(arguments: try Fixture.all(in: "Expansions"))
  func `expands to what is written down`(_ fixture: Fixture) throws {
    let (text, context) = expand(fixture.source, isInherited: fixture.isInherited)
    #expect(context.diagnostics.isEmpty)
    try fixture.check(text)
  }

  @Test(arguments: try Fixture.all(in: "Diagnostics"))
  func `complains as is written down`(_ fixture: Fixture) throws {
    let (_, context) = expand(fixture.source, isInherited: fixture.isInherited)
    var lines: [String] = []
    for diagnostic in context.diagnostics {
      let place = context.location(of: diagnostic.node, at: .afterLeadingTrivia, filePathMode: .filePath)
      let (line, column) = (place?.line.description ?? "?", place?.column.description ?? "?")
      lines.append("\(line):\(column): \(diagnostic.diagMessage.severity): \(diagnostic.message)")
      for fixIt in diagnostic.fixIts {
        lines.append("  \(fixIt.message.message):")
        let fixed = apply(fixIt, to: fixture.source, context)
        lines += changedLines(from: fixture.source, to: fixed).map { "    \($0)" }
      }
    }
    try fixture.check(lines.joined(separator: "\n") + "\n")
  }

  private func apply(_ fixIt: FixIt, to source: String, _ context: BasicMacroExpansionContext) -> String {
    var bytes = Array(source.utf8)
    let changes = fixIt.changes.compactMap { change -> (range: Range<Int>, text: String)? in
      guard case .replace(let old, let new) = change else { return nil }
      let start = offset(of: old, in: source, context)
      return (start..<start + old.totalLength.utf8Length, new.description)
    }
    for change in changes.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(change.range, with: change.text.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Where a node's trivia begin. The macro saw a part of the file, and only the context knows which.
  private func offset(of node: Syntax, in source: String, _ context: BasicMacroExpansionContext) -> Int {
    guard let place = context.location(of: node, at: .beforeLeadingTrivia, filePathMode: .filePath),
      let line = Int(place.line.description), let column = Int(place.column.description)
    else { return 0 }
    let linesBefore = source.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).prefix(
      line - 1)
    return linesBefore.reduce(0) { $0 + $1.count + 1 } + column - 1
  }

  private func changedLines(from source: String, to fixed: String) -> [String] {
    let (old, new) = (source.components(separatedBy: "\n"), fixed.components(separatedBy: "\n"))
    return new.difference(from: old).insertions.map { change in
      guard case .insert(_, let line, _) = change else { return "" }
      return line
    }
  }
}
