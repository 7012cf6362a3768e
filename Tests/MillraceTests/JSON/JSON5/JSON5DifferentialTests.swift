import Testing
import TestSupport

@testable import Millrace

@Suite("Damaged JSON5, against pyjson5 and json5")
struct JSON5DifferentialTests {
  /// Compares our reading of each text with the peers' and returns how many we accept.
  @discardableResult
  private func compare(_ texts: [[UInt8]]) async throws -> Int {
    let deviations = JSON5Deviation.all
    var mismatches = Mismatches()
    var acceptedCount = 0
    for (text, answers) in zip(texts, try await JSON5Peer.answers(to: texts)) {
      let ours = JSON5Disagreement.read(text)
      if case .success = ours { acceptedCount += 1 }
      for (peer, answer) in zip(JSON5Peer.allCases, answers) {
        guard let disagreement = JSON5Disagreement(text, ours, peer, answer) else { continue }
        if deviations.contains(where: { $0.peers.contains(peer) && $0.explains(disagreement) }) { continue }
        mismatches.note(disagreement.description)
      }
    }
    mismatches.report()
    return acceptedCount
  }

  /// `MILLRACE_TEST_SCALE=5` makes it 100,000 documents.
  @Test func `random documents, most of them damaged`() async throws {
    var mutations = JSON5Mutations(SeededGenerator())
    let texts = (0..<Scale.count(20_000)).map { _ in Array(mutations.document().utf8) }
    let acceptedCount = try await compare(texts)
    // Both sides of the grammar's border are tried.
    #expect((texts.count / 5...texts.count * 4 / 5).contains(acceptedCount))
  }

  @Test func `the documents of the tables`() async throws {
    let valid = JSON5ValueTable.all.map { Array($0.text.utf8) }
    #expect(try await compare(valid) == valid.count)
    let broken = try JSON5ErrorTable.grammar.map { try #require($0.text).bytes }
    #expect(try await compare(broken.filter { String(validating: $0, as: UTF8.self) != nil }) == 0)
  }

  @Test func `each deviation of the peers is there`() async throws {
    let deviations = JSON5Deviation.all
    let texts = deviations.map { Array($0.example.utf8) }
    for (deviation, (text, answers)) in zip(deviations, zip(texts, try await JSON5Peer.answers(to: texts))) {
      let ours = JSON5Disagreement.read(text)
      for (peer, answer) in zip(JSON5Peer.allCases, answers) {
        let disagreement = JSON5Disagreement(text, ours, peer, answer)
        #expect((disagreement != nil) == deviation.peers.contains(peer), "\(peer) \(deviation.description)")
        if let disagreement { #expect(deviation.explains(disagreement), "\(disagreement.description)") }
      }
    }
  }
}
