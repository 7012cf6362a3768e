import Foundation
import Millrace
import Testing

@testable import Tasks

@Suite("Tasks as JSON")
struct ModelTests {
  /// What Foundation reads.
  private func object(_ value: some Writable) throws -> NSDictionary {
    let bytes = try JSON.encode(value)
    return try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? NSDictionary)
  }

  @Test func `a task has its URL, and no order if it has none`() throws {
    let folder = TaskFolder(origin: "http://localhost:8082")
    for id in [0, 7, 10, 99, 100, Int.max] {
      let task = TodoTask(id: id, TaskDraft(title: Title("a \"b\" \u{1F600}")))
      #expect(
        try object(LocatedTask(task, in: folder)) == [
          "id": id, "title": "a \"b\" \u{1F600}", "completed": false, "url": "http://localhost:8082/tasks/\(id)",
        ])
    }
    let task = TodoTask(id: 1, TaskDraft(title: Title("t"), completed: true, order: -5))
    #expect(
      try object(LocatedTask(task, in: folder)) == [
        "id": 1, "title": "t", "completed": true, "order": -5, "url": "http://localhost:8082/tasks/1",
      ])
  }

  @Test func `a patch tells null from what is not there`() throws {
    func patched(_ json: String) throws -> TodoTask {
      var task = TodoTask(id: 1, TaskDraft(title: Title("t"), completed: true, order: 3))
      try JSON.decode(TaskPatch.self, from: json).apply(to: &task)
      return task
    }
    #expect(try patched("{}").order == 3)
    #expect(try patched(#"{"order":null}"#).order == nil)
    #expect(
      try patched(#"{"order":4,"id":9,"url":[1]}"#)
        == TodoTask(id: 1, TaskDraft(title: Title("t"), completed: true, order: 4)))
    #expect(try patched(#"{"title":"u","completed":false}"#) == TodoTask(id: 1, TaskDraft(title: Title("u"), order: 3)))
  }

  @Test(arguments: [
    (#"{"title":""}"#, "/title"), (#"{"title":null}"#, "/title"), (#"{"title":1}"#, "/title"),
    (#"{"completed":null}"#, "/completed"), (#"{"completed":1}"#, "/completed"), (#"{"order":1.5}"#, "/order"),
    (#"{"order":9223372036854775808}"#, "/order"), (#"[]"#, ""),
  ])
  func `an error names the field`(json: String, path: String) {
    let error = #expect(throws: FormatError.self) { try JSON.decode(TaskPatch.self, from: json) }
    #expect(error?.place.path == path)
  }

  @Test func `a title has at most ten thousand bytes`() throws {
    func draft(_ count: Int) throws -> TaskDraft {
      try JSON.decode(TaskDraft.self, from: "{\"title\":\"\(String(repeating: "é", count: count))\"}")
    }
    #expect(try draft(5000).title.text.utf8.count == 10_000)
    #expect(throws: FormatError.self) { try draft(5001) }
  }
}
