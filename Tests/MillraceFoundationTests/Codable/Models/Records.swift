import Foundation

/// One field of each scalar type.
struct Scalars: Modeled {
  var flag: Bool
  var i8: Int8
  var u8: UInt8
  var i16: Int16
  var u16: UInt16
  var i32: Int32
  var u32: UInt32
  var i64: Int64
  var u64: UInt64
  var i128: Int128
  var u128: UInt128
  var float: Float
  var double: Double
  var text: String

  static let shape = Shape.object([
    "flag": .bool, "i8": .small, "u8": .small, "i16": .small, "u16": .small, "i32": .whole, "u32": .small,
    "i64": .whole, "u64": .small, "i128": .whole, "u128": .small, "float": .float, "double": .number, "text": .string,
  ])
}

struct Person: Modeled {
  struct Address: Codable {
    var street: String
    var zip: Int?
  }

  var name: String
  var age: Int?
  var address: Address?
  var emails: [String]
  var scores: [String: Double]?

  static let address = Shape.object(["street": .string], optional: ["zip": .optional(.small)])
  static let shape = Shape.object(
    ["name": .string, "emails": .array(.string)],
    optional: [
      "age": .optional(.small), "address": .optional(address), "scores": .dictionary(.number), "other": .anything,
    ])
}

/// Names that the key strategies change.
struct Profile: Modeled {
  var userName: String
  var homePageURL: String?
  var _firstLogin: Int
  var x2y: Bool
  var nestedThing: [String: Int]

  static let shape = Shape.object(
    ["userName": .string, "_firstLogin": .small, "x2y": .bool, "nestedThing": .dictionary(.small)],
    optional: ["homePageURL": .string, "home_page_url": .string, "user_name": .string, "_first_login": .small])
}

/// The same names as they are on the wire for `convertFromSnakeCase`.
struct SnakeProfile: Modeled {
  var userName: String
  var homePageUrl: String?
  var nestedThing: [String: Int]

  static let shape = Shape.object(
    ["user_name": .string, "nested_thing": .dictionary(.small)],
    optional: ["home_page_url": .string, "_user_name_": .string, "__": .small, "userName": .string])
}

struct Moments: Modeled {
  var date: Date
  var dates: [Date]
  var named: [String: Date]
  var maybe: Date?

  static let shape = Shape.object(
    ["date": .date, "dates": .array(.date), "named": .dictionary(.date)], optional: ["maybe": .optional(.date)])
}

struct Blobs: Modeled {
  var data: Data
  var list: [Data]
  var id: UUID
  var link: URL
  var links: [String: URL]?

  static let shape = Shape.object(
    ["data": .data, "list": .array(.data), "id": .uuid, "link": .url], optional: ["links": .dictionary(.url)])
}

struct Amounts: Modeled {
  var price: Decimal
  var prices: [Decimal]
  var rate: Double
  var floats: [Float]
  var total: Decimal?

  static let shape = Shape.object(
    ["price": .decimal, "prices": .array(.decimal), "rate": .number, "floats": .array(.float)],
    optional: ["total": .optional(.decimal)])
}

struct IntegerKeys: Modeled {
  enum CodingKeys: Int, CodingKey { case zero, one, seven = 7 }

  var zero: String
  var one: Int?
  var seven: [Bool]

  static let shape = Shape.object(
    ["zero": .string, "seven": .array(.bool)], optional: ["one": .optional(.small), "0": .string, "8": .anything])
}

struct Page<Item> {
  var items: [Item]
  var next: String?
  var total: Int
}

extension Page: Decodable where Item: Decodable {}
extension Page: Encodable where Item: Encodable {}
extension Page: Modeled where Item: Modeled {
  static var shape: Shape {
    .object(["items": .array(Item.shape), "total": .small], optional: ["next": .optional(.string)])
  }
}
