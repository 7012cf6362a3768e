import HTTPServer
import Millrace
import Tasks

/// Answers the requests of one loop.
final class TaskHandler: RequestHandler {
  let reader: any TaskReading
  let writes: TaskWrites
  let changes: Changes
  let page: Page
  let log: ProblemLog
  let observation: @Sendable () -> Traffic
  /// Used for one answer after another, so that its memory is allocated once.
  var writer = JSON.Writer(capacity: 1 << 16)
  /// The one that was used last: one request after another is for the same origin.
  var lastFolder = TaskFolder(origin: "")
  /// The answers that wait for a write, by their tickets.
  var waiting: [UInt64: Waiting] = [:]
  var nextTicket: UInt64 = 0
  var subscribers: [ObjectIdentifier: Subscriber] = [:]
  let mailbox = Mailbox<LoopMessage>()
  var heartbeat: Event?
  let longLists: LongLists

  init(
    _ loop: EventLoop, reader: any TaskReading, writes: TaskWrites, changes: Changes, page: Page, log: ProblemLog,
    observation: @escaping @Sendable () -> Traffic
  ) {
    longLists = LongLists(loop)
    self.reader = reader
    self.writes = writes
    self.changes = changes
    self.page = page
    self.log = log
    self.observation = observation
    mailbox.open(loop) { [unowned self] in receive($0) }
    changes.add(mailbox)
    heartbeat = loop.every(.seconds(15)) { [unowned self] in sendHeartbeat() }
  }

  private func receive(_ messages: [LoopMessage]) {
    for message in messages {
      switch message {
      case .outcome(let outcome, let ticket): finish(outcome, ticket: ticket)
      case .change(let change, let id): publish(change, id: id)
      }
    }
  }

  // MARK: Routes

  func handle(_ request: Request, on connection: Connection) {
    if request.method == .options { return connection.reply(.noContent, Self.preflight) }
    switch request.path {
    case "/tasks": handleTasks(request, on: connection)
    case "/events": handleEvents(request, on: connection)
    case "/metrics": handleMetrics(request, on: connection)
    default:
      if let file = page.files[request.path] { return handle(file, request, on: connection) }
      guard let id = Self.taskID(in: request.path) else { return refuseAsMissing(connection) }
      handleTask(id, request, on: connection)
    }
  }

  func answer(_ refusal: Refusal, on connection: Connection) {
    connection.reply(refusal.status, error: ErrorReply(refusal.message))
  }

  private func handleTasks(_ request: Request, on connection: Connection) {
    switch request.method {
    case .get, .head: list(request, on: connection)
    case .post: create(request, on: connection)
    case .delete: clear(request, on: connection)
    default: refuseMethod(allowed: "GET, HEAD, POST, DELETE, OPTIONS", connection)
    }
  }

  private func handleTask(_ id: Int, _ request: Request, on connection: Connection) {
    switch request.method {
    case .get, .head: show(id, request, on: connection)
    case .put: replace(id, request, on: connection)
    case .patch: patch(id, request, on: connection)
    case .delete: perform(.delete(id), for: request, on: connection)
    default: refuseMethod(allowed: "GET, HEAD, PUT, PATCH, DELETE, OPTIONS", connection)
    }
  }

  private func handle(_ file: Page.File, _ request: Request, on connection: Connection) {
    guard isRead(request, connection) else { return }
    let fields: [Connection.Field] = [
      ("ETag", file.tag.text), ("Cache-Control", "no-cache"), ("Content-Security-Policy", Page.securityPolicy),
    ]
    if connection.replyToConditions(of: request, file.tag, fields) { return }
    connection.reply(.ok, fields, type: file.type, body: file.bytes.span)
  }

  /// The number in `/tasks/7`; nil for every other path.
  private static func taskID(in path: String) -> Int? {
    let prefix = "/tasks/"
    guard path.hasPrefix(prefix) else { return nil }
    return Int(digits: path.dropFirst(prefix.count))
  }
}

// MARK: - What many routes have in common

extension TaskHandler {
  static let preflight: [Connection.Field] = [
    ("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"),
    ("Access-Control-Allow-Headers", "Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID"),
    ("Access-Control-Max-Age", "86400"),
  ]

  /// Where the tasks are for whoever sent a request.
  func folder(for request: Request) -> TaskFolder {
    if lastFolder.origin != request.origin { lastFolder = TaskFolder(origin: request.origin) }
    return lastFolder
  }

  /// Whether a request only reads; if not, it has been rejected.
  func isRead(_ request: Request, _ connection: Connection) -> Bool {
    if request.method == .get || request.method == .head { return true }
    refuseMethod(allowed: "GET, HEAD, OPTIONS", connection)
    return false
  }

  func refuseMethod(allowed: String, _ connection: Connection) {
    connection.reply(
      .methodNotAllowed, [("Allow", allowed)], error: ErrorReply("this resource knows the methods \(allowed)"))
  }

  func refuseAsMissing(_ connection: Connection) {
    connection.reply(.notFound, error: ErrorReply("there is nothing at this path"))
  }

  /// Answers when tasks could not be read.
  func refuse(_ error: any Error, _ connection: Connection) {
    log.report(error)
    let problem = error as? StorageProblem ?? .other
    connection.reply(.serviceUnavailable, error: ErrorReply(problem.description))
  }
}
