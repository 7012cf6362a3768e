/// A request without its body: its first line and its fields.
struct RequestHead {
  var method = Method.get
  var path = ""
  var query: String?
  /// Whether the client uses TLS, as a trusted proxy says.
  var isSecure = false
  var host = ""
  var ifMatch: String?
  var ifNoneMatch: String?
  var acceptsGzip = false
  var lastEventID: String?
  var idempotencyKey: String?
  /// Whether the body has another content coding than `identity`.
  var hasCodedBody = false
  var body = Body.ofLength(0)
  /// Whether the version is 1.1 rather than 1.0.
  var isHTTP11 = true
  /// Whether the connection is kept for further requests.
  var keepsAlive = true
  /// Whether the client waits for `100 Continue` before it sends the body.
  var expectsContinue = false

  /// How the end of the body is found.
  enum Body {
    case ofLength(Int)
    case chunked
  }
}
