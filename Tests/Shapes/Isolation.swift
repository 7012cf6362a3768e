import Foundation
import Millrace

// What says nothing has the isolation of the module.

@Serializable
struct Plain {
  var a: Int
  var b: [String] = []
}

@Serializable
struct PlainCodable: Codable {
  var a: Int
  var b: [String] = []
}

@Serializable(.inlined)
struct Inlined {
  var a: Int
  var b: [Plain] = []
  var c: [Inlined]?
}

@Serializable(.inlined)
struct InlinedCodable: Codable {
  var a: Int
  var b: [PlainCodable] = [PlainCodable(a: 1)]
  var c: PlainName = .first
}

@Serializable(.codable)
struct OnlyCodable: Codable {
  var a: Int
  var b: [String]
}

@Serializable
final class PlainClass: Codable {
  var a = 1
  var inner: PlainCodable?
}

@Serializable
class Base: Codable {
  var a = 1
}

@Serializable
final class Derived: Base {
  var b = 2
}

@Serializable
enum PlainCases: Codable {
  case number(Int)
  case inner(x: PlainCodable)
  case empty
}

@Serializable(tag: "kind")
enum Tagged {
  case circle(radius: Double)
  case empty
}

@Serializable
enum PlainName: String, Codable {
  case first
  case second
}

@Serializable
struct PlainGeneric<Item>: Codable where Item: Codable {
  var item: Item
  var items: [Item]
}

@Serializable(.transparent)
struct Identifier: Codable {
  var value: Int
}

// What belongs to no actor.

@Serializable
nonisolated struct Free {
  var a: Int
  var b: [String] = []
}

@Serializable
nonisolated struct FreeCodable: Codable {
  var a: Int
  var b: [String] = []
}

@Serializable(.inlined)
nonisolated struct FreeInlined {
  var a: Int
  var b: [Free] = []
  var c: [FreeInlined]?
}

@Serializable(.inlined)
nonisolated struct FreeInlinedCodable: Codable {
  var inner: [FreeInlinedCodable] = []
}

@Serializable(.codable)
nonisolated struct FreeOnlyCodable: Codable {
  var a: Int
}

@Serializable
nonisolated final class FreeClass: Codable {
  var a = 1
  var inner: FreeCodable?
}

@Serializable
nonisolated class FreeBase: Codable {
  var a = 1
}

@Serializable
nonisolated final class FreeDerived: FreeBase {
  var b = 2
}

@Serializable
nonisolated enum FreeCases: Codable {
  case number(Int)
  case inner(x: FreeCodable)
  case empty
}

@Serializable(tag: "kind")
nonisolated enum FreeTagged: Codable {
  case circle(radius: Double)
  case empty
}

@Serializable
nonisolated enum FreeName: String, Codable {
  case first
  case second
}

@Serializable
nonisolated struct FreeGeneric<Item>: Codable where Item: Codable {
  var item: Item
}

@Serializable
struct Failure: Error, Codable {
  var code: Int
}

nonisolated struct Surroundings {
  @Serializable
  struct Nested: Codable {
    var a: Int
  }
}

nonisolated extension Surroundings {
  @Serializable
  enum NestedCases: Codable {
    case empty
  }
}

actor Store {
  @Serializable
  struct Entry: Codable {
    var a: Int
    var b: [String] = []
  }

  @Serializable
  enum Event: Codable {
    case opened(Int)
    case closed(x: Entry)
  }

  func copy(_ document: String) throws -> String {
    try JSON.encode(JSON.decode(Entry.self, from: document), as: String.self)
  }
}

// What is isolated to the main actor.

@MainActor
@Serializable
struct Main {
  var a: Int
  var inner: Free?
}

@MainActor
@Serializable
final class MainClass: @MainActor Codable {
  var a = 1
  var inner: Main2?
}

@Serializable
@MainActor
struct Main2: @MainActor Codable {
  var b: Int
}

@MainActor
@Serializable
enum MainCases {
  case main(x: Main2)
  case empty
}

@MainActor
@Serializable
struct MainGeneric<Item> {
  var item: Item
}

nonisolated func checkAnywhere() {
  expectAnywhere(Free.self, #"{"a":1,"b":["x"]}"#)
  expectAnywhere(FreeInlined.self, #"{"a":1,"b":[{"a":2,"b":["x"]}],"c":[{"a":3,"b":[]}]}"#)
  expectCodableAnywhere(FreeInlinedCodable.self, #"{"inner":[{"inner":[]}]}"#)
  expectAnywhere(FreeCodable.self, #"{"a":1,"b":["x"]}"#)
  expectAnywhere(FreeClass.self, #"{"a":1,"inner":{"a":2,"b":[]}}"#)
  expectAnywhere(FreeDerived.self, #"{"b":2,"a":1}"#)
  expectAnywhere(FreeCases.self, #"{"inner":{"x":{"a":2,"b":[]}}}"#)
  expectAnywhere(FreeTagged.self, #"{"kind":"circle","radius":1.5}"#)
  expectAnywhere(FreeName.self, #""second""#)
  expectAnywhere(FreeGeneric<Int>.self, #"{"item":1}"#)
  expectAnywhere(Failure.self, #"{"code":1}"#)
  expectAnywhere(Surroundings.Nested.self, #"{"a":1}"#)
  expectAnywhere(Surroundings.NestedCases.self, #"{"empty":{}}"#)
  expectAnywhere(Store.Entry.self, #"{"a":1,"b":[]}"#)
  expectAnywhere(Store.Event.self, #"{"opened":{"_0":1}}"#)
  expectCodableAnywhere(FreeOnlyCodable.self, #"{"a":1}"#)
  expectCodableAnywhere(FreeCases.self, #"{"number":{"_0":1}}"#)
  expectCodableAnywhere(FreeName.self, #""first""#)
  expectCodableAnywhere(FreeGeneric<Int>.self, #"{"item":1}"#)
  expectCodableAnywhere(Failure.self, #"{"code":1}"#)
  expectCodableAnywhere(Surroundings.Nested.self, #"{"a":1}"#)
  expectCodableAnywhere(Store.Event.self, #"{"opened":{"_0":1}}"#)
}

@MainActor
func checkIsolation() {
  checkAnywhere()
  expect(Plain.self, #"{"a":1,"b":["x"]}"#)
  expect(Inlined.self, #"{"a":1,"b":[{"a":2,"b":["x"]}],"c":[{"a":3,"b":[]}]}"#)
  expectCodable(InlinedCodable.self, #"{"a":1,"b":[{"a":2,"b":["x"]}],"c":"second"}"#)
  expect(PlainCodable.self, #"{"a":1,"b":["x"]}"#)
  expect(PlainClass.self, #"{"a":1,"inner":{"a":2,"b":[]}}"#)
  expect(Derived.self, #"{"b":2,"a":1}"#)
  expect(PlainCases.self, #"{"inner":{"x":{"a":2,"b":[]}}}"#)
  expect(Tagged.self, #"{"kind":"circle","radius":1.5}"#)
  expect(PlainName.self, #""second""#)
  expect(PlainGeneric<Int>.self, #"{"item":1,"items":[2]}"#)
  expect(Identifier.self, "7")
  expect([Plain].self, #"[{"a":1,"b":["x"]}]"#)
  expectCodable(PlainCodable.self, #"{"a":1,"b":["x"]}"#)
  expectCodable(OnlyCodable.self, #"{"a":1,"b":["x"]}"#)
  expectCodable(PlainClass.self, #"{"a":1,"inner":{"a":2,"b":[]}}"#)
  expectCodable(Derived.self, #"{"a":1,"b":2}"#)
  expectCodable(PlainCases.self, #"{"number":{"_0":1}}"#)
  expectCodable(PlainGeneric<Int>.self, #"{"item":1,"items":[2]}"#)
  check(#line, "", #"{"a":1,"inner":{"a":2,"b":[]}}"#) {
    try JSON.encode(JSON.decode(Main.self, from: #"{"a":1,"inner":{"a":2,"b":[]}}"#), as: String.self)
  }
  check(#line, "", #"{"a":1,"inner":{"b":2}}"#) {
    try JSON.encode(JSON.decode(MainClass.self, from: #"{"a":1,"inner":{"b":2}}"#), as: String.self)
  }
  check(#line, "", #"{"main":{"x":{"b":2}}}"#) {
    try JSON.encode(JSON.decode(MainCases.self, from: #"{"main":{"x":{"b":2}}}"#), as: String.self)
  }
  check(#line, "", #"{"item":1}"#) {
    try JSON.encode(JSON.decode(MainGeneric<Int>.self, from: #"{"item":1}"#), as: String.self)
  }
  check(#line, "", #"{"a":1,"inner":{"b":2}}"#) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let value = try JSONDecoder().decode(MainClass.self, from: Data(#"{"a":1,"inner":{"b":2}}"#.utf8))
    return try String(decoding: encoder.encode(value), as: UTF8.self)
  }
}
