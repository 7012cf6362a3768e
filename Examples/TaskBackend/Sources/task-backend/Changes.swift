import HTTPServer
import Synchronization
import Tasks

/// A message from another loop.
enum LoopMessage: Sendable {
  /// What came of a write that the loop has asked for, by the ticket that it gave out.
  case outcome(TaskOutcome, ticket: UInt64)
  /// Something has changed.
  case change(TaskOutcome)
}

/// Tells all loops what has changed.
final class Changes: Sendable {
  private let mailboxes = Mutex<[Mailbox<LoopMessage>]>([])
  /// The subscribed clients of all loops.
  let subscribers = Atomic(0)

  func add(_ mailbox: Mailbox<LoopMessage>) { mailboxes.withLock { $0.append(mailbox) } }

  /// Tells of changes in their order. Calls must be in their order, too.
  func announce(_ outcome: TaskOutcome) {
    guard subscribers.load(ordering: .acquiring) > 0 else { return }
    mailboxes.withLock { mailboxes in
      for mailbox in mailboxes { mailbox.send(.change(outcome)) }
    }
  }
}
