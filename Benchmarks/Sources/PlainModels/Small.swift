/// All of `canada.json`: the outline of a country.
public struct Canada: Codable, Equatable, Sendable {
  public var type: String
  public var features: [Feature]
}

public struct Feature: Codable, Equatable, Sendable {
  public var type: String
  public var properties: Properties
  public var geometry: Geometry
}

public struct Properties: Codable, Equatable, Sendable {
  public var name: String
}

public struct Geometry: Codable, Equatable, Sendable {
  public var type: String
  public var coordinates: [[[Double]]]
}

/// An element of `films.json`.
public struct Film: Codable, Equatable, Sendable {
  public var id: String
  public var directed_by: [String]
  public var initial_release_date: String?
  public var genre: [String]
  public var name: String
}

/// An element of `hi1m.json`.
public struct Greeting: Codable, Equatable, Sendable {
  public var hi: Int
  public var there: Int
  public var comment: String
}

/// All of `a1.json`: few bytes in many small objects.
public struct A1: Codable, Equatable, Sendable {
  public var a: Int
  public var b: A2
  public var c: [A3]
  public var d: [String: A4]
}

public struct A2: Codable, Equatable, Sendable {
  public var a: Int
  public var b: A3
  public var c: [A4]
}

public struct A3: Codable, Equatable, Sendable {
  public var a: Int
  public var b: A4
}

public struct A4: Codable, Equatable, Sendable {
  public var a: Int
}

/// All of `simple.json`: five scalars, a structure and an array, as in published comparisons of Swift's encoders.
public struct Simple: Codable, Equatable, Sendable {
  public var id: Int
  public var name: String
  public var score: Double
  public var isActive: Bool
  public var level: UInt8
  public var address: Address
  public var tags: [String]
}

public struct Address: Codable, Equatable, Sendable {
  public var street: String
  public var city: String
  public var zip: Int
}
