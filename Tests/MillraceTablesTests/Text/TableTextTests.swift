import Foundation
import Testing

@testable import Millrace
@testable import MillraceTables

/// The text of tables is that of a reader of their rows that is forwarded to a writer.
@Suite("Rows of tables as text")
struct TableTextTests {
  /// Returns the JSON text of the reader and the writer.
  private func json(
    _ table: Columns.Table, as layout: JSON.StreamLayout, _ numbers: Columns.NonFiniteNumbers,
    _ absentMembers: Columns.Reader.AbsentMembers = .omitted
  ) throws -> [UInt8] {
    var rows = Columns.Reader(table, absentMembers: absentMembers, nonFiniteNumbers: numbers)
    var writer = JSON.StreamWriter(to: [UInt8](), as: layout)
    while try writer.append(nextOf: &rows) {}
    return try writer.finish()
  }

  private func csv(
    _ table: Columns.Table, _ options: CSV.WritingOptions, _ numbers: Columns.NonFiniteNumbers
  ) throws -> [UInt8] {
    var rows = Columns.Reader(table, nonFiniteNumbers: numbers)
    var writer = try CSV.StreamWriter(to: [UInt8](), options: options)
    while try writer.append(nextOf: &rows) {}
    return try writer.finish()
  }

  /// Returns some consecutive rows, and their range.
  private func part(of table: Columns.Table, _ random: inout SeededGenerator) -> (Range<Int>, Columns.Table) {
    let start = random.below(table.count + 1)
    let rows = start..<start + random.below(table.count - start + 1)
    return (rows, table.taking(Array(rows)))
  }

  private let numbers: [Columns.NonFiniteNumbers] = [.texts, .null, .nullForNaN, .numbers]

  @Test func `JSON of random tables`() throws {
    var random = RandomArrowTable(random: SeededGenerator(), hasNotations: true)
    for _ in 0..<Scale.count(400) {
      let table = random.table(columns: 1 + random.random.below(6), rows: random.random.below(40))
      let (rows, part) = part(of: table, &random.random)
      let layout = random.random.element(of: [JSON.StreamLayout.lines, .array, .concatenated, .records])
      let numbers = random.random.element(of: numbers)
      let expected = try? json(part, as: layout, numbers)
      let rules = Columns.TextRules(nonFiniteNumbers: numbers)
      #expect(table.json(rows, as: layout, rules) == expected, SeededGenerator.note)
    }
  }

  @Test func `null members of rows`() throws {
    var random = RandomArrowTable(random: SeededGenerator(), hasNotations: true)
    for _ in 0..<Scale.count(200) {
      // Nested null members are left out in any case, and a column of numbers below has no other nulls.
      let table = random.table(columns: 1 + random.random.below(6), rows: random.random.below(40), depth: 0)
      let (rows, part) = part(of: table, &random.random)
      #expect(
        table.json(rows, as: .lines, Columns.TextRules(nonFiniteNumbers: .texts, writesAbsent: true))
          == (try json(part, as: .lines, .texts, .null)), SeededGenerator.note)
      let finite = Columns.Table(columns: part.columns.map(\.withNullsForNonFinite), count: part.count)
      #expect(
        table.json(rows, as: .lines, Columns.TextRules(nonFiniteNumbers: .null, omitsNulls: true))
          == (try json(finite, as: .lines, .numbers)), SeededGenerator.note)
    }
  }

  @Test func `CSV of random tables`() throws {
    var random = RandomArrowTable(random: SeededGenerator(), hasNotations: true)
    for _ in 0..<Scale.count(400) {
      let table = random.table(columns: 1 + random.random.below(6), rows: random.random.below(40))
      let (rows, part) = part(of: table, &random.random)
      let numbers = random.random.element(of: numbers)
      var names = table.columns.map(\.name).shuffled(using: &random.random)
      var unlisted = CSV.WritingOptions.UnlistedMembers.rejected
      if random.random.once(in: 3) { names.append("another column") }
      if random.random.once(in: 3), names.count > 1 {
        names.removeFirst()
        unlisted = .leftOut
      }
      // Colons and commas are in the text of some values.
      let delimiter = random.random.element(of: Array(",;\t:| ".utf8))
      let dialect = CSV.Dialect(delimiter: delimiter, hasHeader: false)
      let options = CSV.WritingOptions(dialect: dialect, nested: .json, columns: names, unlistedMembers: unlisted)
      let rules = Columns.TextRules(nonFiniteNumbers: numbers)
      // A column that is left out may have a number without a text.
      let listed = Columns.Table(columns: part.columns.filter { names.contains($0.name) }, count: part.count)
      let expected = try? csv(unlisted == .leftOut ? listed : part, options, numbers)
      #expect(try table.csv(rows, options, rules) == expected, SeededGenerator.note)
    }
  }

  @Test func `texts of every length, with a special character at each place`() throws {
    for length in 0..<70 {
      for special in [nil] + Array("\"\\,\n\r\u{1F}\u{0} ".utf8).map(Optional.some) {
        var texts = Columns.Texts()
        for place in 0..<max(length, 1) {
          var text = [UInt8](repeating: UInt8(ascii: "a"), count: length)
          if let special, length > 0 { text[place] = special }
          texts.append(text)
        }
        let name = String(repeating: "k", count: length)
        let table = Columns.Table(columns: [Columns.Column(name: name, values: .strings(texts), count: texts.count)])
        let rows = 0..<table.count
        #expect(table.json(rows, as: .lines, Columns.TextRules()) == (try json(table, as: .lines, .numbers)))
        let options = CSV.WritingOptions(
          dialect: CSV.Dialect(hasHeader: false), nested: .json, columns: table.columns.map(\.name))
        #expect(try table.csv(rows, options, Columns.TextRules()) == (try csv(table, options, .numbers)))
      }
    }
  }

  @Test func `numbers of half precision have the fewest digits that identify them`() throws {
    let halves = (0..<UInt16(0x7C00)).map { Double(halfPrecision: $0) }
    // The first number that is not less than another one is found by search, and the nearer one of its neighbors is the nearest.
    func nearest(to number: Double) -> Double {
      let index = min(halves.partitioningIndex { $0 >= number }, halves.count - 1)
      let (below, above) = (halves[max(index - 1, 0)], halves[index])
      if number - below == above - number { return index % 2 == 0 ? above : below }
      return number - below < above - number ? below : above
    }
    for half in halves where half.rounded() != half {
      let candidates = (0..<17).lazy.compactMap { Double(String(format: "%.\($0)e", half)) }
      let shortest = candidates.first { nearest(to: $0) == half }
      #expect(half.shortestOfHalfPrecision == shortest)
      #expect((-half).shortestOfHalfPrecision == -half.shortestOfHalfPrecision)
    }
    for number: Double in [0, 1, 2048, 65_504, 65_536, 1e300, 0.1, 1e-300, -.infinity] {
      #expect(number.shortestOfHalfPrecision == number)
    }
    #expect(Double.nan.shortestOfHalfPrecision.isNaN)
  }

  @Test func `names that Unicode treats as equal are two columns`() throws {
    let columns = ["\u{E9}", "e\u{301}"].enumerated().map { index, name in
      Columns.Column(name: name, values: .integers([Int64(index)]), count: 1)
    }
    let table = Columns.Table(columns: columns, count: 1)
    let options = CSV.WritingOptions(
      dialect: CSV.Dialect(hasHeader: false), nested: .json, columns: ["e\u{301}", "\u{E9}"])
    #expect(try table.csv(0..<1, options, Columns.TextRules()) == Array("1,0\n".utf8))
  }

  @Test func `entries without a text, and columns that are nested too deep, are for the writers`() throws {
    let late = Columns.Column(name: "t", values: .instants([Instant(seconds: 253_402_300_800)]), count: 1)
    let options = CSV.WritingOptions(nested: .json, columns: ["t"])
    let table = Columns.Table(columns: [late])
    #expect(table.json(0..<1, as: .lines, Columns.TextRules()) == nil)
    #expect(try table.csv(0..<1, options, Columns.TextRules()) == nil)
    var column = Columns.Column(name: "t", values: .integers([1]), count: 1)
    for _ in 0..<100 { column = Columns.Column(name: "t", values: .structures([column]), count: 1) }
    let nested = Columns.Table(columns: [column])
    #expect(nested.json(0..<1, as: .lines, Columns.TextRules()) == nil)
    #expect(try nested.csv(0..<1, options, Columns.TextRules()) == nil)
    let other = CSV.WritingOptions(nested: .json, columns: ["u"])
    #expect(try Columns.Table(columns: [late]).csv(0..<0, other, Columns.TextRules()) == nil)
  }
}

extension Columns.Column {
  /// The column with null entries in place of numbers that are not finite.
  fileprivate var withNullsForNonFinite: Columns.Column {
    guard case .doubles(let numbers) = values else { return self }
    var validity = Columns.Bitmap()
    for index in 0..<count { validity.append(!isNull(at: index) && numbers[index].isFinite) }
    return Columns.Column(
      name: name, values: .doubles(numbers.map { $0.isFinite ? $0 : 0 }), notation: notation, validity: validity,
      count: count)
  }
}

extension [Double] {
  /// The index of the first number of a sorted array for which a condition is true.
  fileprivate func partitioningIndex(where isAfter: (Double) -> Bool) -> Int {
    var (start, end) = (0, count)
    while start < end {
      let middle = (start + end) / 2
      if isAfter(self[middle]) { end = middle } else { start = middle + 1 }
    }
    return start
  }
}
