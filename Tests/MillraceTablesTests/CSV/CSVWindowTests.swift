import SystemLibrary
import Testing

@testable import Millrace
@testable import MillraceTables

/// What becomes of a table must not depend on how its bytes come.
@Suite("CSV: windows and cuts")
struct CSVWindowTests {
  private struct Reading: Equatable {
    var rows: [[String: String]] = []
    var errors: [String] = []
  }

  private final class Errors: Sendable {
    let all = Locked<[String]>([])
    func note(_ error: FormatError) { all.withLock { $0.append("\(error)") } }
  }

  private static func read(
    _ text: [UInt8], cutAt cuts: [Int], windowSize: Int, options: CSV.ReadingOptions
  ) throws -> Reading {
    let errors = Errors()
    var options = options
    options.onBadElement = .report { errors.note($0) }
    options.raggedRows = .reported { errors.note($0) }
    var reading = Reading()
    do {
      var elements = CSV.Elements<[String: String]>(
        CSV.Rows(try CSV.RowCursor(ChunkedSource(text, cutAt: cuts), options: options, windowSize: windowSize)))
      while let row = try elements.next() { reading.rows.append(row) }
      // After the end, each further call returns nil.
      #expect(try elements.next() == nil)
    } catch let error as FormatError {
      errors.note(error)
    }
    reading.errors = errors.all.withLock { $0 }
    return reading
  }

  private static func check(
    _ text: [UInt8], _ options: CSV.ReadingOptions, _ random: inout SeededGenerator, _ mismatches: inout Mismatches
  ) throws {
    let expected = try read(text, cutAt: [], windowSize: 1 << 16, options: options)
    for windowSize in [4, 16, 64, 65, 200] {
      let cuts = (0..<random.below(6)).map { _ in random.below(text.count + 1) }.sorted()
      let found = try read(text, cutAt: cuts, windowSize: windowSize, options: options)
      if found != expected { mismatches.note("\(windowSize), \(cuts): \(found), all at once \(expected), \(text)") }
    }
  }

  @Test func `rows, errors and their places are the same, however bytes come`() throws {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(1000) {
      let options = CSV.ReadingOptions(
        dialect: CSV.Dialect(
          hasHeader: !random.once(in: 3), comment: random.once(in: 2) ? UInt8(ascii: ";") : nil),
        columnNames: random.once(in: 3) ? ["a", "b"] : nil, maximumRowSize: random.once(in: 3) ? 40 : 1 << 20)
      try Self.check(SplittingTests.hostileText(&random), options, &random, &mismatches)
    }
    mismatches.report()
  }

  @Test func `binary data is rejected or read alike, and stops nothing`() throws {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(500) {
      var text = (0..<random.below(300)).map { _ in random.byte() }
      if random.once(in: 2) { text = Array("a,b\n".utf8) + text }
      let encoding: CSV.ReadingOptions.Encoding = random.once(in: 2) ? .utf8 : .latin1
      // A window of text in another encoding is not cut where the source is.
      let options = CSV.ReadingOptions(sniffsDelimiter: random.once(in: 4), encoding: encoding)
      try Self.check(text, options, &random, &mismatches)
    }
    mismatches.report()
  }

  @Test func `a row is there as soon as its line has ended`() throws {
    final class Counter { var reads = 0 }
    struct Lines: ByteSource {
      let counter: Counter
      mutating func read(into output: inout OutputSpan<UInt8>) {
        for byte in "1,2\n".utf8 { output.append(byte) }
        counter.reads += 1
      }
    }
    let counter = Counter()
    var rows = try CSV.stream([String: Int].self, from: Lines(counter: counter))
    #expect(try rows.columnNames() == ["1", "2"])
    for number in 1...100 {
      #expect(try rows.next() == ["1": 1, "2": 2])
      #expect(counter.reads == number + 1)
    }
  }
}
