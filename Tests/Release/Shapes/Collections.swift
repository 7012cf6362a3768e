public import Millrace

// Strings as elements, keys and values.

@Serializable
public struct Elements: Codable {
  public var texts: [String]
  public var rows: [[String]]
  public var optionals: [String?]
}

@Serializable
public struct Sets {
  public var texts: Set<String>
  @Field(.lossy) public var lossy: [String]
}

@Serializable
public struct Keys: Codable {
  public var counts: [String: Int]
}

@Serializable
public struct Values: Codable {
  public var texts: [Int: String]
  public var optionals: [String: String?]
}

@Serializable
public struct KeysAndValues: Codable {
  public var texts: [String: String]
  public var lists: [String: [String]]
  public var parts: [String: Parts]
}

@Serializable(.strings)
public enum Color: Hashable {
  case red, green
  @Case("a color with a long name") case long
  @Case(.unknown) case other(String)
}

@Serializable
public enum Letter: String, Codable {
  case alpha, beta
  case long = "a raw value of 24 bytes."
}

@Serializable
public struct EnumeratedKeys {
  public var letters: [Letter: String]
  public var colors: [Color]
}

@Serializable
public struct Trees {
  public var value: JSON.Value
  public var object: JSON.Object
  public var raw: JSON.Raw
}
