import Foundation
import Testing

@testable import Millrace

@Suite("Random documents, against Foundation and Python")
struct DifferentialTests {
  private let memory = GuardedMemory(capacity: 1 << 20)

  private static func documents(_ count: Int, of values: Int, _ stream: StaticString) -> [[UInt8]] {
    var generator = RandomJSON(SeededGenerator(stream))
    return (0..<count).map { index in generator.document(of: 1 + index % values) }
  }

  /// Reads and forwards documents, and compares each result with what the oracles make of the document.
  private func compare(_ documents: [[UInt8]]) async throws {
    var mismatches = Mismatches()
    var questions: [Python.Question] = []
    var canonical: [String] = []
    var pretty: [String] = []
    for document in documents {
      let about = String(decoding: document, as: UTF8.self)
      do {
        let tree = try memory.decode(JSONTree.self, from: document)
        let foundation = JSONTree.byFoundation(document)
        if foundation.map({ tree.agrees(with: $0) }) != true { mismatches.note("Foundation: \(about)") }
        let compact = try memory.decode(Forwarded<JSON.Standard>.self, from: document).json
        mismatches.expect(compact, try JSON.encode(tree), "encoded and forwarded: \(about)")
        let lines = try memory.decode(Forwarded<JSON.Pretty>.self, from: document).json
        mismatches.expect(lines, try JSON.encode(tree, style: JSON.Pretty.self), "encoded and forwarded: \(about)")
        _ = try memory.decode(Skipped.self, from: document)
        questions += [.tree(document), .tree(compact), .layout(document)]
        canonical.append(tree.canonical)
        var hexadecimal: [UInt8] = []
        hexadecimal.append(hexadecimal: lines)
        pretty.append(String(decoding: hexadecimal, as: UTF8.self))
      } catch {
        mismatches.note("\(about) is rejected: \(error)")
      }
    }
    let answers = try await Python.answers(to: questions)
    for index in canonical.indices {
      mismatches.expect(String(answers[3 * index]), canonical[index], "Python")
      mismatches.expect(String(answers[3 * index + 1]), canonical[index], "Python, compact")
      mismatches.expect(String(answers[3 * index + 2]), pretty[index], "Python, layout")
    }
    mismatches.report()
  }

  @Test func `small documents`() async throws {
    try await compare(Self.documents(Scale.count(30_000), of: 24, "small documents"))
  }

  @Test func `larger documents`() async throws {
    try await compare(Self.documents(Scale.count(300), of: 2_000, "larger documents"))
  }

  @Test(arguments: TruncationTests.Document.allCases)
  func `the documents of the repository`(_ document: TruncationTests.Document) async throws {
    let memory = GuardedMemory(capacity: 4 << 20)
    let bytes = try document.bytes()
    let compact = try memory.decode(Forwarded<JSON.Standard>.self, from: bytes).json
    let pretty = try memory.decode(Forwarded<JSON.Pretty>.self, from: bytes).json
    let answers = try await Python.answers(to: [.tree(bytes), .tree(compact), .tree(pretty), .layout(bytes)])
    let canonical = try memory.decode(JSONTree.self, from: bytes).canonical
    #expect(answers[0] == canonical)
    #expect(answers[1] == canonical)
    #expect(answers[2] == canonical)
    var hexadecimal: [UInt8] = []
    hexadecimal.append(hexadecimal: pretty)
    #expect(answers[3] == String(decoding: hexadecimal, as: UTF8.self))
  }

  @Test func `numbers`() async throws {
    var generator = RandomJSON(SeededGenerator("differential numbers"))
    let numbers = (0..<Scale.count(40_000)).map { _ in generator.number() }
    let answers = try await Python.answers(to: numbers.map { .bits($0) })
    var mismatches = Mismatches()
    for (number, answer) in zip(numbers, answers) {
      do {
        let double = try memory.decode(Double.self, from: number.utf8)
        let bits = String(double.bitPattern, radix: 16)
        mismatches.expect(String(repeating: "0", count: 16 - bits.count) + bits, String(answer), number)
        guard let foundation = JSONTree.byFoundation(Array(number.utf8)) else { continue }
        if !JSONTree.number(number).agrees(with: foundation) { mismatches.note("Foundation: \(number)") }
      } catch {
        mismatches.note("\(number) is rejected: \(error)")
      }
    }
    mismatches.report()
  }

  @Test func `strings`() async throws {
    var generator = RandomJSON(SeededGenerator("differential strings"))
    let strings = (0..<Scale.count(30_000)).map { _ in generator.stringToken() }
    let answers = try await Python.answers(to: strings.map { .tree($0) })
    var mismatches = Mismatches()
    for (token, answer) in zip(strings, answers) {
      let about = String(decoding: token, as: UTF8.self)
      do {
        let string = try memory.decode(String.self, from: token)
        mismatches.expect(JSONTree.string(string).canonical, String(answer), about)
        let foundation = try #require(JSONTree.byFoundation(token) as? String)
        mismatches.expect(Array(string.utf8), Array(foundation.utf8), "Foundation: \(about)")
      } catch {
        mismatches.note("\(about) is rejected: \(error)")
      }
    }
    mismatches.report()
  }
}
