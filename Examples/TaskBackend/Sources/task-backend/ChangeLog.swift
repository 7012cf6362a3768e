import Tasks

/// Something that has changed, with its number among all changes of this process.
struct Change: Sendable {
  let number: Int
  let outcome: TaskOutcome
}

/// The last changes, so that a client whose connection was lost receives what it has missed.
struct ChangeLog: Sendable {
  private static var maximumCount: Int { 1_000 }
  /// Bytes of all titles together.
  private static var maximumSize: Int { 1 << 20 }

  /// Differs in every process, so that the ids of one process are unknown to another.
  private let process = UInt64.random(in: 0 ... .max)
  /// The changes, after some that were removed.
  private var changes: [Change] = []
  private var removedCount = 0
  private var size = 0
  /// The number of the last change.
  private(set) var last = 0

  mutating func append(_ outcome: TaskOutcome) -> Change {
    last += 1
    let change = Change(number: last, outcome: outcome)
    changes.append(change)
    size += change.size
    while changes.count - removedCount > Self.maximumCount || size > Self.maximumSize {
      size -= changes[removedCount].size
      removedCount += 1
    }
    if removedCount > changes.count / 2 {
      changes.removeFirst(removedCount)
      removedCount = 0
    }
    return change
  }

  /// The changes after the one with an id. Nil if the id is unknown, or if some of them were removed.
  func changes(after id: String) -> ArraySlice<Change>? {
    let number = last - (changes.count - removedCount)
    let prefix = self.id(of: 0).dropLast()
    guard id.hasPrefix(prefix), let known = Int(digits: id.dropFirst(prefix.count)), (number...last).contains(known)
    else { return nil }
    return changes[(removedCount + known - number)...]
  }

  /// The id of a change: `1f2e…-17`.
  func id(of number: Int) -> String { "\(String(process, radix: 16))-\(number)" }
}

extension Change {
  /// The bytes of its title.
  fileprivate var size: Int {
    switch outcome {
    case .created(let task), .updated(let task): task.title.text.utf8.count
    default: 0
    }
  }
}
