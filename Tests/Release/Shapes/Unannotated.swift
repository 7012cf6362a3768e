// A type without the macro, for the coders and for `EncodableValue`.

public enum PlainCase: Codable {
  case text(String)
  case labelled(name: String, other: String?)
}

public class PlainBase: Codable {
  public var base: String
}

public struct Unannotated: Codable {
  public var text: String
  public var maybe: String?
  public var texts: [String]
  public var keys: [String: String]
  public var value: PlainCase
  public var inner: PlainBase
  public var number: Int
  public var fraction: Double

  enum CodingKeys: String, CodingKey {
    case text, maybe, texts, keys, value, inner, number
    case fraction = "a fraction"
  }
}
