import Millrace

/// Five of the twenty-five fields that a record has.
@Serializable
public struct Partial: Codable, Equatable, Sendable {
  public var id: Int
  public var name: String
  public var email: String
  public var balance: Double
  public var tags: [String]
}

/// Text that is escaped, in several ways.
@Serializable
public struct Note: Codable, Equatable, Sendable {
  public var id: Int
  public var title: String
  public var text: String
}

/// A message of 275 bytes.
@Serializable
public struct Message: Codable, Equatable, Sendable {
  public var id: String
  public var type: String
  public var timestamp: Int
  public var sender: Sender
  public var text: String
  public var attachments: [String]
  public var isRead: Bool

  @Serializable
  public struct Sender: Codable, Equatable, Sendable {
    public var id: Int
    public var name: String
    public var avatar: String?
  }
}

/// Cases that a tag inside of the object names.
@Serializable(tag: "type")
public enum TaggedEvent: Equatable, Sendable {
  case click(x: Int, y: Int, target: String)
  case view(page: String, seconds: Double)
  case purchase(item: String, price: Double, count: Int, coupon: String?)
}

/// Cases that only their fields tell apart.
@Serializable(.untagged)
public enum UntaggedEvent: Equatable, Sendable {
  case click(Click)
  case view(View)
  case purchase(Purchase)

  @Serializable
  public struct Click: Equatable, Sendable {
    public var x: Int
    public var y: Int
    public var target: String
  }

  @Serializable
  public struct View: Equatable, Sendable {
    public var page: String
    public var seconds: Double
  }

  @Serializable
  public struct Purchase: Equatable, Sendable {
    public var item: String
    public var price: Double
    public var count: Int
    public var coupon: String?
  }
}
