import Testing

@testable import Millrace
@testable import MillraceTables

@Serializable
private struct WatchedFilm: Equatable {
  @Field("Title") var name: String
  var year: Int
  @Field("rating") var score: Double?
  var isSeen: Bool = false
  var tags: [String] = []
}

@Serializable
private struct SizedBox: Equatable {
  @Serializable
  struct Size: Equatable {
    var width: Int
    var height: Int?
  }
  var name: String
  var size: Size
  var spare: Size?
}

@Serializable
private struct Measured: Equatable {
  var time: Instant
  @Field(using: UnixSeconds.self) var since: Instant
  @Field(using: Base64.self) var data: [UInt8]?
}

@Suite("CSV: rows as values")
struct CSVTypeTests {
  @Test func `columns are found by name in any order, and others are skipped`() throws {
    let text = #"""
      year,unknown,Title,isSeen,rating,tags
      1999,x,"The ""Matrix""",true,8.7,"[""a"",""b""]"
      1895,,"",0,,
      """#
    let films = try CSV.decode([WatchedFilm].self, from: text)
    #expect(
      films == [
        WatchedFilm(name: "The \"Matrix\"", year: 1999, score: 8.7, isSeen: true, tags: ["a", "b"]),
        WatchedFilm(name: "", year: 1895, score: nil, isSeen: false, tags: []),
      ])
  }

  @Test func `missing columns are missing members`() throws {
    #expect(try CSV.decode([WatchedFilm].self, from: "Title,year\nM,1931\n") == [WatchedFilm(name: "M", year: 1931)])
    let error = #expect(throws: FormatError.self) { try CSV.decode([WatchedFilm].self, from: "Title\nM\n") }
    guard case .missingField("year")? = error?.problem else { throw try #require(error) }
    #expect(error?.place == FormatError.Place(offset: 6, line: 2, column: 1, path: "/0"))
  }

  @Test func `values are unchanged after a round trip`() throws {
    let films = [
      WatchedFilm(name: "a,b\r\nc", year: -3, score: 1e300, isSeen: true, tags: ["é", "\""]),
      WatchedFilm(name: " ", year: .max, score: -0.0, isSeen: false, tags: []),
      WatchedFilm(name: "", year: 0, score: nil, isSeen: false, tags: ["x,y"]),
    ]
    for dialect in [CSV.Dialect.commas, .rfc4180, .semicolons, .tabs, .pipes] {
      let text = try CSV.encode(films, options: CSV.WritingOptions(dialect: dialect))
      #expect(try CSV.decode([WatchedFilm].self, from: text, options: CSV.ReadingOptions(dialect: dialect)) == films)
    }
    #expect(
      String(decoding: try CSV.encode(films), as: UTF8.self)
        == "Title,year,rating,isSeen,tags\n\"a,b\r\nc\",-3,1e300,true,\"[\"\"é\"\",\"\"\\\"\"\"\"]\"\n"
        + "\" \",9223372036854775807,-0,false,[]\n\"\",0,,false,\"[\"\"x,y\"\"]\"\n")
  }

  @Test func `objects in rows are columns with names joined by dots, or JSON`() throws {
    let boxes = [
      SizedBox(name: "a", size: SizedBox.Size(width: 1, height: 2), spare: nil),
      SizedBox(name: "b", size: SizedBox.Size(width: 3, height: nil), spare: SizedBox.Size(width: 4, height: 5)),
    ]
    let columns = ["name", "size.width", "size.height", "spare.width", "spare.height"]
    let text = try CSV.encode(boxes, options: CSV.WritingOptions(columns: columns))
    #expect(
      String(decoding: text, as: UTF8.self)
        == "name,size.width,size.height,spare.width,spare.height\na,1,2,,\nb,3,,4,5\n")
    #expect(try CSV.decode([SizedBox].self, from: text) == boxes)

    let json = try CSV.encode(boxes, options: CSV.WritingOptions(nested: .json))
    #expect(
      String(decoding: json, as: UTF8.self)
        == "name,size,spare\na,\"{\"\"width\"\":1,\"\"height\"\":2}\",\n"
        + "b,\"{\"\"width\"\":3}\",\"{\"\"width\"\":4,\"\"height\"\":5}\"\n")
    #expect(try CSV.decode([SizedBox].self, from: json) == boxes)
  }

  @Test func `instants and binary data, also by a strategy`() throws {
    let values = [
      Measured(time: Instant(seconds: 0, nanoseconds: 500_000_000), since: Instant(seconds: 77), data: [1, 2, 255]),
      Measured(time: Instant(seconds: -1), since: Instant(seconds: -5), data: nil),
    ]
    let text = try CSV.encode(values)
    #expect(
      String(decoding: text, as: UTF8.self)
        == "time,since,data\n1970-01-01T00:00:00.500Z,77,AQL/\n1969-12-31T23:59:59Z,-5,\n")
    #expect(try CSV.decode([Measured].self, from: text) == values)
  }

  @Test func `columns by position`() throws {
    let text = Array("id,name,score,more\n1,a,2.5,x\n2,\"b,c\",,y\n".utf8)
    let (ids, names, scores) = try CSV.columns(Int.self, String.self, Double?.self, from: text)
    #expect(ids == [1, 2])
    #expect(names == ["a", "b,c"])
    #expect(scores == [2.5, nil])

    // A header with a name twice does not matter, nor does none.
    let (first, second) = try CSV.columns(Int.self, Int8.self, from: Array("x,x\n1,2\n".utf8))
    #expect(first == [1] && second == [2])
    let options = CSV.ReadingOptions(dialect: CSV.Dialect(hasHeader: false))
    let (only) = try CSV.columns(UInt16.self, from: Array("7\r8".utf8), options: options)
    #expect(only == [7, 8])

    #expect(throws: FormatError.self) { try CSV.columns(Int.self, Int.self, from: Array("a\n1\n".utf8)) }
    let lenient = CSV.ReadingOptions(onBadElement: .skip)
    let (kept, besides) = try CSV.columns(
      Int.self, Int.self, from: Array("a,b\n1,2\n3,x\n5,6\n".utf8), options: lenient)
    #expect(kept == [1, 5] && besides == [2, 6])
  }

  @Test func `a table of one column has a row for a blank line, and others have not`() throws {
    let values: [[String: String]] = [["a": "x"], [:], ["a": ""], [:]]
    let text = try CSV.encode(values, options: CSV.WritingOptions(columns: ["a"]))
    #expect(String(decoding: text, as: UTF8.self) == "a\nx\n\n\"\"\n\n")
    #expect(try CSV.decode([[String: String]].self, from: text) == values)
    #expect(try CSV.decode([[String: Int]].self, from: "\n\na,b\n\n1,2\n\r\n\r3,4\n\n").map(\.["a"]) == [1, 3])
  }

  @Test func `a table without rows, and nothing at all`() throws {
    #expect(try CSV.decode([WatchedFilm].self, from: "").isEmpty)
    #expect(try CSV.decode([WatchedFilm].self, from: "\u{FEFF}").isEmpty)
    #expect(try CSV.decode([WatchedFilm].self, from: "Title,year").isEmpty)
    #expect(try CSV.encode([WatchedFilm](), options: CSV.WritingOptions(columns: ["a", "b"])) == Array("a,b\n".utf8))
    #expect(try CSV.encode([WatchedFilm]()).isEmpty)
  }
}
