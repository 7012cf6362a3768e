import HTTPServer
import Tasks

/// The conditions of a request (RFC 9110, section 13): `If-Match` and `If-None-Match`.
struct Preconditions: Sendable {
  private let ifMatch: TagList?
  private let ifNoneMatch: TagList?

  /// Nil if there are none.
  init?(_ request: Request) {
    if request.ifMatch == nil, request.ifNoneMatch == nil { return nil }
    ifMatch = request.ifMatch.map { TagList($0) }
    ifNoneMatch = request.ifNoneMatch.map { TagList($0) }
  }

  /// Whether a write may be performed on what has one of these tags.
  func permitWrite(_ tags: EntityTag...) -> Bool {
    tags.contains(where: permitRead) && !tags.contains(where: isCurrent)
  }

  /// Whether what has a tag may be read.
  func permitRead(_ tag: EntityTag) -> Bool { ifMatch?.contains(tag, weakly: false) ?? true }

  /// Whether the client already has what it reads.
  func isCurrent(_ tag: EntityTag) -> Bool { ifNoneMatch?.contains(tag, weakly: true) ?? false }
}

/// The value of such a field: `*`, or tags with commas between them.
private enum TagList: Sendable {
  case any
  case tags([(isWeak: Bool, text: String)])

  /// Reads as many tags as are well-formed.
  init(_ field: String) {
    if field == "*" {
      self = .any
      return
    }
    var tags: [(isWeak: Bool, text: String)] = []
    var rest = Substring(field).utf8
    while true {
      rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: ",") }
      let isWeak = rest.starts(with: "W/".utf8)
      if isWeak { rest = rest.dropFirst(2) }
      let quote = UInt8(ascii: "\"")
      // Between the quotes is everything but quotes and blanks.
      guard rest.first == quote,
        let end = rest.dropFirst().firstIndex(where: { $0 <= quote && $0 != UInt8(ascii: "!") }),
        rest[end] == quote
      else { break }
      tags.append((isWeak, String(Substring(rest[...end]))))
      rest = rest[rest.index(after: end)...]
      guard rest.drop(while: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }).first ?? 0x2C == 0x2C else {
        break
      }
    }
    self = .tags(tags)
  }

  /// - Parameter weakly: whether tags that are marked as weak count, too (RFC 9110, section 8.8.3.2).
  func contains(_ tag: EntityTag, weakly: Bool) -> Bool {
    switch self {
    case .any: true
    case .tags(let tags): tags.contains { $0.text == tag.text && (weakly || !$0.isWeak) }
    }
  }
}

// MARK: - Answers

extension Connection {
  /// Answers a request to read with 304 or 412 if its conditions say so.
  ///
  /// - Parameter fields: of the answer 304.
  /// - Returns: whether it was answered.
  func replyToConditions(of request: Request, _ tag: EntityTag, _ fields: [Field]) -> Bool {
    guard let conditions = Preconditions(request) else { return false }
    if !conditions.permitRead(tag) {
      reply(.preconditionFailed, error: .conflict)
      return true
    }
    guard conditions.isCurrent(tag) else { return false }
    reply(.notModified, fields)
    return true
  }
}

extension ErrorReply {
  static var conflict: ErrorReply { ErrorReply("precondition failed: it is not what the client has seen") }
}

extension ConditionalWrite {
  /// The write of a request, with its conditions.
  ///
  /// - Parameter key: names the creation of a task.
  init(_ write: TaskWrite, key: String? = nil, _ request: Request) {
    guard let conditions = Preconditions(request) else {
      self.init(write, key: key)
      return
    }
    self.init(write, key: key) { target in
      switch target {
      case .task(let task): conditions.permitWrite(EntityTag(task, origin: request.origin))
      case .list(let revision):
        // The client may have read the list in either form.
        conditions.permitWrite(
          EntityTag(revision, request, acceptsGzip: false), EntityTag(revision, request, acceptsGzip: true))
      }
    }
  }
}
