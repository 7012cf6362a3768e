// What threads share, used by eight tasks at once: coders, tables, a provider, a recorder. Built with Thread Sanitizer, the program
// ends with status 66 when it has reported a race.

import Foundation
import Millrace
import MillraceFoundation
import MillraceMeasurement

struct Profile: Codable, Equatable {
  var userName: String
  var numbers: [Int]
}

/// The library makes a table for each of its concrete types.
@Serializable
struct Wrapper<Item> {
  var item: Item
}

let taskCount = 8
let roundCount = 400

/// Runs a closure in all tasks, and ends the process if one of them returns something wrong.
func inAllTasks(_ name: String, _ body: @escaping @Sendable (_ task: Int, _ round: Int) throws -> Bool) async throws {
  let wrong = try await withThrowingTaskGroup(of: Int.self) { group in
    for task in 0..<taskCount {
      group.addTask { try (0..<roundCount).count { round in try !body(task, round) } }
    }
    return try await group.reduce(0, +)
  }
  print("\(name): \(taskCount * roundCount) rounds, \(wrong) of them wrong")
  if wrong > 0 { exit(1) }
}

let decoder = FastJSONDecoder()
decoder.keyDecodingStrategy = .convertFromSnakeCase
let encoder = FastJSONEncoder()
encoder.outputFormatting = .sortedKeys
encoder.keyEncodingStrategy = .convertToSnakeCase

try await inAllTasks("shared coders") { task, round in
  let text = #"{"numbers":[\#(round)],"user_name":"task \#(task)"}"#
  let value = try decoder.decode(Profile.self, from: Data(text.utf8))
  let isDecoded = value == Profile(userName: "task \(task)", numbers: [round])
  return try isDecoded && encoder.encode(value) == Data(text.utf8)
}

try await inAllTasks("errors of shared coders") { _, round in
  do {
    _ = try decoder.decode([Int].self, from: Data("[\(round),{}]".utf8))
    return false
  } catch DecodingError.typeMismatch(_, let context) {
    return context.codingPath.map(\.intValue) == [1]
  }
}

try await inAllTasks("settings that change") { task, round in
  if task == 0 { decoder.userInfo = [CodingUserInfoKey(rawValue: "round")!: round] }
  return try decoder.decode(Profile.self, from: Data(#"{"numbers":[],"user_name":""}"#.utf8)).numbers.isEmpty
}

func encodeNested<Item: Serializable>(_ item: Item, _ depth: Int) throws -> [Int] {
  let count = try JSON.encode(Wrapper(item: item)).count
  return [count] + (depth > 1 ? try encodeNested(Wrapper(item: item), depth - 1) : [])
}

try await inAllTasks("tables of generic types") { task, _ in
  try encodeNested(task, 100) == (1...100).map { 1 + #"{"item":}"#.utf8.count * $0 }
}

let recorder = CoderRecorder()
let provider = CoderProvider(coders: ["api": CoderConfiguration()], observer: recorder.record)
let api = try provider.coder("api")

try await inAllTasks("a provider of which the coders are replaced") { task, round in
  if task == 0 { provider.use(round.isMultiple(of: 2) ? .millrace : .foundation) }
  return try api.decode([Int].self, from: api.encode([task, round])) == [task, round]
}

let callCount = recorder.drain().map(\.durations.count).reduce(0, +)
print("a recorder: \(callCount) calls")
if callCount != 2 * taskCount * roundCount { exit(1) }
