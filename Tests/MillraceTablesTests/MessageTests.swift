import Millrace
import MillraceTables
import TestSupport
import Testing

@Suite("Messages of errors in tables")
struct MessageTests {
  @Test func `each message is listed, short and without a full stop`() throws {
    var table = MessageTable()
    try table.add(
      "CSV.Problem", declaredIn: "Sources/MillraceTables/CSV/CSV+Problem.swift",
      [
        ("quoteInCell", .quoteInCell),
        ("textAfterQuote", .textAfterQuote(0x62)),
        ("textAfterQuote", .textAfterQuote(0x09)),
        ("unclosedQuote", .unclosedQuote),
        ("wrongNumberOfCells", .wrongNumberOfCells(found: 1, expected: 2)),
        ("wrongNumberOfCells", .wrongNumberOfCells(found: 3, expected: 1)),
        ("duplicateColumn", .duplicateColumn("id")),
        ("noSuchColumn", .noSuchColumn("id")),
        ("wrongKind", .wrongKind(expected: .integer, found: "abc")),
        ("wrongKind", .wrongKind(expected: .instant, found: "soon")),
        ("wrongNotation", .wrongNotation(expected: "date and time like '%d.%m.%Y'", found: "soon")),
        ("lateColumn", .lateColumn("year", row: 7)),
        ("unlistedColumn", .unlistedColumn("year", row: 7)),
        ("noColumns", .noColumns(row: 0)),
      ] as [(String, CSV.Problem)])
    try table.add(
      "CSV.InvalidOptions", declaredIn: "Sources/MillraceTables/CSV/CSV.swift",
      [
        ("delimiter", .delimiter(0x61)), ("escape", .escape(0x2C)), ("comment", .comment(0x22)),
        ("maximumRowSize", .maximumRowSize(0)),
        ("duplicateColumn", .duplicateColumn("id")), ("numberFormat", .numberFormat),
        ("instantFormat", .instantFormat("%H:%M")),
      ] as [(String, CSV.InvalidOptions)])
    try table.add(
      "Columns.Limits.Reached", declaredIn: "Sources/MillraceTables/Columns/Columns+Limits.swift",
      [("columns", .columns(limit: 4096)), ("bytes", .bytes(limit: 1 << 30))] as [(String, Columns.Limits.Reached)])
    try table.add(
      "Arrow.Problem", declaredIn: "Sources/MillraceTables/Arrow/Arrow+Problem.swift",
      [
        ("notArrow", .notArrow),
        ("truncated", .truncated),
        ("malformed", .malformed("missing buffer", column: "size.x")),
        ("malformed", .malformed("footer has no schema", column: nil)),
        ("unsupported", .unsupported(feature: "type union", column: "size")),
        ("batchTooLarge", .batchTooLarge(limit: 1 << 30)),
        ("newColumn", .newColumn("year")),
        ("anotherType", .anotherType(found: "a string", column: "year", type: .null)),
        ("instantOutOfRange", .instantOutOfRange("9999-12-31T23:59:59Z", column: "at", unit: .nanosecond)),
        ("instantOutOfRange", .instantOutOfRange("9999-12-31T23:59:59.123456789Z", column: "at", unit: nil)),
        ("notWritten", .notWritten(.null, column: "c")),
        ("rowTooLarge", .rowTooLarge(column: "text")),
        ("noMembers", .noMembers(column: "size")),
        ("duplicateColumn", .duplicateColumn("id")),
      ] as [(String, Arrow.Problem)])
    try table.add(
      "Parquet.Problem", declaredIn: "Sources/MillraceTables/Parquet/Parquet+Problem.swift",
      [
        ("notParquet", .notParquet),
        ("truncated", .truncated),
        ("encrypted", .encrypted),
        ("malformed", .malformed("missing dictionary page", column: "size.x", rowGroup: 2)),
        ("malformed", .malformed("footer is larger than the file", column: nil, rowGroup: nil)),
        ("unsupported", .unsupported(feature: "compression LZO", column: "size")),
        ("tooLarge", .tooLarge(limit: 1 << 30)),
        ("unknownColumn", .unknownColumn("year")),
        ("duplicateColumn", .duplicateColumn("id")),
      ] as [(String, Parquet.Problem)])
    try table.check()
  }
}
