/// What came of a request (RFC 9110, section 15; RFC 6585 for 431).
public struct Status: Hashable, Sendable {
  public let code: Int
  /// The line that a response begins with.
  let line: StaticString

  private init(_ code: Int, _ line: StaticString) {
    self.code = code
    self.line = line
  }

  public static func == (left: Status, right: Status) -> Bool { left.code == right.code }
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  public static let ok = Status(200, "HTTP/1.1 200 OK\r\n")
  public static let created = Status(201, "HTTP/1.1 201 Created\r\n")
  public static let noContent = Status(204, "HTTP/1.1 204 No Content\r\n")
  public static let notModified = Status(304, "HTTP/1.1 304 Not Modified\r\n")
  public static let badRequest = Status(400, "HTTP/1.1 400 Bad Request\r\n")
  public static let notFound = Status(404, "HTTP/1.1 404 Not Found\r\n")
  public static let methodNotAllowed = Status(405, "HTTP/1.1 405 Method Not Allowed\r\n")
  public static let requestTimeout = Status(408, "HTTP/1.1 408 Request Timeout\r\n")
  public static let preconditionFailed = Status(412, "HTTP/1.1 412 Precondition Failed\r\n")
  public static let contentTooLarge = Status(413, "HTTP/1.1 413 Content Too Large\r\n")
  public static let unsupportedMediaType = Status(415, "HTTP/1.1 415 Unsupported Media Type\r\n")
  public static let misdirectedRequest = Status(421, "HTTP/1.1 421 Misdirected Request\r\n")
  public static let unprocessableContent = Status(422, "HTTP/1.1 422 Unprocessable Content\r\n")
  public static let fieldsTooLarge = Status(431, "HTTP/1.1 431 Request Header Fields Too Large\r\n")
  public static let internalServerError = Status(500, "HTTP/1.1 500 Internal Server Error\r\n")
  public static let notImplemented = Status(501, "HTTP/1.1 501 Not Implemented\r\n")
  public static let serviceUnavailable = Status(503, "HTTP/1.1 503 Service Unavailable\r\n")
  public static let versionNotSupported = Status(505, "HTTP/1.1 505 HTTP Version Not Supported\r\n")

  /// Whether a response never has a body.
  var hasNoBody: Bool { code == 204 || code == 304 }
}
