import Testing

@testable import Millrace

@Suite("Setting parts of a tree")
struct SettingTests {
  private let start = #"{"a":{"b":[1,2]},"c":"x"}"#

  /// A pointer, what is set there as JSON, and what comes out; nil where nothing can be set.
  @Test(arguments: [
    ("", "7", "7"),
    ("/a", "7", #"{"a":7,"c":"x"}"#),
    ("/c", "null", #"{"a":{"b":[1,2]},"c":null}"#),
    ("/d", "[]", #"{"a":{"b":[1,2]},"c":"x","d":[]}"#),
    ("/", "1", #"{"a":{"b":[1,2]},"c":"x","":1}"#),
    ("/a/n", "true", #"{"a":{"b":[1,2],"n":true},"c":"x"}"#),
    ("/a/b/0", "9", #"{"a":{"b":[9,2]},"c":"x"}"#),
    ("/a/b/2", "9", #"{"a":{"b":[1,2,9]},"c":"x"}"#),
    ("/a/b/-", "9", #"{"a":{"b":[1,2,9]},"c":"x"}"#),
    ("/a/-", "9", #"{"a":{"b":[1,2],"-":9},"c":"x"}"#),
    ("/a/b/3", "9", nil),
    ("/a/b/01", "9", nil),
    ("/a/b/-/x", "9", nil),
    ("/a/b/0/x", "9", nil),
    ("/c/x", "9", nil),
    ("/n/x", "9", nil),
  ])
  func `a pointer sets what the table says, or nothing`(_ path: String, _ value: String, _ expected: String?) throws {
    let before = try JSON.decode(JSON.Value.self, from: start)
    let value = try JSON.decode(JSON.Value.self, from: value)
    let pointer = try #require(JSON.Pointer(path))
    var bySubscript = before
    bySubscript[pointer] = value
    #expect(bySubscript.description == expected ?? start)
    var byMethod = before
    if expected == nil {
      #expect(throws: FormatError.self) { try byMethod.set(value, at: pointer) }
    } else {
      try byMethod.set(value, at: pointer)
    }
    #expect(byMethod.description == expected ?? start)
    #expect(before.description == start)
  }

  @Test(arguments: [
    ("", "null"),
    ("/a", #"{"c":"x"}"#),
    ("/a/b/0", #"{"a":{"b":[2]},"c":"x"}"#),
    ("/a/b/2", nil),
    ("/a/b/-", nil),
    ("/n", nil),
    ("/c/x", nil),
  ])
  func `setting nil removes`(_ path: String, _ expected: String?) throws {
    let before = try JSON.decode(JSON.Value.self, from: start)
    let pointer = try #require(JSON.Pointer(path))
    var bySubscript = before
    bySubscript[pointer] = nil
    #expect(bySubscript.description == expected ?? start)
    var byMethod = before
    if expected == nil {
      #expect(throws: FormatError.self) { try byMethod.remove(at: pointer) }
    } else {
      #expect(try byMethod.remove(at: pointer) == before[pointer])
    }
    #expect(byMethod.description == expected ?? start)
  }

  @Test func `keys and indices set what they get`() {
    var value: JSON.Value = ["films": [["name": "Alien"]]]
    value["films"]?[0]?["year"] = 1979
    value["films"]?[1] = "two"
    value["films"]?[5] = "nowhere"
    value["films"]?[-1] = "nowhere"
    value["new"] = nil
    #expect(value.description == #"{"films":[{"name":"Alien","year":1979},"two"]}"#)
    value["films"]?[0] = nil
    #expect(value.description == #"{"films":["two"]}"#)
    value["no"]?["such"]?[0] = 1
    value["films"]?["key"] = nil
    #expect(value.description == #"{"films":["two"]}"#)
    var scalar: JSON.Value = 7
    scalar["no"]?["such"] = 1
    scalar["none"] = nil
    #expect(scalar == 7)
    scalar[0] = "nowhere"
    #expect(scalar == 7)
    scalar["key"] = 1
    #expect(scalar.description == #"{"key":1}"#)
  }

  @Test func `a value that is changed in place leaves its copies as they were`() throws {
    struct Stopped: Error {}
    func change(_ value: inout JSON.Value?) throws {
      value?[0] = 9
      throw Stopped()
    }
    var value: JSON.Value = ["a": [1, 2], "b": 3]
    let copy = value
    value["a"]?[1] = 5
    #expect(throws: Stopped.self) { try change(&value["a"]) }
    #expect(value.description == #"{"a":[9,5],"b":3}"#)
    #expect(copy.description == #"{"a":[1,2],"b":3}"#)
  }

  @Test func `setting and removing single members is what a list of pairs does, with and without an index`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for count in [1, 12, 63, 64, 65, 66, 150] {
      var object = JSON.Object((0..<count).map { ("k\($0)", JSON.Value.number(JSON.Number($0))) })
      var pairs = (0..<count).map { (key: "k\($0)", value: $0) }
      for step in 0..<3 * count {
        let key = "k\(random.below(count + 5))"
        let place = pairs.firstIndex { $0.key == key }
        if random.below(3) > 0 {
          object[key] = nil
          if let place { pairs.remove(at: place) }
        } else {
          object[key] = .number(JSON.Number(step))
          if let place { pairs[place].value = step } else { pairs.append((key, step)) }
        }
        mismatches.expect(object.keys, pairs.map(\.key), "\(count) members, step \(step)")
        mismatches.expect(object.map { $0.value.int }, pairs.map(\.value), "\(count) members, step \(step)")
        let other = "k\(random.below(count + 5))"
        mismatches.expect(object[other]?.int, pairs.first { $0.key == other }?.value, "\(count) members, \(other)")
      }
    }
    mismatches.report()
  }

  @Test func `removing from an object keeps it whole, however many members it has`() {
    for count in [3, 12, 13, 14, 63, 64, 65, 100] {
      var object = JSON.Object((0..<count).map { ("k\($0)", JSON.Value.number(JSON.Number($0))) })
      object.removeAll { _, value in value.int.map { $0 % 3 == 0 } ?? false }
      #expect(object.keys == (0..<count).filter { $0 % 3 != 0 }.map { "k\($0)" })
      for index in 0..<count { #expect(object["k\(index)"]?.int == (index % 3 == 0 ? nil : index)) }
    }
  }
}
