import Testing

@testable import Millrace

/// Names of at most 127 bytes whose keys are much longer, because every byte of them is escaped.
@Serializable
private struct Controls: Equatable {
  @Field(
    "\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}"
  ) var controls: Int?
  var next: [Controls]?
}

@Suite("Keys that are longer than what is read without a comparison")
struct LongKeyTests {
  private static let key = "\"" + String(repeating: "\\u0001", count: 40) + "\":"

  @Test func `whole documents`() throws {
    let value = Controls(controls: 12, next: [Controls(controls: nil, next: [])])
    let json = try JSON.encode(value, as: String.self)
    #expect(json == "{\(Self.key)12,\"next\":[{\"next\":[]}]}")
    let memory = GuardedMemory(capacity: 4_096)
    for behind in 0...300 {
      #expect(try memory.decode(Controls.self, from: (json + String(repeating: " ", count: behind)).utf8) == value)
    }
  }

  /// Reads documents that end soon after such a key.
  private static func readTruncated() -> [String] {
    let memory = GuardedMemory(capacity: 4_096)
    let text = Array("{\(key)12}".utf8)
    var wrong: [String] = []
    for count in 0..<text.count {
      do {
        _ = try memory.decode(Controls.self, from: text[..<count])
        wrong.append("\(count) bytes are accepted")
      } catch {
        if error.place.offset != count { wrong.append("\(count) bytes: \(error)") }
      }
    }
    return wrong
  }

  @Test func `documents that end soon after such a key`() async {
    await #expect(processExitsWith: .success) {
      let wrong = LongKeyTests.readTruncated()
      #expect(wrong.isEmpty)
    }
  }
}
