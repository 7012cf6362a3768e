/// A request that has arrived as a whole.
public struct Request: Sendable {
  public let method: Method
  /// The path as it was sent, such as `/tasks/1`.
  public let path: String
  /// What stands behind the question mark; nil without one.
  public let query: String?
  /// The host and port that the request was sent to, in characters that may stand in a URL.
  public let host: String
  /// The field `If-None-Match`; of several ones, with commas between them.
  public let ifNoneMatch: String?
  public let body: [UInt8]
  let isHTTP11: Bool
  let keepsAlive: Bool

  init(_ head: RequestHead, body: [UInt8]) {
    method = head.method
    path = head.path
    query = head.query
    host = head.host
    ifNoneMatch = head.ifNoneMatch
    isHTTP11 = head.isHTTP11
    keepsAlive = head.keepsAlive
    self.body = body
  }
}
