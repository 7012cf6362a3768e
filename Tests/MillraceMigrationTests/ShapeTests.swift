import Foundation
import MillraceMigration
import Testing

/// A shape of declarations before and after, from a file of them:
///
///     === what the shape is
///     --- options --remove-conformance
///     --- before Model.swift
///     …
///     --- after Model.swift
///     …
///
/// One file needs no name. `--- unchanged` in place of what comes after means that nothing may change.
struct Shape: CustomTestStringConvertible, Sendable {
  var title: String
  var group: String
  var options: [String] = []
  var before: [SourceText] = []
  var after: [SourceText] = []

  var testDescription: String { "\(group): \(title)" }

  static let all: [Shape] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures/Shapes")
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return files.sorted { $0.path < $1.path }.flatMap { file in
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      let group = file.deletingPathExtension().lastPathComponent
      // "\r\n" is one character: lines are split where they are one byte.
      let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
        String($0) ?? ""
      }
      let titles = lines.indices.filter { lines[$0].hasPrefix("=== ") }
      return zip(titles, titles.dropFirst() + [lines.count - 1]).map { Shape(Array(lines[$0..<$1]), group: group) }
    }
  }()

  private init(_ lines: [String], group: String) {
    self.group = group
    title = String(lines[0].dropFirst(4))
    var section: WritableKeyPath<Shape, [SourceText]>?
    for line in lines.dropFirst() {
      if line.hasPrefix("--- ") {
        let words = line.dropFirst(4).split(separator: " ").map(String.init)
        switch words[0] {
        case "options": options += words.dropFirst()
        case "before": section = \.before
        case "after": section = \.after
        default:
          section = nil
          after = before
        }
        guard let section, words[0] != "options" else { continue }
        self[keyPath: section].append(SourceText(path: words.count > 1 ? words[1] : "Model.swift", text: ""))
      } else if let section {
        self[keyPath: section][self[keyPath: section].count - 1].text += line + "\n"
      }
    }
  }
}

@Suite struct ShapeTests {
  /// What the files are after a migration.
  private func migrated(_ sources: [SourceText], _ options: [String]) -> [SourceText] {
    var settings = MigrationOptions()
    settings.removesConformances = options.contains("--remove-conformance")
    settings.removesPublicKeys = options.contains("--remove-public-keys")
    settings.known = Set(options.filter { $0.hasPrefix("--known=") }.map { String($0.dropFirst(8)) })
    let migration = migrate(sources, settings)
    #expect(migration.failures.isEmpty)
    return sources.map { source in
      migration.changes.first { $0.before.path == source.path }.map { SourceText(path: source.path, text: $0.after) }
        ?? source
    }
  }

  @Test(arguments: Shape.all) func `a shape becomes what the table says`(_ shape: Shape) {
    let result = migrated(shape.before, shape.options)
    for (result, expected) in zip(result, shape.after) {
      #expect(result.path == expected.path)
      #expect(result.text == expected.text)
    }
    #expect(result.count == shape.after.count)
  }

  @Test(arguments: Shape.all) func `migrated files stay unchanged`(_ shape: Shape) {
    let once = migrated(shape.before, shape.options)
    #expect(migrated(once, shape.options) == once)
  }

  @Test func `the tables have at least 290 shapes`() { #expect(Shape.all.count >= 290) }
}
