import Millrace
import TestSupport
import Testing

@testable import MillraceTables

@Suite("Blocks of rows")
struct RowBlocksTests {
  private func blocks(_ blocks: RowBlocks) throws -> [[UInt8]] {
    var result: [[UInt8]] = []
    while let block = try blocks.nextBlock() {
      #expect(block.end.pointee == 0)
      result.append(Array(block.bytes))
    }
    return result
  }

  /// The ends of rows, byte by byte.
  private func rowEnds(_ text: [UInt8], isCSV: Bool) -> [Int] {
    var ends: [Int] = []
    var isInQuotes = false
    for (index, byte) in text.enumerated() {
      if byte == UInt8(ascii: "\""), isCSV { isInQuotes.toggle() }
      let isLast = index + 1 == text.count
      let isReturn = byte == UInt8(ascii: "\r") && isCSV && !isLast && text[index + 1] != UInt8(ascii: "\n")
      if byte == UInt8(ascii: "\n") || isReturn, !isInQuotes || !isCSV { ends.append(index + 1) }
    }
    if ends.last != text.count { ends.append(text.count) }
    return ends
  }

  /// Text whose quotes come in pairs around a cell, doubled inside.
  private func randomTable(_ random: inout SeededGenerator) -> [UInt8] {
    let alphabet = Array("ab,\"\"\n\r".utf8)
    let ends = [",", "\n", "\r\n", "\r"]
    var text: [UInt8] = []
    for _ in 0..<random.below(40) {
      let cell = (0..<random.below(random.once(in: 5) ? 90 : 6)).map { _ in random.element(of: alphabet) }
      if random.once(in: 2) {
        text += [0x22] + cell.flatMap { $0 == 0x22 ? [$0, $0] : [$0] } + [0x22]
      } else {
        text += cell.filter { ![0x22, 0x0A, 0x0D].contains($0) }
      }
      text += Array(random.element(of: ends).utf8)
    }
    return text
  }

  @Test func `a block ends where the source pauses, but not within a row`() throws {
    var random = SeededGenerator()
    var pauses = SeededGenerator()
    for _ in 0..<200 {
      let text = randomTable(&random)
      let isCSV = random.once(in: 2)
      let ends = Set(rowEnds(text, isCSV: isCSV))
      let found = try blocks(
        RowBlocks(
          ChunkedSource(text, cutAt: Array(stride(from: 3, to: text.count, by: 3))), isCSV: isCSV, size: 1000,
          maximumRowSize: 1 << 20, isPaused: { pauses.once(in: 2) }))
      #expect(found.flatMap { $0 } == text, SeededGenerator.note)
      var position = 0
      for block in found {
        position += block.count
        #expect(ends.contains(position), SeededGenerator.note)
      }
    }
    // Each row that is complete comes at once.
    let rows = Array("a,1\nb,\"2\n\"\nc".utf8)
    let each = RowBlocks(
      ChunkedSource(rows, cutAt: [2, 4, 9, 11]), isCSV: true, size: 1000, maximumRowSize: 1 << 20, isPaused: { true })
    #expect(try blocks(each).map { String(decoding: $0, as: UTF8.self) } == ["a,1\n", "b,\"2\n\"\n", "c"])
  }

  @Test func `blocks end with a row, whatever is between quotes`() throws {
    var random = SeededGenerator()
    for round in 0..<200 {
      let text = randomTable(&random)
      let isCSV = random.once(in: 2)
      let ends = Set(rowEnds(text, isCSV: isCSV))
      for size in [1, 2, 7, 64, 200] {
        let pieces = Array(stride(from: round % 5 + 1, to: text.count, by: round % 5 + 1))
        let blocks = try blocks(
          RowBlocks(ChunkedSource(text, cutAt: pieces), isCSV: isCSV, size: size, maximumRowSize: 1 << 20))
        #expect(blocks.flatMap { $0 } == text, SeededGenerator.note)
        var position = 0
        for block in blocks {
          position += block.count
          #expect(ends.contains(position), SeededGenerator.note)
        }
      }
    }
  }

  @Test func `each row is in the range that contains its first byte`() throws {
    var random = SeededGenerator()
    for _ in 0..<100 {
      let text = randomTable(&random)
      let isCSV = random.once(in: 2)
      var rows: [[UInt8]] = []
      var start = 0
      for end in rowEnds(text, isCSV: isCSV) {
        rows.append(Array(text[start..<end]))
        start = end
      }
      for _ in 0..<20 {
        let cuts = (0..<random.below(4)).map { _ in random.below(text.count + 3) }.sorted()
        let bounds = [0] + cuts + [Int.max]
        let size = random.element(of: [1, 3, 64, 1000])
        var start = 0
        var found: [[UInt8]] = []
        for (lower, upper) in zip(bounds, bounds.dropFirst()) {
          let isQuoted = text.prefix(lower).count { $0 == 0x22 } % 2 == 1
          let part = try RowBlocks(
            lower..<upper, beginsQuoted: isQuoted, isCSV: isCSV, size: size, maximumRowSize: 1 << 20
          ) { offset in ArraySource(Array(text.dropFirst(offset))) }
          let bytes = try blocks(part).flatMap { $0 }
          var expected: [UInt8] = []
          var position = start
          for row in rows.dropFirst(found.count) where position < upper {
            expected += row
            found.append(row)
            position += row.count
          }
          start = position
          #expect(bytes == expected, "\(cuts) \(size) \(SeededGenerator.note)")
        }
        #expect(found.count == rows.count, SeededGenerator.note)
      }
    }
  }

  @Test func `a row that is too large is marked, and the next row follows`() throws {
    let long = [UInt8](repeating: 0x61, count: 1000)
    for end in [[], [0x0A], Array("\nb\nc".utf8)] {
      let text = Array("x\n".utf8) + long + end
      let blocks = RowBlocks(ArraySource(text), isCSV: true, size: 10, maximumRowSize: 100)
      var found: [(text: [UInt8], isOversized: Bool)] = []
      while let block = try blocks.nextBlock() { found.append((Array(block.bytes), block.isOversized)) }
      #expect(found[0].text == Array("x\n".utf8))
      #expect(found[1].isOversized && found[1].text.count > 100 && found[1].text.allSatisfy { $0 == 0x61 })
      #expect(found.dropFirst(2).flatMap { $0.text } == Array(end.dropFirst()))
    }
  }

  @Test func `lines are counted as readers of rows count them`() {
    let text = Array("a\r\nb\rc\n\r".utf8)
    for cut in text.indices {
      let (first, second) = (RowBlock(Array(text[..<cut])), RowBlock(Array(text[cut...])))
      #expect(CSV.lineCount(of: first.bytes) + CSV.lineCount(of: second.bytes, after: first.bytes.last) == 4)
    }
  }
}
