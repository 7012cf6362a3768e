import Foundation
import Millrace
import MillraceFoundation

// Names that the shapes use.

let isDebug = false
let isRelease = true
let five = 5
let noNumber: Int? = nil
let words = ["a": 1, "b": 2]

/// The number of calls of `counted(_:)`.
nonisolated(unsafe) var evaluations = 0

/// Returns a value and counts the call.
func counted<Value>(_ value: Value) -> Value {
  evaluations += 1
  return value
}

func throwing(_ value: Int) throws -> Int { value }

infix operator <+> : AssignmentPrecedence
func <+> (left: Int, right: Int) -> Int { left + right }

/// Names of locals in generated code. A default value must get these.
let reader = 101, writer = 102, found = 103, search = 104, index = 105, value = 106, container = 107, decoder = 108
let place = 109, members = 110, objectStart = 111, encoder = 112, values = 113, field = 114

/// The ways in which a value is read and written.
enum Door: String {
  case direct, tree, fast, foundation
  case fastDecode = "fast-decode"
  case foundationDecode = "foundation-decode"
}

@inline(never)
func copy<Value: Serializable>(_ type: Value.Type, _ door: Door, _ text: String) throws -> String {
  switch door {
  case .direct: return try JSON.encode(try JSON.decode(type, from: text), as: String.self)
  case .tree:
    let tree = try JSON.decode(JSON.Value.self, from: text)
    let copy = try JSON.Value.encode(try tree.decode(type))
    return try JSON.encode(copy, as: String.self)
  default: fatalError("the type is not Codable")
  }
}

@inline(never)
func copyCodable<Value: Codable>(_ type: Value.Type, _ door: Door, _ text: String) throws -> String {
  let decoder = door == .fast || door == .fastDecode ? FastJSONDecoder() : JSONDecoder()
  let encoder = door == .fast ? FastJSONEncoder() : JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(try decoder.decode(type, from: Data(text.utf8))), as: UTF8.self)
}

@inline(never)
func copyBoth<Value: Serializable & Codable>(_ type: Value.Type, _ door: Door, _ text: String) throws -> String {
  switch door {
  case .direct, .tree: try copy(type, door, text)
  default: try copyCodable(type, door, text)
  }
}

/// Reads lines with the number of a shape, a door and a document as a JSON string. Prints what each shape writes, or its
/// error.
func copyLines(_ copy: (Int, Door, String) throws -> String) throws {
  while let line = readLine() {
    let parts = line.split(separator: " ", maxSplits: 2)
    let text = try JSON.decode(String.self, from: String(parts[2]))
    guard let shape = Int(parts[0]), let door = Door(rawValue: String(parts[1])) else { fatalError("bad line") }
    evaluations = 0
    let result: String
    do {
      let written = try copy(shape, door, text)
      result = "+\(evaluations) \(try JSON.encode(written, as: String.self))"
    } catch {
      result = "-\(evaluations) \(try JSON.encode("\(error)", as: String.self))"
    }
    print(result)
  }
}

// Raw values.

typealias RawText = String
typealias RawNumber = Swift.Int
protocol TextID: RawRepresentable where RawValue == String { var rawValue: String { get } }
protocol NumberID: RawRepresentable, Codable where RawValue == Int {}
protocol Named {}

// Overloads of an app for a type of its own.

@Serializable
struct Shout: RawRepresentable, Codable { let rawValue: String }

extension KeyedDecodingContainer {
  func decode(_ type: Shout.Type, forKey key: Key) throws -> Shout {
    Shout(rawValue: try decode(String.self, forKey: key).uppercased())
  }
}
