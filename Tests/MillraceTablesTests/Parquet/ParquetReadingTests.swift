import Millrace
import MillraceTables
import Testing

/// Parquet files that other libraries have written, read here.
@Suite struct ParquetReadingTests {
  private func sample(_ name: String) async throws -> (bytes: [UInt8], text: String) {
    let answer = try await ArrowPeers.answers(to: ["parquet \(name)"])[0]
    let parts = answer.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    return (try ArrowPeers.bytes(answer), String(parts[1]))
  }

  private func problem(_ body: () throws -> Void) -> Parquet.Problem? {
    do { try body() } catch {
      guard case .custom(let problem)? = (error as? FormatError)?.problem else { return nil }
      return problem as? Parquet.Problem
    }
    return nil
  }

  @Test(arguments: [("pyarrow", 400), ("polars", 100), ("duckdb", 100)])
  func `random files are read as they were written by`(library: String, count: Int) async throws {
    var random = SeededGenerator("seeds of parquet files")
    let questions = (0..<Scale.count(count)).map { _ in "write \(library) parquet \(random.below(1 << 30))" }
    var mismatches = Mismatches()
    for (question, answer) in zip(questions, try await ArrowPeers.answers(to: questions)) {
      do {
        let parts = answer.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        let bytes = try ArrowPeers.bytes(answer)
        var options = Parquet.ReadingOptions.decompressing
        mismatches.expect(try Parquet.text(of: bytes, options), String(parts[1]), question)
        options.rowsPerTable = 1 + random.below(20)
        mismatches.expect(
          try Parquet.text(of: bytes, options), String(parts[1]), question + ", \(options.rowsPerTable) rows at a time")
      } catch {
        mismatches.note("\(question): \(error)")
      }
    }
    mismatches.report()
  }

  @Test func `random tables that are written here are read as they were`() throws {
    var mismatches = Mismatches()
    for part in 0..<Scale.count(100) {
      var random = RandomArrowTable(random: SeededGenerator("parquet round trips", part: part))
      let table = random.table(columns: 1 + random.random.below(5), rows: random.random.below(100))
      do {
        let options = Parquet.WritingOptions(rowsPerGroup: 1 + random.random.below(60))
        var writer = try Parquet.TableWriter(to: [UInt8](), options: options)
        try writer.write(table)
        let text = try Parquet.text(of: writer.finish())
        mismatches.expect(text, Columns.text(of: [table]), "table \(part)")
      } catch let error as FormatError {
        // Parquet has no structures without members.
        guard "\(error)".contains("without members") else { throw error }
      }
    }
    mismatches.report()
  }

  @Test(arguments: ["empty", "bounded", "long"])
  func `a file is read as pyarrow wrote it`(name: String) async throws {
    let (bytes, text) = try await sample(name)
    #expect(try Parquet.text(of: bytes) == text)
  }

  @Test(arguments: ["leaf", "tuple", "array", "pairs", "repeated"])
  func `lists of older programs are lists of the same elements`(name: String) async throws {
    let (bytes, text) = try await sample("legacy_\(name)")
    #expect(try Parquet.text(of: bytes) == text)
  }

  @Test func `only selected columns are read, in their order`() async throws {
    let (bytes, _) = try await sample("bounded")
    var options = Parquet.ReadingOptions.decompressing
    options.columns = ["s", "n"]
    var reader = try Parquet.TableReader(bytes: bytes, options: options)
    #expect(reader.columnNames == ["n", "d", "s"])
    #expect(reader.fields.map(\.name) == ["s", "n"])
    #expect(reader.rowCount == 6)
    let table = try reader.next()
    #expect(table?.columns.map(\.name) == ["s", "n"])
    options.columns = ["x"]
    #expect(problem { _ = try Parquet.TableReader(bytes: bytes, options: options) } == .unknownColumn("x"))
    options.columns = []
    var nothing = try Parquet.TableReader(bytes: bytes, options: options)
    #expect(try nothing.next()?.count == 3)
  }

  @Test func `row groups have the bounds that pyarrow wrote`() async throws {
    let (bytes, _) = try await sample("bounded")
    let answer = try await ArrowPeers.answers(to: ["bounds \(ArrowPeers.hexadecimal(bytes))"])[0]
    var reader = try Parquet.TableReader(bytes: bytes, options: .decompressing)
    var found: [String] = []
    for index in 0..<reader.rowGroupCount {
      let group = reader.rowGroup(at: index)
      for name in ["n", "d", "s"] {
        guard let bounds = group.bounds[name] else { continue }
        let texts = [bounds.minimum, bounds.maximum].map { bound in
          switch bound {
          case .integer(let number)?: "\(number)"
          case .double(let number)?: "\(number)"
          case .bytes(let bytes)?: String(decoding: bytes, as: UTF8.self)
          default: "-"
          }
        }
        found.append("\(bounds.nullCount ?? -1) \(texts.joined(separator: " "))")
      }
    }
    #expect(found.joined(separator: ";") == answer)
    reader.selectRowGroups { group in
      if case .integer(let most)? = group.bounds["n"]?.maximum { most > 5 } else { true }
    }
    #expect(try reader.next()?["n"]?.integers == [7, 9, 8])
    #expect(try reader.next() == nil)
  }

  @Test func `a column that cannot be read is an error only if it is selected`() async throws {
    let (bytes, _) = try await sample("decimal256")
    #expect(
      problem { _ = try Parquet.TableReader(bytes: bytes) }
        == .unsupported(feature: "type decimal256", column: "wide"))
    var options = Parquet.ReadingOptions.decompressing
    options.columns = ["n"]
    var reader = try Parquet.TableReader(bytes: bytes, options: options)
    #expect(try reader.next()?["n"]?.integers == [1, 2])
  }

  @Test func `a codec that is missing is named`() async throws {
    let (lzo, _) = try await sample("lzo")
    #expect(problem { _ = try Parquet.text(of: lzo) } == .unsupported(feature: "compression LZO", column: "c"))
    let (snappy, _) = try await sample("bounded")
    #expect(
      problem { _ = try Parquet.text(of: snappy, Parquet.ReadingOptions()) }
        == .unsupported(feature: "compression snappy without a decompressor", column: "n"))
  }

  @Test func `a page that does not match its checksum is an error with its offset`() async throws {
    var (bytes, text) = try await sample("checked")
    // The last value of the dictionary page.
    let values: [UInt8] = [99, 0, 0, 0, 0, 0, 0, 0]
    let place = try #require(bytes.indices.first { bytes[$0..<min($0 + 8, bytes.count)].elementsEqual(values) })
    #expect(try Parquet.text(of: bytes) == text)
    bytes[place] = 98
    do {
      _ = try Parquet.text(of: bytes)
      Issue.record("no error")
    } catch let error as FormatError {
      #expect(error.place.offset != nil)
      #expect("\(error)".contains("column c, row group 0: page does not match its checksum"), "\(error)")
    }
    var options = Parquet.ReadingOptions.decompressing
    options.verifiesChecksums = false
    text = try Parquet.text(of: bytes, options)
  }

  @Test(arguments: ["", "{}", "name,age\nAlien,47\n", "PAR", "ARROW1\0\0", "\u{1F}\u{8B}\u{8}    "])
  func `other files are reported as not Parquet`(text: String) {
    #expect(problem { _ = try Parquet.TableReader(bytes: Array(text.utf8)) } == .notParquet)
  }

  @Test func `an encrypted file is reported as such`() {
    #expect(problem { _ = try Parquet.TableReader(bytes: Array("PARE0123456789PARE".utf8)) } == .encrypted)
  }
}
