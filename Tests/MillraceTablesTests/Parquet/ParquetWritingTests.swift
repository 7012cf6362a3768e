import Millrace
import MillraceTables
import Testing

/// Parquet files that are written here and read by other libraries.
@Suite struct ParquetWritingTests {
  private func encoded(
    _ tables: [Columns.Table], _ options: Parquet.WritingOptions = Parquet.WritingOptions()
  ) throws -> [UInt8] {
    var writer = try Parquet.TableWriter(to: [UInt8](), options: options)
    for table in tables { try writer.write(table) }
    return try writer.finish()
  }

  @Test(arguments: ["pyarrow", "polars", "duckdb"])
  func `random tables are read as they are by`(library: String) async throws {
    var questions: [String] = []
    var expected: [String] = []
    for part in 0..<Scale.count(150) {
      let generator = SeededGenerator("parquet tables", part: part)
      var random = RandomArrowTable(random: generator, isCoarse: library == "duckdb")
      let rows = random.random.element(of: [0, 1, 7, 8, 9, 63, 64, 65, 200])
      let table = random.table(columns: 1 + random.random.below(6), rows: rows)
      let options = Parquet.WritingOptions(rowsPerGroup: 1 + random.random.below(100))
      do {
        let bytes = try encoded([table], options)
        questions.append("read \(library) parquet \(ArrowPeers.hexadecimal(bytes))")
        expected.append(Columns.text(of: [table]))
      } catch let error as FormatError {
        // Parquet has no structures without members.
        guard "\(error)".contains("without members") else { throw error }
      }
    }
    #expect(questions.count > 0)
    var mismatches = Mismatches()
    for (index, answer) in try await ArrowPeers.answers(to: questions).enumerated() {
      mismatches.expect(String(answer), expected[index], "table \(index)")
    }
    mismatches.report()
  }

  @Test func `random tables have a page index that matches their pages`() async throws {
    var questions: [String] = []
    for part in 0..<Scale.count(100) {
      var random = RandomArrowTable(random: SeededGenerator("page indexes of parquet tables", part: part))
      let table = random.table(columns: 1 + random.random.below(6), rows: 1 + random.random.below(100))
      do {
        let options = Parquet.WritingOptions(rowsPerGroup: 1 + random.random.below(300))
        let bytes = try encoded([table, table, table], options)
        questions.append("index \(ArrowPeers.hexadecimal(bytes))")
      } catch let error as FormatError {
        // Parquet has no structures without members.
        guard "\(error)".contains("without members") else { throw error }
      }
    }
    var mismatches = Mismatches()
    for (index, answer) in try await ArrowPeers.answers(to: questions).enumerated() {
      mismatches.expect(String(answer.prefix(6)), "valid ", "table \(index): \(answer)")
    }
    mismatches.report()
  }

  @Test func `the page index has the bounds of pages and their order`() async throws {
    func column(_ name: String, _ values: Columns.Values) -> Columns.Column {
      Columns.Column(name: name, values: values, count: 2)
    }
    func texts(_ values: [String]) -> Columns.Values {
      var texts = Columns.Texts()
      for value in values { texts.append(value.utf8) }
      return .strings(texts)
    }
    let long = String(repeating: "é", count: 50)
    let last = String(repeating: "é", count: 31) + String(repeating: "\u{10FFFF}", count: 20)
    let tables = (0..<3).map { page in
      let number = Int64(page)
      let none = Columns.Bitmap(repeating: page != 1, count: 2)
      return Columns.Table(
        columns: [
          column("up", .integers([number, number + 9])), column("down", .doubles([-Double(page), .nan])),
          column("mixed", .integers([page == 1 ? 9 : 0, 10])),
          Columns.Column(name: "gap", values: .integers([number, 5]), validity: none, count: 2),
          column("text", texts(["\(page)\(long)", "\(page + 1)\(long)"])), column("high", texts(["a", last])),
          column("nan", .doubles([page == 1 ? .nan : 1, .nan])), column("nothing", .unknown),
        ], count: 2)
    }
    let bytes = try encoded(tables)
    let answer = try await ArrowPeers.answers(to: ["index \(ArrowPeers.hexadecimal(bytes))"])[0]
    #expect(answer == "valid <>-<<??<")
  }

  private static func integers(_ numbers: [Int64], named name: String = "n") -> Columns.Table {
    Columns.Table(columns: [Columns.Column(name: name, values: .integers(numbers), count: numbers.count)])
  }

  private func problem(of error: FormatError?) -> Arrow.Problem? {
    guard case .custom(let problem)? = error?.problem else { return nil }
    return problem as? Arrow.Problem
  }

  @Test func `row groups have the number of rows that the options give`() async throws {
    let table = Self.integers(Array(0..<10))
    let bytes = try encoded([table, table], Parquet.WritingOptions(rowsPerGroup: 8))
    let small = try encoded([table], Parquet.WritingOptions(bytesPerGroup: 1))
    let questions = ["groups \(ArrowPeers.hexadecimal(bytes))", "groups \(ArrowPeers.hexadecimal(small))"]
    let answers = try await ArrowPeers.answers(to: questions)
    #expect(answers[0] == "8 8 4")
    #expect(answers[1] == "1 1 1 1 1 1 1 1 1 1")
  }

  @Test func `types are those of Arrow`() async throws {
    let units: [Arrow.TimeUnit] = [.second, .millisecond, .microsecond, .nanosecond]
    var schema = units.map { Arrow.Field(name: "\($0)", type: .timestamp($0)) }
    schema.append(Arrow.Field(name: "texts", type: .list(of: .utf8)))
    schema.append(Arrow.Field(name: "size", type: .structure([Arrow.Field(name: "x", type: .float64)])))
    let bytes = try encoded([], Parquet.WritingOptions(schema: schema))
    let answer = try await ArrowPeers.answers(to: ["types parquet \(ArrowPeers.hexadecimal(bytes))"])
    #expect(
      answer[0] == """
        timestamp[ms, tz=UTC];timestamp[ms, tz=UTC];timestamp[us, tz=UTC];timestamp[ns, tz=UTC];\
        list<element: string>;struct<x: double>
        """)
  }

  @Test func `a later table with another column is an error with its row`() throws {
    var writer = try Parquet.TableWriter(to: [UInt8]())
    try writer.write(Self.integers([1, 2]))
    let error = #expect(throws: FormatError.self) { try writer.write(Self.integers([3], named: "m")) }
    #expect(problem(of: error) == .newColumn("m"))
    #expect(error?.place.path == "/2/m")
  }

  @Test func `a structure without members is an error`() throws {
    let schema = [Arrow.Field(name: "a", type: .list(of: .structure([])))]
    let error = #expect(throws: FormatError.self) {
      _ = try Parquet.TableWriter(to: [UInt8](), options: Parquet.WritingOptions(schema: schema))
    }
    #expect(problem(of: error) == .noMembers(column: "a.item"))
  }
}
