import HTTPServer
import Synchronization
import Tasks

/// The one thread that writes to the database.
///
/// Whatever has come while a commit was under way goes into the next one together: the more there is to be written, the
/// fewer commits each write costs.
final class Committer: @unchecked Sendable {
  /// A write that a loop waits for.
  struct Submission: Sendable {
    let write: ConditionalWrite
    let ticket: UInt64
    let sender: Mailbox<LoopMessage>
  }

  let statistics = Mutex(CommitStatistics())
  private let changes: Changes
  // Used by the thread alone once that runs.
  private let loop: EventLoop
  private let writer: SQLiteWriter
  /// With nil after the last one.
  private let mailbox = Mailbox<Submission?>()
  // Set once, before others know of this object.
  private var thread: WorkerThread?
  private var fileCheck: Event?

  /// - Parameter changes: receive the committed changes.
  /// - Throws: ``SystemFailure``.
  init(_ writer: SQLiteWriter, _ file: TaskFile, _ changes: Changes) throws {
    self.writer = writer
    self.changes = changes
    loop = try EventLoop()
    mailbox.open(loop) { [unowned self] in commit($0) }
    // Readers see it soon, and each write at once.
    fileCheck = loop.every(.milliseconds(250)) { try? file.check() }
    thread = try WorkerThread { [self] in loop.run() }
  }

  /// Has a write performed. The sender receives the result when it is on disk.
  func submit(_ submission: Submission) { mailbox.send(submission) }

  /// Ends the thread, after everything that was submitted.
  func stop() {
    mailbox.send(nil)
    thread?.join()
  }

  private func commit(_ messages: [Submission?]) {
    let submissions = messages.compactMap { $0 }
    if !submissions.isEmpty {
      let outcomes = writer.commit(submissions.map(\.write)) { count in statistics.withLock { $0.record(count) } }
      // First what has changed, then that it is done: who has seen an answer has seen the event.
      for outcome in outcomes where outcome.isChange { changes.announce(outcome) }
      for (submission, outcome) in zip(submissions, outcomes) {
        submission.sender.send(.outcome(outcome, ticket: submission.ticket))
      }
    }
    if submissions.count < messages.count { loop.stop() }
  }
}

/// How many writes went into how many commits.
struct CommitStatistics {
  static let bounds = [1, 2, 4, 8, 16, 32, 64, 128, 256]
  private(set) var writes = 0
  /// How many commits had at most as many writes, and more than fit into the bucket before; the last number is of those
  /// that had more than all of the bounds.
  private(set) var commits = [Int](repeating: 0, count: bounds.count + 1)

  mutating func record(_ count: Int) {
    writes += count
    commits[Self.bounds.firstIndex { count <= $0 } ?? Self.bounds.count] += 1
  }
}
