/// Why a request does not even get to whoever handles requests.
public struct Refusal: Error, Sendable {
  public let status: Status
  /// A sentence for people.
  public let message: String

  init(_ status: Status, _ message: String) {
    self.status = status
    self.message = message
  }

  static func malformed(_ message: String) -> Refusal { Refusal(.badRequest, message) }
}
