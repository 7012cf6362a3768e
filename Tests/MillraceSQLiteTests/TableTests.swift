import Millrace
import MillraceSQLite
import Testing

@Serializable
struct Item: Equatable {
  var id: Int
  var title: String
  var done: Bool
}

@Suite("Tables of SQLite")
struct TableTests {
  @Test func `values come back as they went`() throws {
    let database = try SQLite.Database()
    let items = (0..<1234).map { Item(id: $0, title: "number \($0)", done: $0 % 3 == 0) }
    #expect(try database.table("items").insert(items) == 1234)
    var rows = try database.table("items").rows()
    var found: [Item] = []
    while let item = try rows.next(Item.self) { found.append(item) }
    #expect(found == items)
  }
}
