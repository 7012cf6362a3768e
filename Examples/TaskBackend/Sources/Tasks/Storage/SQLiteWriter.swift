import MillraceSQLite

/// Changes tasks in a database. There is one for each, and one thread uses it.
public final class SQLiteWriter {
  private let database: SQLite.Database
  private let file: TaskFile
  private let report: (any Error) -> Void

  /// Opens a database, and makes it if it is not there.
  ///
  /// - Parameter report: is given errors, which have details that are not for clients.
  /// - Throws: `SQLite.DatabaseError`.
  public init(_ file: TaskFile, report: @escaping (any Error) -> Void = { _ in }) throws {
    database = try file.openForWriting()
    self.file = file
    self.report = report
  }

  /// Performs writes in their order, in one transaction if that is possible.
  ///
  /// What one of them fails of is not the others' fault: then each has a transaction of its own.
  ///
  /// - Parameter onCommit: is called after each commit with the number of writes in it.
  /// - Returns: what came of each. What has changed is on the disk.
  public func commit(_ writes: [ConditionalWrite], onCommit: (Int) -> Void) -> [TaskOutcome] {
    do {
      try file.check()
      let outcomes = try database.transaction {
        var outcomes: [TaskOutcome] = []
        var hasChanged = false
        for write in writes {
          let outcome =
            try write.earlierOutcome(task: find) ?? objection(to: write, hasChanged) ?? perform(write.write)
          if let key = write.key, case .created(let task) = outcome { try remember(key, task) }
          if outcome.isChange { hasChanged = true }
          outcomes.append(outcome)
        }
        if hasChanged { try database.execute("UPDATE revision SET number = number + 1") }
        return outcomes
      }
      file.commits.add(1, ordering: .releasing)
      // What went to a file that is not there any more is not stored.
      try file.check()
      onCommit(writes.count)
      return outcomes
    } catch {
      if writes.count > 1, StorageProblem(error) != .fileIsGone {
        return writes.flatMap { commit([$0], onCommit: onCommit) }
      }
      report(error)
      return writes.map { _ in .failed(StorageProblem(error)) }
    }
  }

  /// - Parameter hasChanged: whether the transaction has changed the list, which then is that of the next revision.
  private func objection(to write: ConditionalWrite, _ hasChanged: Bool) throws -> TaskOutcome? {
    try write.objection(
      revision: {
        Revision(store: file.store, number: try TaskDatabase.revisionNumber(database) + (hasChanged ? 1 : 0))
      },
      task: find)
  }

  private func perform(_ write: TaskWrite) throws -> TaskOutcome {
    switch write {
    case .create(let draft): return try insert(draft)
    case .replace(let id, let draft): return try update(TodoTask(id: id, draft))
    case .patch(let id, let patch):
      guard var task = try find(id) else { return .missing }
      patch.apply(to: &task)
      return try update(task)
    case .delete(let id):
      return try database.execute("DELETE FROM tasks WHERE id = ?", id) > 0 ? .deleted(id) : .missing
    case .clear(let completedOnly):
      try database.execute("DELETE FROM tasks WHERE completed OR NOT ?", completedOnly)
      return .cleared
    }
  }

  private func insert(_ draft: TaskDraft) throws -> TaskOutcome {
    var rows = try database.query(
      "INSERT INTO tasks (title, completed, \"order\") VALUES (?, ?, ?) RETURNING id, title, completed, \"order\"",
      draft.title.text, draft.completed, draft.order)
    guard let task = try rows.next(TodoTask.self), try rows.next(TodoTask.self) == nil else {
      throw SQLite.DatabaseError(code: .corrupt, message: "an INSERT has inserted nothing")
    }
    return .created(task)
  }

  private func find(_ id: Int) throws -> TodoTask? {
    var rows = try database.query("SELECT id, title, completed, \"order\" FROM tasks WHERE id = ?", id)
    return try rows.next(TodoTask.self)
  }

  /// The task that was created with a key, as it was then.
  private func find(_ key: String) throws -> TodoTask? {
    var rows = try database.query("SELECT id, title, completed, \"order\" FROM keyed_tasks WHERE key = ?", key)
    return try rows.next(TodoTask.self)
  }

  private func remember(_ key: String, _ task: TodoTask) throws {
    try database.execute(
      "INSERT INTO keyed_tasks (key, id, title, completed, \"order\") VALUES (?, ?, ?, ?, ?)", key, task.id,
      task.title.text, task.completed, task.order)
    try database.execute(
      "DELETE FROM keyed_tasks WHERE number <= last_insert_rowid() - ?", ConditionalWrite.maximumKeyCount)
  }

  private func update(_ task: TodoTask) throws -> TaskOutcome {
    let count = try database.execute(
      "UPDATE tasks SET title = ?, completed = ?, \"order\" = ? WHERE id = ?", task.title.text, task.completed,
      task.order, task.id)
    return count > 0 ? .updated(task) : .missing
  }
}
