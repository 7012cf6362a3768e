/// Five of the twenty-five fields that a record has.
public struct Partial: Codable, Equatable, Sendable {
  public var id: Int
  public var name: String
  public var email: String
  public var balance: Double
  public var tags: [String]
}

/// Text that is escaped, in several ways.
public struct Note: Codable, Equatable, Sendable {
  public var id: Int
  public var title: String
  public var text: String
}

/// A message of 275 bytes.
public struct Message: Codable, Equatable, Sendable {
  public var id: String
  public var type: String
  public var timestamp: Int
  public var sender: Sender
  public var text: String
  public var attachments: [String]
  public var isRead: Bool

  public struct Sender: Codable, Equatable, Sendable {
    public var id: Int
    public var name: String
    public var avatar: String?
  }
}
