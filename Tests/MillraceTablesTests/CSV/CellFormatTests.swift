import Millrace
import TestSupport
import Testing

@testable import MillraceTables

/// Rows of types and of trees, with numbers, dates and blanks in other notations.
@Suite("Notations of cells")
struct CellFormatTests {
  @Serializable
  struct Sale: Equatable {
    var id: Int
    var price: Double?
    var day: Instant
    var note: String
  }

  private static let german = CSV.NumberFormat(decimalSeparator: UInt8(ascii: ","), groupSeparator: ".")

  @Test func `a type reads cells in other notations`() throws {
    let options = CSV.ReadingOptions(
      dialect: .semicolons, columns: ["id": .integer, "price": .number, "day": .instant], numbers: Self.german,
      instants: ["day": try CSV.InstantFormat("%d.%m.%Y %H:%M", zone: TimeZoneRules(offset: 3600))], trimsBlanks: true)
    let table = " id;price ;day;note\n1.000;\"1.234,5\" ; 31.12.2023 00:30;1.5 \n2; ;1.1.2024 1:00;\" x \"\n"
    let sales = try CSV.decode([Sale].self, from: Array(table.utf8), options: options)
    #expect(
      sales == [
        Sale(id: 1000, price: 1234.5, day: try #require(Instant("2023-12-30T23:30:00Z")), note: "1.5"),
        Sale(id: 2, price: nil, day: try #require(Instant("2024-01-01T00:00:00Z")), note: " x "),
      ])
  }

  @Test(arguments: [1, 2, 3, 5, 7, 64])
  func `blanks are skipped wherever the source is cut`(_ size: Int) throws {
    let table = "a , b\n \"x\" ,\t\"y \"\n  , z z  \n\" \"\"\" , \"k\nl\"  \n  m,n"
    let options = CSV.ReadingOptions(trimsBlanks: true)
    let text = Array(table.utf8)
    let source = ChunkedSource(text, cutAt: Array(stride(from: size, to: text.count, by: size)))
    var rows = try CSV.stream([String: String].self, from: source, options: options)
    var read: [[String: String]] = []
    while let row = try rows.next() { read.append(row) }
    #expect(
      read == [
        ["a": "x", "b": "y "], ["b": "z z"], ["a": " \"", "b": "k\nl"], ["a": "m", "b": "n"],
      ])
  }

  @Test func `the place of an error is that in the table`() throws {
    let options = CSV.ReadingOptions(columns: ["n": .number, "m": .integer], numbers: Self.german)
    let error = #expect(throws: FormatError.self) {
      try CSV.decode([JSON.Value].self, from: Array("m,n\n1.000,2\n\"1.000\",1.5\n".utf8), options: options)
    }
    #expect(error.map { "\($0)" } == "line 3, column 9 (byte 20), at /1/n: expected number, found \"1.5\"")
  }

  @Test func `formats that are ambiguous are rejected`() {
    for (decimal, group) in [(",", ","), ("5", "."), (".", "a"), ("-", "."), (",", "\"")] as [(Character, Character)] {
      let format = CSV.NumberFormat(decimalSeparator: decimal.asciiValue ?? 0, groupSeparator: group)
      #expect(throws: CSV.InvalidOptions.numberFormat) {
        try CSV.decode([JSON.Value].self, from: [], options: CSV.ReadingOptions(numbers: format))
      }
    }
    for format in ["%H:%M", "%d.%m", "%Y-%m-%d %Q", "%Y-%m-%d %", ""] {
      #expect(throws: CSV.InvalidOptions.instantFormat(format)) { try CSV.InstantFormat(format) }
    }
  }
}
