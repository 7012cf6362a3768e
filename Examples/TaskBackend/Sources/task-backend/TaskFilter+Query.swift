import HTTPServer
import Tasks

extension TaskFilter {
  /// Takes the parameters of a query such as `done=false&limit=10&after=3`, each of them at most once.
  ///
  /// - Throws: ``QueryError``.
  init(_ request: Request) throws(QueryError) {
    self.init()
    guard let parameters = request.parameters else { throw QueryError("invalid percent-encoding in the query") }
    var names: Set<String> = []
    for (name, value) in parameters {
      guard names.insert(name).inserted else { throw QueryError("duplicate parameter \(name)") }
      switch name {
      case "done":
        guard value == "true" || value == "false" else { throw QueryError("done must be true or false") }
        completed = value == "true"
      case "limit":
        guard let number = Int(digits: value), number > 0 else {
          throw QueryError("limit must be a number greater than 0")
        }
        limit = number
      case "after":
        guard let number = Int(digits: value) else { throw QueryError("after must be the id of a task, or 0") }
        after = number
      default: throw QueryError("unknown parameter \(name); expected done, limit or after")
      }
    }
  }

  /// The query of the page after an id.
  func query(after id: Int) -> String {
    var parts: [String] = []
    if let completed { parts.append("done=\(completed)") }
    if let limit { parts.append("limit=\(limit)") }
    parts.append("after=\(id)")
    return parts.joined(separator: "&")
  }
}

/// A query that cannot be understood.
struct QueryError: Error {
  let message: String
  init(_ message: String) { self.message = message }
}

extension Int {
  /// Digits and nothing else: no sign, and no more than fit.
  init?(digits: some StringProtocol) {
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    self.init(digits)
  }
}
