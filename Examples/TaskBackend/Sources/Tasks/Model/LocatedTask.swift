import Millrace

/// A task with the URL that it is found at, which depends on who asks.
///
/// ```json
/// {"id":1,"title":"read","completed":false,"order":3,"url":"http://localhost:8082/tasks/1"}
/// ```
public struct LocatedTask: Writable {
  let task: TodoTask
  let folder: TaskFolder

  public init(_ task: TodoTask, in folder: TaskFolder) {
    self.task = task
    self.folder = folder
  }

  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    writer.write(task, in: folder)
  }

  // Compiles the above for JSON, here, where the type is known.
  public func writeJSON(to writer: inout JSON.Writer) { write(to: &writer) }
}

extension FormatWriter where Self: ~Copyable {
  /// Writes a task from where it is.
  @inline(__always)
  mutating func write(_ task: borrowing TodoTask, in folder: borrowing TaskFolder) {
    write(task: task.id, task.completed, task.order, in: folder) { $0.write(task.title.text) }
  }

  /// Writes a task, wherever its members come from.
  ///
  /// - Parameter writeTitle: writes one string.
  mutating func write(
    task id: Int, _ completed: Bool, _ order: Int?, in folder: borrowing TaskFolder,
    writeTitle: (inout Self) throws -> Void
  ) rethrows {
    let fields = FieldTable("\u{2}id\u{5}title\u{9}completed\u{5}order\u{3}url")
    beginObject(fields)
    writeMember("\"id\":", at: 0, id)
    writeKey("\"title\":", at: 1, of: fields)
    try writeTitle(&self)
    writeMember("\"completed\":", at: 2, completed)
    writeMemberIfPresent("\"order\":", at: 3, order)
    writeKey("\"url\":", at: 4, of: fields)
    folder.withURL(of: id) { writeString(utf8: $0) }
    endObject()
  }
}
