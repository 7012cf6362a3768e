import Foundation
import FuzzTargets
import TestSupport
import Testing

/// Replays the inputs of `Tests/FuzzTargets/Corpora`: seeds, and everything that a target has failed for once.
@Suite("Corpora of the fuzz targets")
struct CorpusTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "FuzzTargets/Corpora")

  @Test(arguments: FuzzTarget.all.map(\.name))
  func `every input of a corpus has the properties of its target`(_ name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let folder = Self.folder.appending(path: name)
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    #expect(!files.isEmpty)
    for file in files.sorted(by: { $0.path() < $1.path() }) {
      let bytes = try Data(contentsOf: file)
      do {
        try bytes.withUnsafeBytes { try target.run($0) }
      } catch {
        Issue.record("\(file.lastPathComponent): \(error)")
      }
    }
  }

  @Test(arguments: ["json-tree", "json-types", "patch"])
  func `changed documents of a corpus have the properties of their target`(_ name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let files = try FileManager.default.contentsOfDirectory(
      at: Self.folder.appending(path: name), includingPropertiesForKeys: nil)
    var random = SeededGenerator("changed documents")
    var document = [UInt8]("[]".utf8)
    for _ in 0..<Scale.count(3_000) {
      if random.once(in: 8) { document = [UInt8](try Data(contentsOf: random.element(of: files))) }
      let seed = UInt32(truncatingIfNeeded: random.next())
      document = JSONMutation.mutate(document, seed: seed, maximumSize: 4096)
      do {
        try document.withUnsafeBytes { try target.run($0) }
      } catch {
        Issue.record("\(error) \(SeededGenerator.note): \(String(decoding: document, as: UTF8.self))")
        return
      }
    }
  }
}
