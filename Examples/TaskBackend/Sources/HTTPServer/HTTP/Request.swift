/// A request that has arrived as a whole.
public struct Request: Sendable {
  public let method: Method
  /// The path, such as `/tasks/1`. Nothing is escaped in it but slashes, as `%2F`: they separate no components.
  public let path: String
  /// What is after the question mark, as it was sent; nil without one.
  public let query: String?
  /// The scheme, the host and the port that the request was sent to, in characters that may be in a URL:
  /// `http://localhost:8082`. If a trusted proxy has forwarded the request, they are those that the proxy was asked for.
  public let origin: String
  /// The field `If-Match`; of several ones, with commas between them.
  public let ifMatch: String?
  /// The field `If-None-Match`; of several ones, with commas between them.
  public let ifNoneMatch: String?
  /// Whether an answer in the content coding gzip is at least as welcome as one without (`Accept-Encoding`).
  public let acceptsGzip: Bool
  /// The field `Last-Event-ID`; of several ones, with commas between them.
  public let lastEventID: String?
  /// The field `Idempotency-Key`; of several ones, with commas between them.
  public let idempotencyKey: String?
  /// Whether the body has another content coding than `identity`.
  public let hasCodedBody: Bool
  public let body: [UInt8]
  let isHTTP11: Bool
  let keepsAlive: Bool

  init(_ head: RequestHead, body: [UInt8]) {
    method = head.method
    path = head.path
    query = head.query
    origin = (head.isSecure ? "https://" : "http://") + head.host
    ifMatch = head.ifMatch
    ifNoneMatch = head.ifNoneMatch
    acceptsGzip = head.acceptsGzip
    lastEventID = head.lastEventID
    idempotencyKey = head.idempotencyKey
    hasCodedBody = head.hasCodedBody
    isHTTP11 = head.isHTTP11
    keepsAlive = head.keepsAlive
    self.body = body
  }
}

extension Request {
  /// The parameters of the query in their order, unescaped; a missing value is empty. Nil if
  /// the percent-encoding is invalid.
  public var parameters: [(name: String, value: String)]? {
    guard let query, !query.isEmpty else { return [] }
    var parameters: [(name: String, value: String)] = []
    for part in query.split(separator: "&") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = String(percentEncoded: sides[0]),
        let value = String(percentEncoded: sides.count > 1 ? sides[1] : "")
      else { return nil }
      parameters.append((name, value))
    }
    return parameters
  }
}
