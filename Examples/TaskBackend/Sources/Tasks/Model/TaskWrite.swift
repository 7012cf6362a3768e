/// Something that changes tasks.
public enum TaskWrite: Sendable {
  case create(TaskDraft)
  case replace(Int, TaskDraft)
  case patch(Int, TaskPatch)
  case delete(Int)
  case clear(completedOnly: Bool)
}

/// What came of a write.
public enum TaskOutcome: Sendable {
  case created(TodoTask)
  case updated(TodoTask)
  case deleted(Int)
  case cleared
  /// There is no such task, and nothing has changed.
  case missing
  /// Nothing has changed, because a condition of the write is not met.
  case conflicting
  /// Nothing has changed, for a reason that is none of the client's.
  case failed(reason: String)

  /// Whether anything may have changed.
  public var isChange: Bool {
    switch self {
    case .created, .updated, .deleted, .cleared: true
    case .missing, .conflicting, .failed: false
    }
  }
}
