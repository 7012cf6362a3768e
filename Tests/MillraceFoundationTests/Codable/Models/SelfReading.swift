import Foundation
import Millrace

// Types that read and write themselves when the coder is ours, and that any other coder codes with containers. `Codable` is written out,
// because the macro does not see it behind `Modeled`.

@Serializable
struct Ticket: Modeled, Codable {
  var id: Int
  var title: String
  var price: Double
  var share: Float?
  var note: String?
  var tags: [String]
  var seats: [Seat]
  var kind: TicketKind?
  var holders: [String: Seat]
  var date: Date?
  var link: URL?

  static let shape = Shape.object(
    [
      "id": .whole, "title": .string, "price": .number, "tags": .array(.string), "seats": .array(.of(Seat.self)),
      "holders": .dictionary(.of(Seat.self)),
    ],
    optional: [
      "share": .optional(.float), "note": .optional(.string), "kind": .of(TicketKind.self), "date": .optional(.date),
      "link": .url, "other": .anything,
    ])
}

@Serializable
struct Seat: Modeled, Codable {
  var row: Int
  var isTaken: Bool = false
  var numbers: [UInt8] = []
  @Field("n", aliases: "label") var name: String?

  static let shape = Shape.object(
    ["row": .small], optional: ["isTaken": .bool, "numbers": .array(.small), "n": .string, "label": .string])
}

@Serializable
enum TicketKind: Modeled, Codable {
  case plain
  case discounted(percent: Int, reason: String?)

  static let shape = Shape.choice([
    .object(["plain": .object([])]),
    .object(["discounted": .object(["percent": .small], optional: ["reason": .optional(.string)])]),
  ])
}

@Serializable
final class Folder: Modeled, Codable {
  let name: String
  let folders: [Folder]
  let seat: Seat?

  init(name: String, folders: [Folder], seat: Seat?) {
    self.name = name
    self.folders = folders
    self.seat = seat
  }

  static let shape = Shape.object(
    ["name": .string, "folders": .array(.choice([.object(["name": .string, "folders": .array(.anything)])]))],
    optional: ["seat": .optional(.of(Seat.self))])
}
