import Millrace
import Synchronization

/// Tasks as values in memory, gone when the process ends.
public final class MemoryStore: Sendable {
  fileprivate struct Contents {
    /// In the order of their ids.
    var tasks: [TodoTask] = []
    var nextID = 1
    var revision: Revision
    var keys = KeyedTasks()

    /// Where a task is; nil if there is none.
    func index(of id: Int) -> Int? {
      let index = tasks.firstIndex(after: id) - 1
      return index >= 0 && tasks[index].id == id ? index : nil
    }
  }

  private let contents: Mutex<Contents>

  public init() {
    contents = Mutex(Contents(revision: Revision(store: .random(in: 0 ... .max), number: 0)))
  }

  /// Changes tasks.
  ///
  /// - Parameter announce: is given the outcome before anybody else can change anything.
  public func perform(_ write: ConditionalWrite, announce: (TaskOutcome) -> Void) -> TaskOutcome {
    contents.withLock { contents in
      let outcome =
        write.earlierOutcome(task: { contents.keys[$0] })
        ?? write.objection(revision: { contents.revision }, task: { contents.task($0) })
        ?? contents.perform(write.write)
      if let key = write.key, case .created(let task) = outcome { contents.keys.add(key, task) }
      if outcome.isChange {
        contents.revision = Revision(store: contents.revision.store, number: contents.revision.number + 1)
        announce(outcome)
      }
      return outcome
    }
  }

  /// All tasks as they are now.
  fileprivate func state() -> (tasks: [TodoTask], revision: Revision) {
    contents.withLock { ($0.tasks, $0.revision) }
  }
}

extension MemoryStore.Contents {
  fileprivate func task(_ id: Int) -> TodoTask? { index(of: id).map { tasks[$0] } }

  fileprivate mutating func perform(_ write: TaskWrite) -> TaskOutcome {
    switch write {
    case .create(let draft):
      let task = TodoTask(id: nextID, draft)
      nextID += 1
      tasks.append(task)
      return .created(task)
    case .replace(let id, let draft): return change(id) { $0 = TodoTask(id: id, draft) }
    case .patch(let id, let patch): return change(id) { patch.apply(to: &$0) }
    case .delete(let id):
      guard let index = index(of: id) else { return .missing }
      tasks.remove(at: index)
      return .deleted(id)
    case .clear(let completedOnly):
      tasks.removeAll { !completedOnly || $0.completed }
      return .cleared
    }
  }

  private mutating func change(_ id: Int, _ body: (inout TodoTask) -> Void) -> TaskOutcome {
    guard let index = index(of: id) else { return .missing }
    body(&tasks[index])
    return .updated(tasks[index])
  }
}

/// The tasks that were created with the keys that were used last.
private struct KeyedTasks {
  private var tasks: [String: TodoTask] = [:]
  /// The keys in the order of their use, in a ring: the next key takes the place of the oldest.
  private var keys: [String] = []
  private var oldest = 0

  subscript(key: String) -> TodoTask? { tasks[key] }

  /// Adds a key that is not there.
  mutating func add(_ key: String, _ task: TodoTask) {
    tasks[key] = task
    if keys.count < ConditionalWrite.maximumKeyCount { return keys.append(key) }
    tasks[exchange(&keys[oldest], with: key)] = nil
    oldest = (oldest + 1) % keys.count
  }
}

extension [TodoTask] {
  /// Where the first task with a greater id is, or their number.
  fileprivate func firstIndex(after id: Int) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].id <= id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

// MARK: - Reading

extension MemoryStore: TaskReading {
  public func revision() -> Revision { contents.withLock { $0.revision } }

  public func task(_ id: Int) -> TodoTask? { contents.withLock { $0.task(id) } }

  public func tasks(_ filter: TaskFilter, in folder: TaskFolder) -> any TaskList {
    let (tasks, revision) = state()
    return MemoryList(tasks, filter, folder, revision)
  }

  public func count() -> Int { contents.withLock { $0.tasks.count } }
}

/// Tasks of an array, which does not change while this list uses it.
private final class MemoryList: TaskList {
  let revision: Revision
  let nextPage: Int?
  private let tasks: [TodoTask]
  private let completed: Bool?
  private let folder: TaskFolder
  private var index: Int
  private let end: Int

  init(_ tasks: [TodoTask], _ filter: TaskFilter, _ folder: TaskFolder, _ revision: Revision) {
    self.tasks = tasks
    self.revision = revision
    self.folder = folder
    completed = filter.completed
    index = filter.after.map { tasks.firstIndex(after: $0) } ?? 0
    (end, nextPage) = Self.end(of: tasks, from: index, filter)
  }

  /// Where a page ends, and the last id on it if more follow.
  private static func end(of tasks: [TodoTask], from start: Int, _ filter: TaskFilter) -> (Int, nextPage: Int?) {
    guard let limit = filter.limit else { return (tasks.count, nil) }
    var left = limit
    var last: Int?
    for index in start..<tasks.count where filter.completed.map({ $0 == tasks[index].completed }) ?? true {
      if left == 0 { return (index, last) }
      left -= 1
      last = tasks[index].id
    }
    return (tasks.count, nil)
  }

  func write(to writer: inout JSON.Writer, untilByteCount count: Int) -> Bool {
    // Not in this object for as long as they are used, where anybody might change them.
    let (tasks, folder) = (tasks, folder)
    while index < end {
      let place = index
      index += 1
      if let completed, tasks[place].completed != completed { continue }
      writer.write(tasks[place], in: folder)
      if writer.bytes.count >= count { return index == end }
    }
    return true
  }
}
