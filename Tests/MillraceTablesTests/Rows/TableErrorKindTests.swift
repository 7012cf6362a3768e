import Millrace
import MillraceTables
import Testing

@Serializable
private struct Point {
  var x: Int
}

@Suite("Kinds of errors in tables")
struct TableErrorKindTests {
  private static func kind(_ text: String) throws -> FormatError.Kind? {
    try #require(throws: FormatError.self) { try CSV.decode([Point].self, from: text) }.kind
  }

  @Test func `problems of CSV have kinds`() throws {
    #expect(try Self.kind("x\n1,2\n") == .wrongNumberOfCells)
    #expect(try Self.kind("x\na\"b\n") == .quoteInCell)
    #expect(try Self.kind("x\n\"1\"2\n") == .textAfterQuote)
    #expect(try Self.kind("x\n\"1\n") == .unclosedQuote)
    #expect(try Self.kind("y\n1\n") == .missingField)
  }

  @Test func `different formats share the kinds of their problems`() {
    let mismatches: [any FormatProblem] = [
      CSV.Problem.wrongKind(expected: .number, found: "a"),
      Arrow.Problem.anotherType(found: "text", column: "a", type: .null),
    ]
    for problem in mismatches { #expect(FormatError(.custom(problem)).kind == .mismatch) }
    let duplicates: [any FormatProblem] = [
      CSV.Problem.duplicateColumn("a"), Arrow.Problem.duplicateColumn("a"), Parquet.Problem.duplicateColumn("a"),
    ]
    for problem in duplicates { #expect(FormatError(.custom(problem)).kind == .duplicateColumn) }
    let limits: [any FormatProblem] = [
      Arrow.Problem.batchTooLarge(limit: 1), Parquet.Problem.tooLarge(limit: 1), Columns.Limits.Reached.bytes(limit: 1),
    ]
    for problem in limits { #expect(FormatError(.custom(problem)).kind.category == .limit) }
    #expect(FormatError(.custom(Arrow.Problem.truncated)).kind == .unexpectedEnd)
    #expect(FormatError(.custom(Parquet.Problem.truncated)).kind == .unexpectedEnd)
    #expect(FormatError(.custom(Parquet.Problem.notParquet)).kind == .anotherFormat)
  }
}
