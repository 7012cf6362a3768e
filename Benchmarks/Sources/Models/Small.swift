import Millrace

/// All of `canada.json`: the outline of a country.
@Serializable
public struct Canada: Equatable, Sendable {
  public var type: String
  public var features: [Feature]
}

@Serializable
public struct Feature: Equatable, Sendable {
  public var type: String
  public var properties: Properties
  public var geometry: Geometry
}

@Serializable
public struct Properties: Equatable, Sendable {
  public var name: String
}

@Serializable
public struct Geometry: Equatable, Sendable {
  public var type: String
  public var coordinates: [[[Double]]]
}

/// An element of `films.json`.
@Serializable
public struct Film: Equatable, Sendable {
  public var id: String
  public var directed_by: [String]
  public var initial_release_date: String?
  public var genre: [String]
  public var name: String
}

/// An element of `hi1m.json`.
@Serializable
public struct Greeting: Equatable, Sendable {
  public var hi: Int
  public var there: Int
  public var comment: String
}

/// All of `a1.json`: few bytes in many small objects.
@Serializable
public struct A1: Equatable, Sendable {
  public var a: Int
  public var b: A2
  public var c: [A3]
  public var d: [String: A4]
}

@Serializable
public struct A2: Equatable, Sendable {
  public var a: Int
  public var b: A3
  public var c: [A4]
}

@Serializable
public struct A3: Equatable, Sendable {
  public var a: Int
  public var b: A4
}

@Serializable
public struct A4: Equatable, Sendable {
  public var a: Int
}

/// All of `simple.json`: five scalars, a structure and an array, as in published comparisons of Swift's encoders.
@Serializable
public struct Simple: Equatable, Sendable {
  public var id: Int
  public var name: String
  public var score: Double
  public var isActive: Bool
  public var level: UInt8
  public var address: Address
  public var tags: [String]
}

@Serializable
public struct Address: Equatable, Sendable {
  public var street: String
  public var city: String
  public var zip: Int
}

// Foundation's column is to be what the compiler synthesizes, so the macro must not see these.
extension Canada: Codable {}
extension Feature: Codable {}
extension Properties: Codable {}
extension Geometry: Codable {}
extension Film: Codable {}
extension Greeting: Codable {}
extension A1: Codable {}
extension A2: Codable {}
extension A3: Codable {}
extension A4: Codable {}
extension Simple: Codable {}
extension Address: Codable {}
