import HTTPServer
import Millrace
import Tasks

/// The message for subscribers about a change.
struct ChangeEvent: Writable {
  let outcome: TaskOutcome
  let folder: TaskFolder

  /// The name of the event; nil if nothing has changed.
  var name: String? {
    switch outcome {
    case .created: "created"
    case .updated: "updated"
    case .deleted: "deleted"
    case .cleared: "cleared"
    case .missing, .conflicting, .failed: nil
    }
  }

  func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    writer.beginDictionary()
    switch outcome {
    case .created(let task), .updated(let task): write(task, to: &writer)
    case .deleted(let id): write(id: id, to: &writer)
    case .cleared, .missing, .conflicting, .failed: write(id: nil, to: &writer)
    }
    writer.endObject()
  }

  private func write<Writer: FormatWriter & ~Copyable>(id: Int?, to writer: inout Writer) {
    writer.writeKey("kind")
    writer.write(name ?? "")
    guard let id else { return }
    writer.writeKey("id")
    writer.write(id)
  }

  private func write<Writer: FormatWriter & ~Copyable>(_ task: TodoTask, to writer: inout Writer) {
    write(id: task.id, to: &writer)
    writer.writeKey("task")
    writer.write(value: LocatedTask(task, in: folder))
  }
}

extension TaskHandler {
  /// A connection that receives changes.
  struct Subscriber {
    let connection: Connection
    let folder: TaskFolder
  }

  func handleEvents(_ request: Request, on connection: Connection) {
    guard isRead(request, connection) else { return }
    // First of all: a client that has seen the head of the answer hears of everything.
    if request.method != .head { subscribe(connection, folder(for: request)) }
    connection.beginEvents([("Cache-Control", "no-cache")])
  }

  private func subscribe(_ connection: Connection, _ folder: TaskFolder) {
    let id = ObjectIdentifier(connection)
    subscribers[id] = Subscriber(connection: connection, folder: folder)
    changes.subscribers.add(1, ordering: .acquiringAndReleasing)
    connection.onClose = { [unowned self] in
      subscribers[id] = nil
      changes.subscribers.subtract(1, ordering: .acquiringAndReleasing)
    }
  }

  /// Tells all subscribers of this loop.
  func publish(_ outcome: TaskOutcome) {
    for subscriber in subscribers.values {
      do {
        let change = ChangeEvent(outcome: outcome, folder: subscriber.folder)
        guard let name = change.name else { return }
        let data = try JSON.encode(change)
        let event = Array("event: \(name)\ndata: ".utf8) + data + Array("\n\n".utf8)
        subscriber.connection.send(event: event.span)
      } catch {
        // Without one event the client would be wrong about the tasks; without a connection it asks again.
        subscriber.connection.close()
      }
    }
  }

  /// Keeps what is between here and the subscribers from taking the connections for dead.
  func sendHeartbeat() {
    let comment: [UInt8] = Array(": still here\n\n".utf8)
    for subscriber in subscribers.values { subscriber.connection.send(event: comment.span) }
  }
}
