import Millrace
import MillraceTables
import Testing

@Serializable
struct Tenant: Equatable {
  var name: String
  @Field("years", aliases: "age") var age: Int
  var height: Double?
  var tags: [String] = []
  var isActive = true
}

@Serializable
struct Home: Equatable {
  var street: String
  var city: String?
}

@Serializable
struct Lease: Equatable {
  var name: String
  var address: Home?
}

@Serializable(unknownFields: .rejected)
struct OnlyName: Equatable {
  var name: String
}

@Serializable
struct TenantWithHome: Equatable {
  var name: String
  @Field(.flattened) var address: Home
  @Field(.flattened) var rest: [String: String]
}

@Suite struct RowReaderTests {
  /// What a table is forwarded as.
  private func json(_ cells: ListCells) throws -> String {
    var reader = RowReader(cells)
    var writer = JSON.Writer()
    try forward(from: &reader, to: &writer)
    try writer.finish()
    return writer.bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `Fields are found by name in any order of the columns`() throws {
    var reader = RowReader(
      ListCells(
        ["height", "unknown", "isActive", "name", "years"],
        [["1.8", "x", "false", "Ada", "36"], [nil, "x", nil, "Bob", "+07"], ["2", nil, "1", "", "-5"]]))
    #expect(
      try reader.read([Tenant].self) == [
        Tenant(name: "Ada", age: 36, height: 1.8, isActive: false), Tenant(name: "Bob", age: 7),
        Tenant(name: "", age: -5, height: 2),
      ])
  }

  @Test func `A column can have the other name of a field`() throws {
    var reader = RowReader(ListCells(["age", "name"], [["36", "Ada"], ["37", "Bob"]]))
    #expect(try reader.read([Tenant].self) == [Tenant(name: "Ada", age: 36), Tenant(name: "Bob", age: 37)])
  }

  @Test func `Arrays and objects are read from the JSON in a cell`() throws {
    var reader = RowReader(ListCells(["name", "years", "tags"], [["Ada", "36", #"["a","b"]"#]]))
    #expect(try reader.next(Tenant.self) == Tenant(name: "Ada", age: 36, tags: ["a", "b"]))
    #expect(try reader.next(Tenant.self) == nil)
    var bad = RowReader(ListCells(["name", "years", "tags"], [["Ada", "36", #"["a",1]"#]]))
    let error = #expect(throws: FormatError.self) { try bad.next(Tenant.self) }
    #expect(error?.place.path == "/0/tags/1")
  }

  @Test func `Names with a separator are nested objects`() throws {
    let cells = ListCells(
      ["name", "address.city", "address.street"],
      [["Ada", nil, "Main"], ["Bob", nil, nil], ["Cy", "Rome", "Via"]], nameSeparator: ".")
    var reader = RowReader(cells)
    #expect(
      try reader.read([Lease].self) == [
        Lease(name: "Ada", address: Home(street: "Main")), Lease(name: "Bob"),
        Lease(name: "Cy", address: Home(street: "Via", city: "Rome")),
      ])
    #expect(
      try json(cells)
        == #"[{"name":"Ada","address":{"street":"Main"}},{"name":"Bob"},"#
        + #"{"name":"Cy","address":{"city":"Rome","street":"Via"}}]"#)
  }

  @Test func `A missing field is named with its row`() throws {
    var reader = RowReader(ListCells(["name", "years"], [["Ada", "1"], [nil, "2"]]))
    let error = #expect(throws: FormatError.self) { try reader.read([Tenant].self) }
    #expect(error?.description == #"at /1: missing field "name""#)
  }

  @Test func `A missing field of an object in a row is named with its row`() throws {
    var reader = RowReader(
      ListCells(["name", "address.city"], [["Ada", nil], ["Bob", "Rome"]], nameSeparator: "."))
    let error = #expect(throws: FormatError.self) { try reader.read([Lease].self) }
    #expect(error?.description == #"at /1/address: missing field "street""#)
  }

  @Test func `Other columns are rejected by types that reject unknown fields, unless they are absent`() throws {
    var reader = RowReader(ListCells(["name", "more"], [["Ada", nil], ["Bob", "x"]]))
    #expect(try reader.next(OnlyName.self) == OnlyName(name: "Ada"))
    let error = #expect(throws: FormatError.self) { try reader.next(OnlyName.self) }
    #expect(error?.place.path == "/1/more")
  }

  @Test func `Flattened types share the row`() throws {
    var reader = RowReader(
      ListCells(
        ["city", "x", "name", "street", "y"], [["Rome", "1", "Ada", "Via", nil], [nil, nil, "Bob", "Main", "2"]]))
    #expect(
      try reader.read([TenantWithHome].self) == [
        TenantWithHome(name: "Ada", address: Home(street: "Via", city: "Rome"), rest: ["x": "1"]),
        TenantWithHome(name: "Bob", address: Home(street: "Main"), rest: ["y": "2"]),
      ])
  }

  @Test func `Rows can be read as arrays, by position`() throws {
    let cells = ListCells(["1", "2"], [["a", "b"], [nil, "c"]], isPositional: true)
    var reader = RowReader(cells)
    #expect(try reader.read([[String?]].self) == [["a", "b"], [nil, "c"]])
    #expect(try json(cells) == #"[["a","b"],[null,"c"]]"#)
  }

  @Test func `Cells of JSON are forwarded as what they hold, and read as any value`() throws {
    let cells = ListCells(["name", "more"], [["Ada", #"{"a":[1,2]}"#]], jsonColumns: [1])
    #expect(try json(cells) == #"[{"name":"Ada","more":{"a":[1,2]}}]"#)
    var again = RowReader(cells)
    #expect(try again.read([[String: JSON.Value]].self) == [["name": "Ada", "more": ["a": [1, 2]]]])
  }

  @Test func `Integers of every width are exact or rejected`() throws {
    let texts = [
      "0", "-1", "127", "128", "18446744073709551615", "-170141183460469231731687303715884105728", "1e3", "12a",
    ]
    for text in texts {
      func value<Integer: FixedWidthInteger & Readable>(_ type: Integer.Type) -> Integer? {
        var reader = RowReader(ListCells(["n"], [[text]]))
        return (try? reader.next([String: Integer].self))??["n"]
      }
      #expect(value(Int8.self) == Int8(text))
      #expect(value(Int64.self) == Int64(text))
      #expect(value(UInt64.self) == UInt64(text))
      #expect(value(Int128.self) == Int128(text))
      #expect(value(UInt128.self) == UInt128(text))
    }
  }

  @Test func `Doubles are those of the standard library`() throws {
    for text in ["1", "-0.5", "007.25", "+3e2", "1.7976931348623157e308", "0.1", "123456789012345678901234567890"] {
      var reader = RowReader(ListCells(["n"], [[text]]))
      #expect(try reader.next([String: Double].self) == ["n": try #require(Double(text))])
    }
    for text in ["", "1.", ".5", "1e", "0x1p3", "nan", "1e999", "--1", "1 "] {
      var reader = RowReader(ListCells(["n"], [[text]]))
      #expect(throws: FormatError.self) { try reader.next([String: Double].self) }
    }
  }

  @Test func `Two columns of one name are rejected`() {
    var reader = RowReader(ListCells(["a", "a"], [["1", "2"]]))
    #expect(throws: FormatError.self) { try reader.read([[String: String]].self) }
  }

  @Test func `After a bad row the next one is read`() throws {
    var reader = RowReader(ListCells(["name", "years"], [["Ada", "x"], ["Bob", "2"]]))
    #expect(throws: FormatError.self) { try reader.next(Tenant.self) }
    #expect(try reader.next(Tenant.self) == Tenant(name: "Bob", age: 2))
  }

  @Test func `Tables without rows or columns are empty`() throws {
    var noRows = RowReader(ListCells(["name"], []))
    #expect(try noRows.read([Tenant].self).isEmpty)
    var noColumns = RowReader(ListCells([], [[], []]))
    #expect(try noColumns.read([[String: String]].self) == [[:], [:]])
    var missing = RowReader(ListCells([], [[]]))
    #expect(throws: FormatError.self) { try missing.read([Tenant].self) }
  }
}
