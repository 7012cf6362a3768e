import Foundation
import Millrace
import MillraceFoundation

@Serializable
struct Inner: Equatable {
  var a: Int
}

@Serializable
struct NestedOptionals {
  var x: Inner??
  var y: [Inner]??
  var z: Int??
  var w: [String: Inner]??
  var v: Swift.Optional<Inner>
  var u: Optional<Inner?>
  var t: [Inner??] = []
}

@Serializable
enum Payloads {
  case nested(Inner??)
  case date(x: Date??)
  case chosen(x: Int = isChosen ? 1 : 2)
  case spelled(Swift.Optional<UUID>)
  case both(Swift.Optional<Inner?>, y: [Inner??])
}

nonisolated let isChosen = true

@Serializable
enum Dictionaries<Key: Hashable, Value> {
  case sugared([Key: Value])
  case spelled(x: Dictionary<Key, Value>)
  case optional(x: Swift.Dictionary<Key, Value>?)
}

func checkOptionals() {
  expect(NestedOptionals.self, #"{"t":[]}"#)
  expect(NestedOptionals.self, #"{"x":null,"t":[]}"#, writes: #"{"t":[]}"#)
  expect(
    NestedOptionals.self,
    #"{"x":{"a":1},"y":[{"a":2}],"z":3,"w":{"k":{"a":4}},"v":{"a":5},"u":{"a":6},"t":[{"a":7},null]}"#)
  expect(Payloads.self, #"{"nested":{"_0":{"a":1}}}"#)
  expect(Payloads.self, #"{"nested":{}}"#)
  expect(Payloads.self, #"{"date":{"x":"2024-01-02T03:04:05Z"}}"#)
  expect(Payloads.self, #"{"chosen":{}}"#, writes: #"{"chosen":{"x":1}}"#)
  expect(Payloads.self, #"{"spelled":{"_0":"00000000-0000-0000-0000-000000000001"}}"#)
  expect(Payloads.self, #"{"both":{"_0":{"a":1},"y":[null,{"a":2}]}}"#)
  expect(Dictionaries<String, Int>.self, #"{"sugared":{"_0":{"a":1}}}"#)
  expect(Dictionaries<String, Int>.self, #"{"spelled":{"x":{"a":1}}}"#)
  expect(Dictionaries<String, Int>.self, #"{"optional":{}}"#)
}
