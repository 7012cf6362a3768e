import Foundation
import Millrace

protocol HasPart {
  associatedtype Part
}

protocol HasWhole {
  associatedtype Whole: HasPart
}

struct Engine: HasPart { typealias Part = Int }
struct Car: HasWhole { typealias Whole = Engine }

@Serializable
struct OfPart<Item: HasPart> {
  var part: Item.Part
  var parts: [Item.Part]
}

@Serializable
struct OfPartOfWhole<Item: HasWhole> {
  var part: Item.Whole.Part
}

@Serializable
struct OfKeys<Key: Hashable, Value> {
  var spelled: Dictionary<Key, Value>
  var sugared: [Key: Value]
  var optional: Swift.Dictionary<Key, Value>?
}

/// It need not be read or written.
struct User {}

@Serializable(.transparent)
struct ID<Entity>: Hashable {
  var raw: Int
}

@Serializable
struct Reference<Entity>: Hashable {
  var raw: Int
}

@Serializable
struct Row {
  var id: ID<User>
  var reference: Reference<User>
  var others: [ID<User>] = []
}

func checkGenerics() {
  expect(OfPart<Engine>.self, #"{"part":1,"parts":[2]}"#)
  expect(OfPartOfWhole<Car>.self, #"{"part":1}"#)
  expect(OfKeys<String, Int>.self, #"{"spelled":{"a":1},"sugared":{"b":2},"optional":{"c":3}}"#)
  expect(Row.self, #"{"id":1,"reference":{"raw":2},"others":[3]}"#)
}
