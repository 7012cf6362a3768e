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
    case .createdBefore, .keyReused, .missing, .conflicting, .failed: nil
    }
  }

  func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    writer.beginMap()
    switch outcome {
    case .created(let task), .updated(let task): write(task, to: &writer)
    case .deleted(let id): write(id: id, to: &writer)
    case .cleared, .createdBefore, .keyReused, .missing, .conflicting, .failed: write(id: nil, to: &writer)
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

extension ChangeEvent {
  /// The event as it is sent; empty if nothing has changed.
  func text(id: String) throws -> [UInt8] {
    guard let name else { return [] }
    return try Array("id: \(id)\nevent: \(name)\ndata: ".utf8) + JSON.encode(self) + Array("\n\n".utf8)
  }
}

extension TaskHandler {
  /// A connection that receives changes.
  struct Subscriber {
    let connection: Connection
    let folder: TaskFolder
    /// The number of the last change before the subscription. Changes up to it are in the first message.
    let begin: Int
  }

  /// The most bytes of missed changes that a client is sent: as many as may wait for it.
  private static var maximumReplay: Int { 1 << 18 }

  func handleEvents(_ request: Request, on connection: Connection) {
    guard isRead(request, connection) else { return }
    let fields: [Connection.Field] = [("Cache-Control", "no-cache")]
    if request.method == .head { return connection.beginEvents(fields) }
    // First of all: a client that has seen the head of the answer hears of everything.
    let folder = folder(for: request)
    // An empty id is none, as browsers have it.
    let subscription = subscribe(connection, folder, after: request.lastEventID.flatMap { $0.isEmpty ? nil : $0 })
    connection.beginEvents(fields)
    do {
      let beginning = try Self.beginning(of: subscription, in: folder)
      connection.send(event: beginning.span)
    } catch {
      connection.close()
    }
  }

  private func subscribe(_ connection: Connection, _ folder: TaskFolder, after id: String?) -> Changes.Subscription {
    let subscription = changes.subscribe(after: id)
    let key = ObjectIdentifier(connection)
    subscribers[key] = Subscriber(connection: connection, folder: folder, begin: subscription.number)
    connection.onClose = { [unowned self] in
      subscribers[key] = nil
      changes.unsubscribe()
    }
    return subscription
  }

  /// What a client is sent first: the changes that it has missed. If they are not known any more, or too many, it has
  /// to read the list. If there are none, the id is an event without data, which browsers remember and do not report.
  private static func beginning(of subscription: Changes.Subscription, in folder: TaskFolder) throws -> [UInt8] {
    let reset = Array("id: \(subscription.id)\nevent: reset\ndata: {\"kind\":\"reset\"}\n\n".utf8)
    guard let missed = subscription.missed else { return reset }
    var text: [UInt8] = []
    for (change, id) in missed {
      text += try ChangeEvent(outcome: change.outcome, folder: folder).text(id: id)
      if text.count > maximumReplay { return reset }
    }
    return text.isEmpty ? Array("id: \(subscription.id)\n\n".utf8) : text
  }

  /// Tells all subscribers of this loop.
  func publish(_ change: Change, id: String) {
    for subscriber in subscribers.values where change.number > subscriber.begin {
      do {
        let event = try ChangeEvent(outcome: change.outcome, folder: subscriber.folder).text(id: id)
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
