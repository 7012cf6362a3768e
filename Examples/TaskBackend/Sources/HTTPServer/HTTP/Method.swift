/// What is to be done with a resource (RFC 9110, section 9; RFC 5789).
public enum Method: String, CaseIterable, Sendable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  case options = "OPTIONS"
  /// Any other.
  case other = "OTHER"
}
