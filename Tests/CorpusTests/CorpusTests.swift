import FuzzTargets
import TestSupport
import Testing

/// Replays the inputs of `Tests/FuzzTargets/Corpora`: seeds, and everything that a target has failed for once.
@Suite("Corpora of the fuzz targets")
struct CorpusTests {
  /// The inputs of a target, with the names of their files.
  private static func inputs(of target: String) throws -> [(name: String, bytes: [UInt8])] {
    let corpora = "\(Repository.path)/Tests/FuzzTargets/Corpora"
    // As in scripts/fuzz.
    let folders =
      ["json-tree", "json-types"].contains(target) ? ["json"] : target == "json5" ? ["json", target] : [target]
    return try folders.flatMap { folder in
      try Repository.fileNames(inFolder: "\(corpora)/\(folder)").map {
        ($0, try Repository.contents(ofFile: "\(corpora)/\(folder)/\($0)"))
      }
    }
  }

  @Test(arguments: FuzzTarget.all.map(\.name))
  func `every input of a corpus has the properties of its target`(_ name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let inputs = try Self.inputs(of: name)
    #expect(!inputs.isEmpty)
    for input in inputs {
      do {
        try input.bytes.withUnsafeBytes { try target.run($0) }
      } catch {
        Issue.record("\(input.name): \(error)")
      }
    }
  }

  @Test(arguments: ["json-tree", "json-types", "patch"])
  func `changed documents of a corpus have the properties of their target`(_ name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let inputs = try Self.inputs(of: name)
    var random = SeededGenerator("changed documents")
    var document = [UInt8]("[]".utf8)
    for _ in 0..<Scale.count(3_000) {
      if random.once(in: 8) { document = random.element(of: inputs).bytes }
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
