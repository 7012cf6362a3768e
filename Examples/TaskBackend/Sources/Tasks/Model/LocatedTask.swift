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

  private static let fields = FieldTable("\u{2}id\u{5}title\u{9}completed\u{5}order\u{3}url")

  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    writer.beginObject(Self.fields)
    writer.member("\"id\":", at: 0, task.id)
    writer.member("\"title\":", at: 1, task.title)
    writer.member("\"completed\":", at: 2, task.completed)
    writer.memberIfPresent("\"order\":", at: 3, task.order)
    writer.member("\"url\":", at: 4, TaskURL(id: task.id, folder: folder))
    writer.endObject()
  }

  // Compiles the above for JSON, here, where the type is known.
  public func writeJSON(to writer: inout JSON.Writer) { write(to: &writer) }
}

/// Where tasks are found: all but the last component of their URLs.
public struct TaskFolder: Sendable {
  /// Such as `http://localhost:8082/tasks/`.
  let prefix: [UInt8]

  /// - Parameter host: a host with its port, such as `localhost:8082`.
  public init(host: String) { prefix = Array("http://\(host)/tasks/".utf8) }

  /// Such as `http://localhost:8082/tasks/`.
  var url: String { String(decoding: prefix, as: UTF8.self) }

  /// The URL of a task.
  public func url(of id: Int) -> String { url + String(id) }
}

/// A URL that is put together where it is written, with no string in between.
struct TaskURL: Writable {
  let id: Int
  let folder: TaskFolder

  func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    let capacity = folder.prefix.count + 20
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { memory in
      _ = memory.update(fromContentsOf: folder.prefix)
      // Digits from the last one to the first, at the end of the memory; then they move to their place.
      var start = capacity
      var rest = id.magnitude
      repeat {
        start -= 1
        memory[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      let digits = capacity - start
      for index in 0..<digits { memory[folder.prefix.count + index] = memory[start + index] }
      let url = UnsafeBufferPointer(rebasing: memory[..<(folder.prefix.count + digits)])
      writer.writeString(utf8: url.span)
    }
  }

  func writeJSON(to writer: inout JSON.Writer) { write(to: &writer) }
}
