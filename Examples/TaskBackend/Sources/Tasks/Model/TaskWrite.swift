/// Something that changes tasks.
public enum TaskWrite: Sendable {
  case create(TaskDraft)
  case replace(Int, TaskDraft)
  case patch(Int, TaskPatch)
  case delete(Int)
  case clear(completedOnly: Bool)
}

extension TaskWrite {
  /// The task that is changed; nil if it is the list.
  var id: Int? {
    switch self {
    case .create, .clear: nil
    case .replace(let id, _), .patch(let id, _), .delete(let id): id
    }
  }
}

/// A write that is performed only if what it changes is what a client has seen. The condition is evaluated in the
/// transaction of the write.
public struct ConditionalWrite: Sendable {
  /// What a write changes.
  public enum Target: Sendable {
    case task(TodoTask)
    case list(Revision)
  }

  public let write: TaskWrite
  /// Whether the target is as it should be; nil if that does not matter.
  let condition: (@Sendable (Target) -> Bool)?
  /// What a client calls the creation of a task, so that it is performed once however often the client asks for it.
  let key: String?

  /// - Parameter key: only counts for the creation of a task.
  public init(_ write: TaskWrite, key: String? = nil, if condition: (@Sendable (Target) -> Bool)? = nil) {
    self.write = write
    self.key = key
    self.condition = condition
  }

  /// How many keys a store remembers: those that were used last.
  static var maximumKeyCount: Int { 4096 }

  /// What came of the write when it was asked for with the same key before; nil if it was not.
  ///
  /// - Parameter task: finds the task that was created with a key, as it was then.
  func earlierOutcome(task: (String) throws -> TodoTask?) rethrows -> TaskOutcome? {
    guard let key, case .create(let draft) = write, let task = try task(key) else { return nil }
    return task == TodoTask(id: task.id, draft) ? .createdBefore(task) : .keyReused
  }

  /// What speaks against the write; nil if nothing does.
  ///
  /// - Parameter task: finds the task that is changed.
  func objection(revision: () throws -> Revision, task: (Int) throws -> TodoTask?) rethrows -> TaskOutcome? {
    guard let condition else { return nil }
    guard let id = write.id else { return condition(.list(try revision())) ? nil : .conflicting }
    guard let task = try task(id) else { return .missing }
    return condition(.task(task)) ? nil : .conflicting
  }
}

/// What came of a write.
public enum TaskOutcome: Sendable {
  case created(TodoTask)
  /// The task was created by an earlier write with the same key, and nothing has changed now.
  case createdBefore(TodoTask)
  /// Nothing has changed, because the key of the write belongs to an earlier write with other contents.
  case keyReused
  case updated(TodoTask)
  case deleted(Int)
  case cleared
  /// There is no such task, and nothing has changed.
  case missing
  /// Nothing has changed, because a condition of the write is not met.
  case conflicting
  /// Nothing has changed, for a reason that is none of the client's.
  case failed(StorageProblem)

  /// Whether anything may have changed.
  public var isChange: Bool {
    switch self {
    case .created, .updated, .deleted, .cleared: true
    case .createdBefore, .keyReused, .missing, .conflicting, .failed: false
    }
  }
}
