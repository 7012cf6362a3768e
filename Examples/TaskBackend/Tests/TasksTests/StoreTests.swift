import Foundation
import Millrace
import Testing

@testable import Tasks

/// The stores against a dictionary, which is the simplest store that there is.
@Suite("Stores")
struct StoreTests {
  private struct Model {
    var tasks: [Int: TodoTask] = [:]
    var nextID = 1

    mutating func perform(_ write: TaskWrite) {
      switch write {
      case .create(let draft):
        tasks[nextID] = TodoTask(id: nextID, draft)
        nextID += 1
      case .replace(let id, let draft): if tasks[id] != nil { tasks[id] = TodoTask(id: id, draft) }
      case .patch(let id, let patch):
        if var task = tasks[id] {
          patch.apply(to: &task)
          tasks[id] = task
        }
      case .delete(let id): tasks[id] = nil
      case .clear(let completedOnly): tasks = completedOnly ? tasks.filter { !$0.value.completed } : [:]
      }
    }

    func tasks(_ filter: TaskFilter) -> (page: [TodoTask], nextPage: Int?) {
      let all = tasks.values.sorted { $0.id < $1.id }.filter { task in
        task.id > filter.after ?? 0 && filter.completed ?? task.completed == task.completed
      }
      let page = Array(all.prefix(filter.limit ?? all.count))
      return (page, page.count < all.count ? page.last?.id : nil)
    }
  }

  private struct RandomWrites {
    var random: SeededGenerator

    private mutating func draft() -> TaskDraft {
      TaskDraft(
        title: Title("task \(Int.random(in: 0...999, using: &random)) \u{1F600}"),
        completed: .random(using: &random),
        order: Bool.random(using: &random) ? .random(in: -9...9, using: &random) : nil)
    }

    mutating func next() -> TaskWrite {
      let id = Int.random(in: 0...60, using: &random)
      switch Int.random(in: 0...99, using: &random) {
      case ..<50: return .create(draft())
      case ..<60: return .replace(id, draft())
      case ..<75:
        return .patch(
          id,
          TaskPatch(
            completed: Bool.random(using: &random) ? .to(true) : .none,
            order: Bool.random(using: &random) ? .to(nil) : .none))
      case ..<95: return .delete(id)
      case ..<98: return .clear(completedOnly: true)
      default: return .clear(completedOnly: false)
      }
    }

    mutating func nextFilter() -> TaskFilter {
      TaskFilter(
        completed: [nil, true, false].randomElement(using: &random) ?? nil,
        after: Bool.random(using: &random) ? .random(in: 0...80, using: &random) : nil,
        limit: Bool.random(using: &random) ? .random(in: 1...20, using: &random) : nil)
    }
  }

  private func expect(_ reader: any TaskReading, toBeLike model: Model, _ filter: TaskFilter, seed: UInt64) throws {
    let folder = TaskFolder(origin: "http://a")
    let list = try reader.tasks(filter, in: folder)
    let (page, nextPage) = model.tasks(filter)
    var writer = JSON.Writer()
    writer.beginArray()
    // In pieces, as a slow client would have it.
    while try !list.write(to: &writer, untilByteCount: writer.bytes.count + 1) {}
    writer.endArray()
    try writer.finish()
    let text = writer.bytes.withUnsafeBufferPointer { Data($0) }
    let found = try #require(JSONSerialization.jsonObject(with: text) as? [NSDictionary])
    let expected: [NSDictionary] = page.map { task in
      let dictionary: NSMutableDictionary = [
        "id": task.id, "title": task.title.text, "completed": task.completed, "url": "http://a/tasks/\(task.id)",
      ]
      if let order = task.order { dictionary["order"] = order }
      return dictionary
    }
    #expect(found == expected, "seed \(seed)")
    #expect(list.nextPage == nextPage, "seed \(seed)")
    #expect(try reader.count() == model.tasks.count, "seed \(seed)")
    let id = filter.after ?? 1
    #expect(try reader.task(id) == model.tasks[id], "seed \(seed)")
  }

  @Test func `tasks in memory are those of a dictionary`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var writes = RandomWrites(random: SeededGenerator(seed: seed))
    let store = MemoryStore()
    var model = Model()
    for _ in 0..<1000 {
      let write = writes.next()
      let before = store.revision()
      let outcome = store.perform(ConditionalWrite(write)) { _ in }
      model.perform(write)
      #expect((store.revision() != before) == outcome.isChange, "seed \(seed)")
      try expect(store, toBeLike: model, writes.nextFilter(), seed: seed)
    }
  }

  @Test func `tasks in a database are those of a dictionary, also when it is opened again`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var writes = RandomWrites(random: SeededGenerator(seed: seed))
    let folder = FileManager.default.temporaryDirectory.appending(path: "tasks-\(seed)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "tasks.db").path
    var model = Model()
    var stores: Set<Int> = []
    for _ in 0..<3 {
      let file = TaskFile(path: path)
      let writer = try SQLiteWriter(file)
      let reader = try SQLiteReader(file)
      #expect(stores.insert(try reader.revision().store).inserted)
      for _ in 0..<50 {
        let batch = (0..<Int.random(in: 1...9, using: &writes.random)).map { _ in writes.next() }
        let before = try reader.revision()
        let outcomes = writer.commit(batch.map { ConditionalWrite($0) }) { _ in }
        for write in batch { model.perform(write) }
        #expect((try reader.revision() != before) == outcomes.contains(where: \.isChange), "seed \(seed)")
        try expect(reader, toBeLike: model, writes.nextFilter(), seed: seed)
      }
    }
  }

  @Test func `a list that is read slowly has one state, and other clients see new tasks`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tasks-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "tasks.db").path
    let file = TaskFile(path: path)
    let writer = try SQLiteWriter(file)
    let reader = try SQLiteReader(file)
    _ = writer.commit((1...3).map { ConditionalWrite(.create(TaskDraft(title: Title("\($0)")))) }) { _ in }

    let slow = try reader.tasks(TaskFilter(), in: TaskFolder(origin: "http://a"))
    var text = JSON.Writer()
    text.beginArray()
    #expect(try !slow.write(to: &text, untilByteCount: 10))
    _ = writer.commit([ConditionalWrite(.clear(completedOnly: false))]) { _ in }
    #expect(try reader.count() == 0)
    #expect(try reader.revision() != slow.revision)
    #expect(try slow.write(to: &text, untilByteCount: .max))
    text.endArray()
    try text.finish()
    let tasks = text.bytes.withUnsafeBufferPointer { Data($0) }
    #expect(try (JSONSerialization.jsonObject(with: tasks) as? [NSDictionary])?.count == 3)
  }
}

/// SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, 2014).
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ state >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
}
