import MillraceSQLite

/// Changes tasks in a database. There is one for each, and one thread uses it.
public final class SQLiteWriter {
  private let database: SQLite.Database

  /// Opens a database, and makes it if it is not there.
  ///
  /// - Throws: `SQLite.DatabaseError`.
  public init(path: String) throws { database = try TaskDatabase.openForWriting(path: path) }

  /// Performs writes in their order, in one transaction if that is possible.
  ///
  /// What one of them fails of is not the others' fault: then each has a transaction of its own.
  ///
  /// - Parameter onCommit: is called after each commit with the number of writes in it.
  /// - Returns: what came of each. What has changed is on the disk.
  public func commit(_ writes: [TaskWrite], onCommit: (Int) -> Void) -> [TaskOutcome] {
    do {
      let outcomes = try database.transaction {
        let outcomes = try writes.map(perform)
        if outcomes.contains(where: \.isChange) { try database.execute("UPDATE revision SET number = number + 1") }
        return outcomes
      }
      onCommit(writes.count)
      return outcomes
    } catch {
      if writes.count == 1 { return [.failed(reason: "the write could not be stored: \(error)")] }
      return writes.flatMap { commit([$0], onCommit: onCommit) }
    }
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

  private func update(_ task: TodoTask) throws -> TaskOutcome {
    let count = try database.execute(
      "UPDATE tasks SET title = ?, completed = ?, \"order\" = ? WHERE id = ?", task.title.text, task.completed,
      task.order, task.id)
    return count > 0 ? .updated(task) : .missing
  }
}
