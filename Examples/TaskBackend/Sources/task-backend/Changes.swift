import HTTPServer
import Synchronization
import Tasks

/// A message from another loop.
enum LoopMessage: Sendable {
  /// What came of a write that the loop has asked for, by the ticket that it gave out.
  case outcome(TaskOutcome, ticket: UInt64)
  /// Something has changed.
  case change(Change, id: String)
}

/// Tells all loops what has changed, and remembers the last changes.
final class Changes: Sendable {
  private struct State {
    var mailboxes: [Mailbox<LoopMessage>] = []
    /// The subscribed clients of all loops.
    var subscriberCount = 0
    var log = ChangeLog()
  }

  /// Where a subscription begins.
  struct Subscription {
    /// The number of the last change so far. Messages follow about all changes with greater numbers.
    let number: Int
    /// The id of the last change so far.
    let id: String
    /// The changes that the client has missed, with their ids. Nil if they are not known any more.
    let missed: [(change: Change, id: String)]?
  }

  private let state = Mutex(State())

  func add(_ mailbox: Mailbox<LoopMessage>) { state.withLock { $0.mailboxes.append(mailbox) } }

  /// Tells of changes in their order. Calls must be in their order, too.
  func announce(_ outcome: TaskOutcome) {
    state.withLock { state in
      let change = state.log.append(outcome)
      guard state.subscriberCount > 0 else { return }
      let id = state.log.id(of: change.number)
      for mailbox in state.mailboxes { mailbox.send(.change(change, id: id)) }
    }
  }

  /// Has changes sent to the loops as long as there are subscribers.
  ///
  /// - Parameter id: of the last change that the client knows of; nil if it asks for the first time.
  func subscribe(after id: String?) -> Subscription {
    state.withLock { state in
      state.subscriberCount += 1
      let log = state.log
      let missed = id.map { log.changes(after: $0) } ?? []
      return Subscription(
        number: log.last, id: log.id(of: log.last), missed: missed?.map { ($0, log.id(of: $0.number)) })
    }
  }

  func unsubscribe() { state.withLock { $0.subscriberCount -= 1 } }
}
