import Foundation
import Millrace

@Serializable
struct Spelled {
  var `two words`: Int
  var `default`: Inner
  var `class`: String = "c" + "d"
  @Field(.nullAsDefault) var `3rd`: Inner = Inner(a: 0)
}

@Serializable
struct SpelledCodable: Codable {
  var `two words`: Int
  var `in`: [String]?
}

@Serializable
final class SpelledClass {
  var `two words`: Inner
  var `init`: Int

  init() { (`two words`, `init`) = (Inner(a: 1), 2) }
}

@Serializable
enum SpelledCases {
  case `two words`(`a b`: Inner)
  case `default`(Inner?)
}

@Serializable
enum NamesOfMembers: String {
  case kinds
  case fieldTable
  case read
}

@Serializable
enum CasesOfMembers {
  case kinds
  case fieldTable(Int)
  case read
  case write(reader: Int)
}

@Serializable
struct FieldsOfMembers: Codable {
  var kinds: Int
  var fieldTable: Int
  var read: Int
  var write: String
  var reader: Int
  var writer: Inner2
  var search: [Int]
  var found: Int?
  var encoder: Int
  var decoder: Int
  var container: Int
}

@Serializable
struct Inner2: Codable {
  var a: Int
}

func checkNames() {
  expect(
    Spelled.self, #"{"two words":1,"default":{"a":2}}"#,
    writes: #"{"two words":1,"default":{"a":2},"class":"cd","3rd":{"a":0}}"#)
  expect(SpelledCodable.self, #"{"two words":1,"in":["x"]}"#)
  expectCodable(SpelledCodable.self, #"{"in":["x"],"two words":1}"#)
  expect(SpelledClass.self, #"{"two words":{"a":3},"init":4}"#)
  expect(SpelledCases.self, #"{"two words":{"a b":{"a":1}}}"#)
  expect(SpelledCases.self, #"{"default":{"_0":{"a":1}}}"#)
  expect(NamesOfMembers.self, #""kinds""#)
  expect(CasesOfMembers.self, #"{"kinds":{}}"#)
  expect(CasesOfMembers.self, #"{"fieldTable":{"_0":1}}"#)
  expect(CasesOfMembers.self, #"{"write":{"reader":1}}"#)
  let members =
    #"{"container":9,"decoder":8,"encoder":7,"fieldTable":1,"kinds":0,"read":2,"reader":4,"search":[6],"write":"w","writer":{"a":5}}"#
  expectCodable(FieldsOfMembers.self, members)
}
