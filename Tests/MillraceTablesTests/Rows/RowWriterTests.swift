import Millrace
import MillraceTables
import Testing

@Suite struct RowWriterTests {
  let json = """
    [{"name":"Ada","size":{"x":1,"y":2.5},"tags":["a",{"b":null}]},
     {"size":{"y":3,"z":{"w":true}},"name":"Bob","n":18446744073709551616},
     {"name":null,"size":4}]
    """

  private func write(_ json: String, to writer: inout RowWriter<ListWriter>) throws {
    try JSON.decode(JSON.Value.self, from: json).write(to: &writer)
  }

  @Test func `Objects in rows are spread over columns`() throws {
    var writer = RowWriter(ListWriter(), nested: .columns(separator: "."))
    try write(json, to: &writer)
    try writer.end()
    #expect(writer.cells.columnNames == ["name", "size.x", "size.y", "tags", "size.z.w", "n", "size"])
    #expect(
      writer.cells.rows == [
        ["name": "Ada", "size.x": "1", "size.y": "2.5", "tags": #"["a",{"b":null}]"#],
        ["name": "Bob", "size.y": "3", "size.z.w": "true", "n": "18446744073709551616"], ["size": "4"],
      ])
    #expect(writer.cells.events == ["begin", "end", "finish"])
  }

  @Test func `Objects in rows are written as JSON`() throws {
    var writer = RowWriter(ListWriter(), nested: .json)
    try write(json, to: &writer)
    try writer.end()
    #expect(writer.cells.columnNames == ["name", "size", "tags", "n"])
    #expect(
      writer.cells.rows == [
        ["name": "Ada", "size": #"{"x":1,"y":2.5}"#, "tags": #"["a",{"b":null}]"#],
        ["name": "Bob", "size": #"{"y":3,"z":{"w":true}}"#, "n": "18446744073709551616"], ["size": "4"],
      ])
  }

  @Test func `Values of known types have all their columns from the first row on`() throws {
    var writer = RowWriter(ListWriter(), nested: .columns(separator: "."))
    try writer.append(Tenant(name: "Ada", age: 1))
    try writer.append(Tenant(name: "Bob", age: 2, height: 1.5, tags: ["x"], isActive: false))
    #expect(writer.cells.columnNames == ["name", "years", "height", "tags", "isActive"])
    #expect(
      writer.cells.rows == [
        ["name": "Ada", "years": "1", "tags": "[]", "isActive": "true"],
        ["name": "Bob", "years": "2", "height": "1.5", "tags": #"["x"]"#, "isActive": "false"],
      ])
  }

  @Test func `What was written reads back as the same values`() throws {
    let people = [
      Lease(name: "Ada", address: Home(street: "Main")), Lease(name: "Bob"),
      Lease(name: "Cy", address: Home(street: "Via", city: "Rome")),
    ]
    for nested in [NestedObjects.columns(separator: "."), .json] {
      var writer = RowWriter(ListWriter(), nested: nested)
      writer.write(value: people)
      let cells = writer.cells
      let rows = cells.rows.map { row in cells.columnNames.map { row[$0] } }
      var reader = RowReader(ListCells(cells.columnNames, rows, nameSeparator: nested == .json ? nil : "."))
      #expect(try reader.read([Lease].self) == people)
    }
  }

  @Test func `A key that comes twice is rejected and its row taken back`() throws {
    var writer = RowWriter(ListWriter(), nested: .json)
    var elements = try JSON.stream(
      JSON.Value.self, from: Array(#"{"a":1} {"a":2,"b":1,"a":3} {"b":4}"#.utf8))
    #expect(try writer.append(nextOf: &elements))
    let error = #expect(throws: FormatError.self) { try writer.append(nextOf: &elements) }
    #expect(error?.description == #"at /1/a: duplicate key "a""#)
    #expect(try writer.append(nextOf: &elements))
    #expect(writer.cells.rows == [["a": "1"], ["b": "4"]])
    #expect(writer.cells.events == ["discard"])
  }

  @Test func `Nothing is written of an element that is bad`() throws {
    var writer = RowWriter(ListWriter(), nested: .json)
    let options = JSON.StreamOptions(framing: .lines, onBadElement: .skip)
    var elements = try JSON.stream(
      JSON.Value.self, from: Array("{\"a\":1}\n{\"a\":2,\"b\":[1,tru]}\n{\"a\":3}\n".utf8), options: options)
    try writer.append(contentsOf: &elements)
    #expect(writer.cells.rows == [["a": "1"], ["a": "3"]])
  }

  @Test func `No part of an element is written if it is cut or followed by other content`() throws {
    var writer = RowWriter(ListWriter(), nested: .json)
    let options = JSON.StreamOptions(framing: .lines, onBadElement: .skip)
    let lines = (0..<20_000).map { $0 % 7 == 3 ? "{\"n\":\($0)} x" : $0 % 7 == 5 ? "\($0)" : "{\"n\":\($0)}" }
    var elements = try JSON.stream(
      JSON.Value.self, from: Array(lines.joined(separator: "\n").utf8), options: options)
    try writer.append(contentsOf: &elements)
    let expected = (0..<20_000).filter { $0 % 7 != 3 }.map { [$0 % 7 == 5 ? "value" : "n": "\($0)"] }
    #expect(writer.cells.rows == expected)
  }

  @Test func `Columns can be given, rejected and left out`() throws {
    var writer = RowWriter(ListWriter(leftOut: ["c"]), nested: .json, columns: ["b", "a"])
    try write(#"[{"a":1,"c":3,"b":2}]"#, to: &writer)
    #expect(writer.cells.columnNames == ["b", "a"])
    #expect(writer.cells.rows == [["a": "1", "b": "2"]])
    var strict = RowWriter(ListWriter(rejected: ["c"]), nested: .json)
    try write(#"[{"a":1},{"a":1,"c":3},{"a":2}]"#, to: &strict)
    #expect(throws: FormatError.self) { try strict.end() }
  }

  @Test func `Rows that are arrays or scalars have columns by position`() throws {
    var writer = RowWriter(ListWriter(), nested: .columns(separator: "."))
    try write(#"[[1,null,{"a":[2]}],[3,4]]"#, to: &writer)
    #expect(writer.cells.rows == [["column1": "1", "column3": #"{"a":[2]}"#], ["column1": "3", "column2": "4"]])
    var scalars = RowWriter(ListWriter(), nested: .json)
    try write(#"[1,"x",null]"#, to: &scalars)
    #expect(scalars.cells.rows == [["value": "1"], ["value": "x"], [:]])
    var elements = RowWriter(ListWriter(), nested: .json)
    try elements.append([1, 2])
    try elements.append([3])
    #expect(elements.cells.rows == [["column1": "1", "column2": "2"], ["column1": "3"]])
  }
}
