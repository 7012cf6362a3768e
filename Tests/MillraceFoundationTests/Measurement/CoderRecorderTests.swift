import Foundation
import Millrace
import MillraceMeasurement
import TestSupport
import Testing

private struct Hidden {
  struct Inner {}
}

struct Shown<Element> {}

@Suite("The recorder of calls")
struct CoderRecorderTests {
  private struct Failure: Error {}

  private func call(
    _ type: any Any.Type = Int.self, _ operation: CoderOperation = .decode, by implementation: String = "Foundation",
    bytes: Int = 10, duration: Duration = .microseconds(3), error: (any Error)? = nil, isFirstUse: Bool = false
  ) -> CoderCall {
    CoderCall(
      coder: "api", type: type, operation: operation, implementation: implementation, bytes: bytes, duration: duration,
      error: error, isFirstUse: isFirstUse)
  }

  @Test func `calls of a kind are counted together, and other kinds apart`() throws {
    let recorder = CoderRecorder()
    for call in [
      call(isFirstUse: true), call(), call(bytes: 5, duration: .microseconds(9)), call(error: Failure()),
      call(Int.self, .encode), call(String.self), call(by: "Millrace"),
    ] {
      recorder.record(call)
    }
    let measurements = recorder.drain()
    #expect(measurements.count == 5)
    let common = try #require(measurements.first { $0.durations.count == 2 })
    #expect(common.type == "Swift.Int" && common.operation == .decode && common.implementation == "Foundation")
    #expect(common.bytes == 15 && common.failures == 1 && !common.isFirstUse)
    #expect(common.durations.counts.keys.sorted() == [2992, 8960])
    #expect(recorder.drain().isEmpty)
  }

  @Test func `calls from many threads are all counted`() async {
    let recorder = CoderRecorder()
    await withTaskGroup { group in
      for task in 0..<8 {
        group.addTask { for _ in 0..<500 { recorder.record(call(duration: .nanoseconds(task))) } }
      }
    }
    #expect(recorder.drain().map(\.durations.count) == [4000])
  }

  @Test func `lines are unchanged after a round trip`() throws {
    let recorder = CoderRecorder()
    recorder.record(call([String: Hidden].self, duration: .milliseconds(2), isFirstUse: true))
    recorder.record(call(bytes: 0, error: Failure()))
    let path = FileManager.default.temporaryDirectory.appending(path: "calls-\(UUID().uuidString).jsonl")
    defer { try? FileManager.default.removeItem(at: path) }
    try recorder.drain(to: try DescriptorSink(path: path.path()))

    let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
    let objects = try lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let first = try #require(objects.first { $0["isFirstUse"] as? Bool == true })
    #expect(first["coder"] as? String == "api" && first["operation"] as? String == "decode")
    #expect(first["durations"] as? [String: Int] == ["1998848": 1])
    #expect(objects.count == 2 && objects.contains { $0["failures"] as? Int == 1 })
    #expect(try lines.map { try JSON.decode(CoderMeasurement.self, from: String($0)).bytes }.sorted() == [0, 10])
  }

  @Test func `names of types are the same in every process`() {
    #expect(call(Int.self).typeName == "Swift.Int")
    #expect(call(Hidden.self).typeName == "MillraceFoundationTests.Hidden")
    #expect(call(Hidden.Inner.self).typeName == "MillraceFoundationTests.Hidden.Inner")
    #expect(
      call(Shown<[Hidden]>.self).typeName
        == "MillraceFoundationTests.Shown<Swift.Array<MillraceFoundationTests.Hidden>>")
  }
}
