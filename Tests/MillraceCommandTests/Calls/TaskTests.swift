import Foundation
import TestSupport
import Testing

/// The commands in `docs/tool/tasks.md`, with the files that are written there.
@Suite("The tasks in the documentation")
struct TaskTests {
  private let document: String

  init() throws {
    let file = Repository.root.appendingPathComponent("docs/tool/tasks.md")
    document = try String(contentsOf: file, encoding: .utf8)
  }

  /// The blocks of code, each with the line before it.
  private var blocks: [(title: String, language: String, text: String)] {
    var blocks: [(title: String, language: String, text: String)] = []
    var title = ""
    for (index, part) in document.components(separatedBy: "\n```").enumerated() {
      if index.isMultiple(of: 2) {
        title = part.split(separator: "\n").last.map(String.init) ?? ""
      } else {
        let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        blocks.append((title, lines[0], lines.count > 1 ? lines[1] + "\n" : ""))
      }
    }
    return blocks
  }

  @Test func `each prints what is written down`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tasks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let tools = URL(fileURLWithPath: toolPath).deletingLastPathComponent().path
    var count = 0
    for block in blocks {
      if block.language == "console" {
        let lines = block.text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        let command = String(lines[0].dropFirst(2))
        let outcome = try shell("cd '\(folder.path)' && PATH='\(tools)':\"$PATH\" && export PATH && \(command)")
        #expect(outcome.output == (lines.count > 1 ? String(lines[1]) : ""), "\(command): \(outcome.complaints)")
        count += 1
      } else {
        let name = block.title.filter { $0 != "`" && $0 != ":" }
        try Data(block.text.utf8).write(to: folder.appendingPathComponent(name))
      }
    }
    #expect(count >= 30)
  }
}
