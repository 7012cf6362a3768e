/// Answers the requests of one loop, on the loop's thread.
public protocol RequestHandler: AnyObject {
  /// Answers a request, at once or later, but exactly once.
  func handle(_ request: Request, on connection: Connection)

  /// Answers what is not a request that could be handled. The connection ends with it.
  func answer(_ refusal: Refusal, on connection: Connection)
}
