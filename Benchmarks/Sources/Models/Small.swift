import Millrace

/// All of `canada.json`: the outline of a country.
@Serializable
public struct Canada: Codable, Equatable, Sendable {
  public var type: String
  public var features: [Feature]
}

@Serializable
public struct Feature: Codable, Equatable, Sendable {
  public var type: String
  public var properties: Properties
  public var geometry: Geometry
}

@Serializable
public struct Properties: Codable, Equatable, Sendable {
  public var name: String
}

@Serializable
public struct Geometry: Codable, Equatable, Sendable {
  public var type: String
  public var coordinates: [[[Double]]]
}

/// An element of `films.json`.
@Serializable
public struct Film: Codable, Equatable, Sendable {
  public var id: String
  public var directed_by: [String]
  public var initial_release_date: String?
  public var genre: [String]
  public var name: String
}

/// An element of `hi1m.json`.
@Serializable
public struct Greeting: Codable, Equatable, Sendable {
  public var hi: Int
  public var there: Int
  public var comment: String
}

/// All of `a1.json`: few bytes in many small objects.
@Serializable
public struct A1: Codable, Equatable, Sendable {
  public var a: Int
  public var b: A2
  public var c: [A3]
  public var d: [String: A4]
}

@Serializable
public struct A2: Codable, Equatable, Sendable {
  public var a: Int
  public var b: A3
  public var c: [A4]
}

@Serializable
public struct A3: Codable, Equatable, Sendable {
  public var a: Int
  public var b: A4
}

@Serializable
public struct A4: Codable, Equatable, Sendable {
  public var a: Int
}
