import HTTPServer
import Millrace
import Tasks

/// How writes come about.
enum TaskWrites {
  /// At once, on the loop's own thread.
  case memory(MemoryStore)
  /// On a thread of their own, many at a time.
  case database(Committer)
}

extension TaskHandler {
  /// An answer that waits for a write.
  struct Waiting {
    let connection: Connection
    let folder: TaskFolder
    /// Whether the answer has the tag of the task. That to a PUT has none, because what was put is not stored byte by byte
    /// (RFC 9110, section 9.3.4).
    let hasTag: Bool
  }

  func create(_ request: Request, on connection: Connection) {
    if let key = request.idempotencyKey, !Self.isKey(key) {
      let message = "Idempotency-Key is not one key of 1 to 255 visible ASCII characters"
      return connection.reply(.badRequest, error: ErrorReply(message))
    }
    guard let draft = decode(TaskDraft.self, request, connection) else { return }
    perform(.create(draft), key: request.idempotencyKey, for: request, on: connection)
  }

  private static func isKey(_ text: String) -> Bool {
    (1...255).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  func replace(_ id: Int, _ request: Request, on connection: Connection) {
    guard let draft = decode(TaskDraft.self, request, connection) else { return }
    perform(.replace(id, draft), for: request, on: connection)
  }

  func patch(_ id: Int, _ request: Request, on connection: Connection) {
    guard let patch = decode(TaskPatch.self, request, connection) else { return }
    perform(.patch(id, patch), for: request, on: connection)
  }

  /// Deletes all tasks, or with `?done=true` those that are completed.
  func clear(_ request: Request, on connection: Connection) {
    let parameters = request.parameters?.map { "\($0)=\($1)" }
    guard parameters == [] || parameters == ["done=true"] else {
      return connection.reply(.badRequest, error: ErrorReply("the only parameter is done=true"))
    }
    perform(.clear(completedOnly: parameters != []), for: request, on: connection)
  }

  /// Reads the body; if that is not possible, the request has been answered.
  private func decode<Value: Readable>(_ type: Value.Type, _ request: Request, _ connection: Connection) -> Value? {
    if request.hasCodedBody {
      let fields: [Connection.Field] = [("Accept-Encoding", "identity")]
      connection.reply(.unsupportedMediaType, fields, error: ErrorReply("the body must have no content encoding"))
      return nil
    }
    do throws(FormatError) {
      return try JSON.decode(type, from: request.body)
    } catch {
      connection.reply(.badRequest, error: ErrorReply(error))
      return nil
    }
  }

  // MARK: From a write to its answer

  /// - Parameter key: names the creation of a task, which then happens once.
  func perform(_ write: TaskWrite, key: String? = nil, for request: Request, on connection: Connection) {
    let waiting = Waiting(connection: connection, folder: folder(for: request), hasTag: request.method != .put)
    let write = ConditionalWrite(write, key: key, request)
    switch writes {
    case .memory(let store): answer(store.perform(write, announce: changes.announce), waiting)
    case .database(let committer):
      nextTicket += 1
      self.waiting[nextTicket] = waiting
      committer.submit(Committer.Submission(write: write, ticket: nextTicket, sender: mailbox))
    }
  }

  /// Answers a request whose write has come to something.
  func finish(_ outcome: TaskOutcome, ticket: UInt64) {
    guard let waiting = waiting.removeValue(forKey: ticket) else { return }
    answer(outcome, waiting)
  }

  private func answer(_ outcome: TaskOutcome, _ waiting: Waiting) {
    let connection = waiting.connection
    switch outcome {
    case .created(let task): replyAsCreated(task, waiting)
    case .createdBefore(let task): replyAsCreated(task, waiting, [("Idempotent-Replayed", "true")])
    case .keyReused:
      let message = "this Idempotency-Key was used with another task; use a new key for a new request"
      connection.reply(.unprocessableContent, error: ErrorReply(message))
    case .updated(let task):
      connection.reply(.ok, waiting.tag(of: task), task: LocatedTask(task, in: waiting.folder))
    case .deleted, .cleared: connection.reply(.noContent)
    case .conflicting:
      connection.reply(.preconditionFailed, error: .conflict)
    case .missing: refuseAsMissing(connection)
    case .failed(let problem): connection.reply(.serviceUnavailable, error: ErrorReply(problem.description))
    }
  }

  private func replyAsCreated(_ task: TodoTask, _ waiting: Waiting, _ fields: [Connection.Field] = []) {
    let location: Connection.Field = ("Location", waiting.folder.url(of: task.id))
    waiting.connection.reply(
      .created, [location] + waiting.tag(of: task) + fields, task: LocatedTask(task, in: waiting.folder))
  }
}

extension TaskHandler.Waiting {
  fileprivate func tag(of task: TodoTask) -> [Connection.Field] {
    guard hasTag else { return [] }
    return [("ETag", EntityTag(task, origin: folder.origin).text)]
  }
}
