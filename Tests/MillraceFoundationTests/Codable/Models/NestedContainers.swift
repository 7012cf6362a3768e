/// Fields that are deeper in the document than in the type.
struct Nested: Modeled {
  var city: String
  var points: [Int]
  var label: String?

  init(from decoder: any Decoder) throws {
    Trace.note("nested", at: decoder.codingPath)
    let root = try decoder.container(keyedBy: Key.self)
    Trace.note("root", root)
    let place = try root.nestedContainer(keyedBy: Key.self, forKey: "place")
    Trace.note("place", place)
    var list = try place.nestedUnkeyedContainer(forKey: "points")
    city = try place.decode(String.self, forKey: "city")
    points = []
    while !list.isAtEnd {
      Trace.note("points", list)
      var pair = try list.nestedUnkeyedContainer()
      Trace.note("pair", pair)
      points.append(try pair.decode(Int.self))
    }
    label = try? root.nestedContainer(keyedBy: Key.self, forKey: "label").decode(String.self, forKey: "text")
  }

  func encode(to encoder: any Encoder) throws {
    var root = encoder.container(keyedBy: Key.self)
    var place = root.nestedContainer(keyedBy: Key.self, forKey: "place")
    var list = place.nestedUnkeyedContainer(forKey: "points")
    try place.encode(city, forKey: "city")
    Trace.note("place", at: place.codingPath)
    for point in points {
      var pair = list.nestedUnkeyedContainer()
      Trace.note("pair, count \(list.count)", at: pair.codingPath)
      try pair.encode(point)
    }
    var text = root.nestedContainer(keyedBy: Key.self, forKey: "label")
    try text.encodeIfPresent(label, forKey: "text")
  }

  static let shape = Shape.object(
    ["place": .object(["city": .string, "points": .array(.tuple([.small]))])],
    optional: ["label": .object(["text": .string])])
}

/// Two nested containers that are read and filled in turns.
struct Interleaved: Modeled {
  var left: [Int] = []
  var right: [String] = []

  init(from decoder: any Decoder) throws {
    let root = try decoder.container(keyedBy: Key.self)
    var lefts = try root.nestedUnkeyedContainer(forKey: "left")
    var rights = try root.nestedUnkeyedContainer(forKey: "right")
    while !lefts.isAtEnd || !rights.isAtEnd {
      if !rights.isAtEnd { right.append(try rights.decode(String.self)) }
      if !lefts.isAtEnd { left.append(try lefts.decode(Int.self)) }
      Trace.note("left", lefts)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var root = encoder.container(keyedBy: Key.self)
    var lefts = root.nestedUnkeyedContainer(forKey: "left")
    var rights = root.nestedUnkeyedContainer(forKey: "right")
    for index in 0..<max(left.count, right.count) {
      if index < right.count { try rights.encode(right[index]) }
      if index < left.count { try lefts.encode(left[index]) }
      Trace.note("counts \(lefts.count) \(rights.count)")
    }
  }

  static let shape = Shape.object(["left": .array(.small), "right": .array(.string)])
}

/// A longitude, a latitude and whatever follows.
struct Coordinate: Modeled {
  var longitude, latitude: Double
  var rest: Int

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    longitude = try container.decode(Double.self)
    latitude = try container.decode(Double.self)
    rest = container.count.map { $0 - container.currentIndex } ?? -1
    Trace.note("coordinate", container)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(longitude)
    try container.encode(latitude)
    for _ in 0..<max(rest, 0) { try container.encodeNil() }
  }

  static let shape = Shape.choice([.tuple([.number, .number]), .tuple([.number, .number, .anything])])
}

/// An object of one type among the members of another.
struct Flattened: Modeled {
  var title: String
  var person: Person

  enum CodingKeys: String, CodingKey { case title }

  init(from decoder: any Decoder) throws {
    person = try Person(from: decoder)
    title = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .title)
  }

  func encode(to encoder: any Encoder) throws {
    try person.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(title, forKey: .title)
  }

  static let shape = Shape.object(
    ["title": .string, "name": .string, "emails": .array(.string)],
    optional: ["age": .optional(.small), "address": Person.address])
}
