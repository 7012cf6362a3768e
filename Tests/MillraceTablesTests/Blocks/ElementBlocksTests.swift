import Foundation
import Millrace
import TestSupport
import Testing

@testable import MillraceTables

@Suite("Blocks of elements")
struct ElementBlocksTests {
  /// A document, and the text of each element of its array.
  private struct Document {
    var text = ""
    var elements: [String] = []
    var pointer: JSON.Pointer = ""
  }

  private func blank(_ random: inout SeededGenerator) -> String {
    (0..<random.below(random.once(in: 9) ? 40 : 3)).map { _ in random.element(of: [" ", "\n", "\r\n", "\t"]) }.joined()
  }

  private func randomElement(_ random: inout SeededGenerator) -> String {
    let long = String(repeating: "x", count: random.below(200))
    let texts = ["\"\"", "\"]},{[\"", "\"\\\"\\\\\"", "\"é\\n\"", "\"\(long)\""]
    func text() -> String { random.element(of: texts) }
    return random.element(of: [
      "{\(blank(&random))\"a\"\(blank(&random)):\(text()),\"b\":[1,{\"c\":\(text())}]\(blank(&random))}",
      "{}", "[]", "[[\(text())],\(blank(&random))2]", text(), "-12.5e3", "true", "null", "{\"a\":{\"b\":{\"c\":[{}]}}}",
    ])
  }

  private func randomDocument(_ random: inout SeededGenerator) -> Document {
    var document = Document()
    document.elements = (0..<random.below(30)).map { _ in randomElement(&random) }
    var array = "[" + blank(&random)
    for (index, element) in document.elements.enumerated() {
      array += (index > 0 ? blank(&random) + "," + blank(&random) : "") + element
    }
    array += blank(&random) + "]"
    switch random.below(3) {
    case 0: document.text = array
    case 1:
      document.pointer = "/data/1/items"
      let data = "[{\"items\":1},{\"x\":{},\"items\":\(array),\"items2\":[{}]}]"
      document.text =
        "{\"other\":[{\"items\":[0]},\"]\"],\(blank(&random))\"data\":\(data),\"more\":[[1],{\"data\":2}]}"
    default:
      document.pointer = "/2"
      document.text = "[1,\(blank(&random))[],\(array),{\"a\":[[]]}]"
    }
    document.text = blank(&random) + document.text + blank(&random)
    return document
  }

  private func blocks(_ blocks: ElementBlocks) throws -> [RowBlock] {
    var result: [RowBlock] = []
    while let block = try blocks.nextBlock() {
      #expect(block.end.pointee == 0)
      result.append(block)
    }
    return result
  }

  private func elements(of block: RowBlock) throws -> [String] {
    var stream = JSON.Stream(try #require(block.run), in: block.source(), options: JSON.StreamOptions())
    var elements: [String] = []
    while let value = try stream.next(JSON.Value.self) {
      elements.append(String(decoding: try JSON.encode(value), as: UTF8.self))
    }
    return elements
  }

  @Test func `the elements are those of the document, however it is cut`() throws {
    var random = SeededGenerator()
    for _ in 0..<Scale.count(200) {
      let document = randomDocument(&random)
      let text = Array(document.text.utf8)
      let expected = try document.elements.map { element in
        String(decoding: try JSON.encode(try JSON.decode(JSON.Value.self, from: element)), as: UTF8.self)
      }
      for size in [1, 10, 64, 200, 100_000] {
        let whole = try blocks(
          ElementBlocks(ArraySource(text), at: document.pointer, options: .init(framing: .document), size: size))
        #expect(try whole.flatMap(elements) == expected, "\(document.text) \(SeededGenerator.note)")
        let step = 1 + random.below(30)
        let pieces = Array(stride(from: step, to: text.count, by: step))
        let cut = try blocks(
          ElementBlocks(
            ChunkedSource(text, cutAt: pieces), at: document.pointer, options: .init(framing: .document), size: size))
        #expect(
          cut.map { Array($0.bytes) } == whole.map { Array($0.bytes) }, "\(document.text) \(SeededGenerator.note)")
        for block in cut {
          let start = try #require(block.run).position.offset
          #expect(text[start...].starts(with: Array(block.bytes)))
          if block.count > size { #expect(try elements(of: block).count == 1) }
        }
      }
    }
  }

  @Test func `a block that was put back is split`() throws {
    let text = "[" + (0..<100).map { "{\"id\":\($0)}" }.joined(separator: ",\n") + "]"
    let source = try ElementBlocks(ArraySource(Array(text.utf8)), at: "", options: .init(framing: .document), size: 700)
    let first = try #require(try source.nextBlock())
    source.putBack(first)
    source.setSize(30)
    let rest = try blocks(source)
    #expect(rest.allSatisfy { $0.count <= 30 })
    #expect(try rest.flatMap(elements) == (0..<100).map { "{\"id\":\($0)}" })
    #expect(rest.map(\.run?.position.lines).contains(90))
  }

  @Test func `an error has the place that a stream gives it`() throws {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(300) {
      let document = randomDocument(&random)
      var text = Array(document.text.utf8)
      for _ in 0...random.below(2) {
        let index = random.below(text.count)
        let byte = random.element(of: Array("{}[],:\"x0\\".utf8))
        if random.once(in: 2) { text.remove(at: index) } else { text[index] = byte }
      }
      let limits = JSON.StreamOptions(framing: .document)
      let expected = failure {
        var stream = try JSON.Stream(ArraySource(text), at: document.pointer, options: limits)
        while try stream.next(JSON.Value.self) != nil {}
      }
      let step = 1 + random.below(60)
      let source = ChunkedSource(text, cutAt: Array(stride(from: step, to: text.count, by: step)))
      let found = failure {
        let blocks = try ElementBlocks(source, at: document.pointer, options: limits, size: 1 + random.below(100))
        while let block = try blocks.nextBlock() {
          var stream = JSON.Stream(try #require(block.run), in: block.source(), options: limits)
          while try stream.next(JSON.Value.self) != nil {}
        }
      }
      mismatches.expect(found, expected, String(decoding: text, as: UTF8.self))
    }
    mismatches.report()
  }

  @Test func `an element that is too large is an error with its place`() throws {
    let text = Array("{\"a\":[\n{}, {\"b\":\"xxxxxxxxxxxxxxxxxxxxxx\"}, {}]}".utf8)
    let limits = JSON.StreamOptions(framing: .document, maximumElementSize: 20)
    for step in [1, 3, 1000] {
      let source = ChunkedSource(text, cutAt: Array(stride(from: step, to: text.count, by: step)))
      let blocks = try ElementBlocks(source, at: "/a", options: limits, size: 1000)
      #expect(try elements(of: try #require(try blocks.nextBlock())) == ["{}"])
      let large = try #require(try blocks.nextBlock())
      #expect(large.count == 21)
      var stream = JSON.Stream(try #require(large.run), in: large.source(), options: limits)
      let problem = failure { _ = try stream.next(JSON.Value.self) }
      #expect(problem.contains("elementTooLarge(limit: 20)") || problem.contains("20"), "\(problem)")
      #expect(problem.contains("/a/1"), "\(problem)")
      #expect(try blocks.nextBlock() == nil)
    }
  }

  private func failure(_ body: () throws -> Void) -> String {
    do { try body() } catch let error as FormatError {
      return "\(error.problem) at \(error.place)"
    } catch { return "\(error)" }
    return "none"
  }
}
