/// A base class, whose subclasses reach it in three ways.
class Vehicle: Codable {
  var wheels: Int
  enum CodingKeys: String, CodingKey { case wheels }

  init(wheels: Int) { self.wheels = wheels }
  required init(from decoder: any Decoder) throws {
    Trace.note("vehicle", at: decoder.codingPath)
    wheels = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .wheels)
  }
  func encode(to encoder: any Encoder) throws {
    Trace.note("vehicle", at: encoder.codingPath)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(wheels, forKey: .wheels)
  }
  class var vehicle: Shape { .object(["wheels": .small]) }
}

/// The base class is in `super`.
final class Car: Vehicle, Modeled {
  var doors: Int
  enum CarKeys: String, CodingKey { case doors }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CarKeys.self)
    doors = try container.decode(Int.self, forKey: .doors)
    try super.init(from: try container.superDecoder())
  }
  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CarKeys.self)
    try container.encode(doors, forKey: .doors)
    try super.encode(to: container.superEncoder())
  }
  static var shape: Shape { .object(["doors": .small, "super": vehicle]) }
}

/// The base class is under a key, which may be missing.
final class Truck: Vehicle, Modeled {
  var load: Double
  enum TruckKeys: String, CodingKey { case load, base }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: TruckKeys.self)
    load = try container.decode(Double.self, forKey: .load)
    let base = try container.superDecoder(forKey: .base)
    Trace.note("base", at: base.codingPath)
    try super.init(from: base)
  }
  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: TruckKeys.self)
    try super.encode(to: container.superEncoder(forKey: .base))
    try container.encode(load, forKey: .load)
  }
  static var shape: Shape { .object(["load": .number, "base": vehicle]) }
}

/// Base class and subclass have their keys in one object.
final class Bicycle: Vehicle, Modeled {
  var gears: Int?
  enum BicycleKeys: String, CodingKey { case gears }

  required init(from decoder: any Decoder) throws {
    gears = try decoder.container(keyedBy: BicycleKeys.self).decodeIfPresent(Int.self, forKey: .gears)
    try super.init(from: decoder)
  }
  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: BicycleKeys.self)
    try container.encodeIfPresent(gears, forKey: .gears)
  }
  static var shape: Shape { .object(["wheels": .small], optional: ["gears": .optional(.small)]) }
}

/// A list, whose elements are in each other.
final class Link: Modeled {
  var name: String
  var next: Link?

  static let shape = Shape.object(["name": .string], optional: ["next": .optional(.of(Link.self))])
}

/// A base class at the end of an array.
final class Wagon: Vehicle, Modeled {
  var seats: [Int]

  required init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    seats = [try container.decode(Int.self), try container.decode(Int.self)]
    Trace.note("wagon", container)
    let base = try container.superDecoder()
    Trace.note("base", at: base.codingPath)
    Trace.note("wagon", container)
    try super.init(from: base)
  }
  override func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for seat in seats { try container.encode(seat) }
    let base = container.superEncoder()
    Trace.note("base, count \(container.count)", at: base.codingPath)
    try super.encode(to: base)
  }
  static var shape: Shape { .tuple([.small, .small, vehicle]) }
}
