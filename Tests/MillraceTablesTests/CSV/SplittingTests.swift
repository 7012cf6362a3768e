import Testing

@testable import Millrace
@testable import MillraceTables

@Suite("CSV: rows and cells")
struct SplittingTests {
  /// Pieces of tables that are hard to split.
  static let pieces: [[UInt8]] = [
    "\"", "\"", "\"\"", ",", ",", ";", "\n", "\r", "\r\n", "a", "bc", " ", "\0", "é", "日", "😀", ",\"", "\",", "\"\n",
    "\n\"", "0123456789abcdef0123456789abcdef",
  ].map { Array($0.utf8) }

  static func hostileText(_ random: inout SeededGenerator) -> [UInt8] {
    (0..<random.below(60)).flatMap { _ in random.element(of: pieces) }
  }

  private static func check(_ text: [UInt8], _ random: inout SeededGenerator, _ mismatches: inout Mismatches) {
    let expected = naivelySplit(text, delimiter: UInt8(ascii: ","))
    for windowSize in [4, 64, 65, 127, 1 << 16] {
      let cuts = (0..<random.below(4)).map { _ in random.below(text.count + 1) }.sorted()
      let recorded = random.element(of: [0, 1, 2, 5, .max])
      let found = split(text, windowSize: windowSize, cutAt: cuts, recordedCells: recorded)
      mismatches.expect(
        found, expected,
        "\(String(decoding: text, as: UTF8.self).debugDescription), \(windowSize), \(cuts), \(recorded)")
    }
    let recorded = random.element(of: [0, 1, 2, 5, .max])
    mismatches.expect(
      split(RowBlock(text), recordedCells: recorded), expected,
      "\(String(decoding: text, as: UTF8.self).debugDescription), a block, \(recorded)")
  }

  @Test func `hostile texts are split as by a loop over bytes, in windows of every size`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(3000) { Self.check(Self.hostileText(&random), &random, &mismatches) }
    mismatches.report()
  }

  @Test func `well-formed tables are split as by a loop over bytes`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(1000) {
      let table = RandomTable(&random, rows: random.below(12), columns: 1 + random.below(6))
      let text = table.text(&random, delimiter: UInt8(ascii: ","))
      mismatches.expect(
        naivelySplit(text, delimiter: UInt8(ascii: ",")).problem, nil, "the twin and the table's own text")
      Self.check(text, &random, &mismatches)
    }
    mismatches.report()
  }

  @Test func `a special byte at every place of three blocks`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for length in 0...200 {
      for special in ["\"", ",", "\n", "\r", "\r\n", "é", "\"\"", "\"x\"", ",\"a\n,\"\"\","] {
        var text = [UInt8](repeating: UInt8(ascii: "a"), count: length)
        text.insert(contentsOf: Array(special.utf8), at: length == 0 ? 0 : random.below(length + 1))
        Self.check(text, &random, &mismatches)
        Self.check(Array((String(repeating: ",", count: length) + special).utf8), &random, &mismatches)
      }
    }
    mismatches.report()
  }

  @Test func `a table cut at every byte is split alike`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(20) {
      let text = RandomTable(&random, rows: 4, columns: 3).text(&random, delimiter: UInt8(ascii: ","))
      let expected = naivelySplit(text, delimiter: UInt8(ascii: ","))
      for cut in 0...text.count {
        mismatches.expect(split(text, cutAt: [cut]), expected, "\(text) cut at \(cut)")
        mismatches.expect(
          split(text, windowSize: 4, cutAt: Array(0..<cut)), expected, "\(text), single bytes to \(cut)")
      }
    }
    mismatches.report()
  }

  @Test func `non-ASCII bytes that are not UTF-8 are rejected, and no cell before them is`() throws {
    var random = SeededGenerator()
    for length in 0...150 {
      var text = [UInt8](repeating: UInt8(ascii: "a"), count: length) + Array(",é,日\n".utf8)
      let place = random.below(length + 1)
      text.insert(0xFF, at: place)
      let found = split(Array("b,c\n".utf8) + text)
      #expect(found.rows.count == 1)
      #expect(found.problem == FormatError.Problem.invalidUTF8.description)
      #expect(found.offset == 4, "the cell with the byte at \(place) of \(length); \(SeededGenerator.note)")
    }
  }

  @Test func `a row may have as many bytes as are admitted, and no more`() throws {
    for size in [1, 63, 64, 65, 1000] {
      let text = Array((String(repeating: "a", count: size) + "\nb").utf8)
      for limit in [size, size - 1] where limit > 0 {
        var window = CSV.RowWindow(
          ArraySource(text), delimiter: UInt8(ascii: ","), comment: nil, maximumRowSize: limit, capacity: 64)
        try window.begin()
        do {
          _ = try window.next()
          #expect(limit == size)
          #expect(try window.next())
          #expect(try !window.next())
        } catch let error as FormatError {
          #expect(limit < size)
          guard case .elementTooLarge(limit) = error.problem else { throw error }
          #expect(try !window.next(), "no row is returned after a row that is too large")
        }
      }
    }
  }

  @Test func `an unclosed quote takes as much memory as a row may have`() throws {
    let text = Array(("a,\"" + String(repeating: "b,c\n", count: 100_000)).utf8)
    var window = CSV.RowWindow(
      ArraySource(text), delimiter: UInt8(ascii: ","), comment: nil, maximumRowSize: 100_000, capacity: 64)
    try window.begin()
    #expect(throws: FormatError.self) { _ = try window.next() }
    #expect(window.buffer.capacity <= 400_000)
  }

  @Test func `the window does not grow with the table`() throws {
    let row = Array("1,\"two, and\nmore\",3\r\n".utf8)
    let text = [UInt8]((0..<100_000).lazy.flatMap { _ in row })
    var window = CSV.RowWindow(
      ArraySource(text), delimiter: UInt8(ascii: ","), comment: nil, maximumRowSize: 1 << 20, capacity: 1 << 12)
    try window.begin()
    var rows = 0
    while try window.next() { rows += 1 }
    #expect(rows == 100_000)
    #expect(window.buffer.capacity <= 1 << 14)
  }
}
