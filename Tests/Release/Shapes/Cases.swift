public import Millrace

// Strings as associated values, and rows that are cases.

@Serializable
public enum External: Codable {
  case text(String)
  case labelled(name: String, other: String?)
  case part(Parts)
  case empty
}

@Serializable(tag: "type")
public enum Internal: Codable {
  case labelled(name: String, other: String)
  case part(Parts)
  @Case("renamed") case third(text: String)
}

@Serializable(tag: "type", content: "value")
public enum Adjacent {
  case text(String)
  case pair(String, String)
  case empty
}

@Serializable(.untagged)
public enum Untagged {
  case number(Int)
  case text(String)
  case list([String])
  case part(Parts)
}

@Serializable
public struct Cases {
  public var external: External
  public var tagged: Internal
  public var adjacent: Adjacent
  public var untagged: Untagged
  public var color: Color
}

@Serializable
public indirect enum Chain: Codable {
  case end(String)
  case link(text: String, next: Chain)
}

@Serializable
public struct Chains: Codable {
  public var chain: Chain
}
