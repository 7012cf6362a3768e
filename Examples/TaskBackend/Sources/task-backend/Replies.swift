import HTTPServer
import Millrace
import Tasks

/// The bodies of errors: `{"error":{"message":"…"}}`, with the place in what was sent if there is one.
@Serializable
struct ErrorReply {
  var error: Details

  @Serializable
  struct Details {
    var message: String
    /// A JSON Pointer to what is wrong.
    var field: String?
    /// The distance from the document's start in bytes.
    var offset: Int?
    /// Counted from 1, as the column is.
    var line: Int?
    var column: Int?
  }

  /// - Parameter message: may have parts that a client has sent.
  init(_ message: String) { error = Details(message: Self.shortened(message)) }

  /// What is wrong with a document.
  init(_ error: FormatError) {
    let place = error.place
    self.error = Details(
      message: Self.shortened(error.problem.description), field: place.path, offset: place.offset, line: place.line,
      column: place.column)
    // What is missing is named as what is wrong would be.
    if case .missingField(let name) = error.problem { self.error.field = (place.path ?? "") + "/" + name }
    self.error.field = self.error.field.map(Self.shortened)
  }

  /// The most characters of a text that a client may have sent itself.
  private static var longestText: Int { 200 }

  /// A text without its middle if it is long. Characters are those of Unicode's code points: what looks like one may be
  /// made of any number of them.
  private static func shortened(_ text: String) -> String {
    let characters = text.unicodeScalars
    guard text.utf8.count > longestText, characters.count > longestText else { return text }
    return "\(Substring(characters.prefix(longestText / 2)))…\(Substring(characters.suffix(longestText / 2 - 1)))"
  }
}

extension Connection {
  static let json: StaticString = "application/json"

  /// Answers with what was written.
  func reply(_ status: Status, _ fields: [Field] = [], document: borrowing JSON.Writer) {
    reply(status, fields, type: Self.json, body: document.bytes)
  }

  /// Answers with an error.
  func reply(_ status: Status, _ fields: [Field] = [], error: ErrorReply) {
    do {
      let body = try JSON.encode(error)
      reply(status, fields, type: Self.json, body: body.span)
    } catch {
      reply(.internalServerError)
    }
  }

  /// Answers with a task.
  func reply(_ status: Status, _ fields: [Field] = [], task: LocatedTask) {
    do {
      let body = try JSON.encode(task)
      reply(status, fields, type: Self.json, body: body.span)
    } catch {
      reply(.internalServerError, error: ErrorReply(error))
    }
  }
}
