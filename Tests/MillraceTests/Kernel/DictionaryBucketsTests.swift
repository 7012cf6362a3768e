import Foundation
import TestSupport
import Testing

@testable import Millrace

/// Members that are written to the storage of a dictionary, beside those that the standard library inserts.
@Suite struct DictionaryBucketsTests {
  @Test func `the layout of this standard library is known`() {
    #expect(layoutOfDictionariesIsKnown)
  }

  @Test(arguments: [64, 65, 100, 1000, 20_000])
  func `random members are those that the standard library inserts`(count: Int) {
    var random = SeededGenerator(#function, part: count)
    for distinct in [1, 7, count / 2, count * 4] {
      let keys = (0..<count).map { _ in key(random.below(distinct)) }
      check(keys) { $0 }
      check(keys) { "a value with storage \($0)" }
      check(keys) { UInt8(truncatingIfNeeded: $0) }
      check(keys) { Wide(number: $0, flag: $0 % 2 == 0, text: "\($0)") }
      check(keys) { _ in Empty() }
    }
  }

  @Test func `all buckets can be full but a quarter, the last ones too`() {
    // Keys whose ideal bucket is among the last eight: the search for a free one continues with the first bucket.
    var dictionary = [String: Int](minimumCapacity: 96)
    let buckets = DictionaryBuckets(of: dictionary)
    let last = (0..<100_000).lazy.map { "key \($0)" }.filter {
      $0._rawHashValue(seed: buckets.seed) & buckets.mask > 119
    }
    let keys = Array(last.prefix(dictionary.capacity))
    insert(keys, into: &dictionary) { $0 }
    #expect(dictionary == Dictionary(uniqueKeysWithValues: zip(keys, 0...)))
    #expect(keys.allSatisfy { dictionary[$0] != nil })
    #expect(dictionary["key of none"] == nil)
  }

  @Test func `keys that are canonically equivalent are one key`() {
    var dictionary = [String: Int](minimumCapacity: 64)
    insert(["\u{e9}t\u{e9} with storage", "e\u{301}te\u{301} with storage", "\u{e9}", "e\u{301}"], into: &dictionary) {
      $0
    }
    #expect(dictionary == ["\u{e9}t\u{e9} with storage": 1, "\u{e9}": 3])
  }

  @Test func `a replaced value is released, and all are with the dictionary`() {
    weak var replaced: NSObject?
    weak var kept: NSObject?
    do {
      var dictionary = [String: NSObject](minimumCapacity: 64)
      let values = [NSObject(), NSObject()]
      (replaced, kept) = (values[0], values[1])
      insert(["a key with storage", "a key with storage"], into: &dictionary) { values[$0] }
      #expect(dictionary.count == 1)
    }
    #expect(replaced == nil)
    #expect(kept == nil)
  }

  @Test func `a dictionary whose storage is made here is as large as one of the standard library`() throws {
    let memory = try #require(DictionaryMemory(of: Wide.self))
    for count in Array(1...200) + [1000, 6144, 6145, 20_000] {
      let keys = (0..<count).map(key)
      var expected = [String: Wide](minimumCapacity: count)
      for (number, key) in keys.enumerated() { expected[key] = Wide(number: number, flag: true, text: key) }
      var found: [String: Wide] = [:]
      unsafe withUnsafeMutablePointer(to: &found) { _ = unsafe memory.makeDictionary(at: $0, capacity: count) }
      insert(keys, into: &found) { Wide(number: $0, flag: true, text: keys[$0]) }
      #expect(found == expected)
      #expect(found.capacity == expected.capacity)
      let copy = found
      found[keys[0]] = nil
      found["another"] = copy[keys[0]]
      #expect(found.count == count && copy == expected)
    }
  }

  // MARK: The naive twin

  private func check<Value: Equatable>(_ keys: [String], _ value: (Int) -> Value) {
    var expected: [String: Value] = [:]
    for (index, key) in keys.enumerated() { expected[key] = value(index) }
    var found = [String: Value](minimumCapacity: keys.count)
    insert(keys, into: &found, value)
    #expect(found == expected, SeededGenerator.note)
    #expect(found.count == expected.count && found.keys.count == Array(found).count)
    // A copy, and members that come and go.
    var copy = found
    for (index, key) in keys.enumerated() where index % 2 == 0 { copy[key] = nil }
    for (index, key) in keys.enumerated() where index % 3 == 0 { copy[key + "!"] = value(index) }
    #expect(found == expected)
    for (index, key) in keys.enumerated() where index % 2 == 0 { expected[key] = nil }
    for (index, key) in keys.enumerated() where index % 3 == 0 { expected[key + "!"] = value(index) }
    #expect(copy == expected, SeededGenerator.note)
  }

  private func insert<Value>(_ keys: [String], into dictionary: inout [String: Value], _ value: (Int) -> Value) {
    let buckets = DictionaryBuckets(of: dictionary)
    for (index, key) in keys.enumerated() {
      let hashValue = UInt32(truncatingIfNeeded: key._rawHashValue(seed: buckets.seed))
      buckets.insert(key, value(index), hashValue: hashValue)
    }
  }

  private func key(_ number: Int) -> String {
    switch number % 4 {
    case 0: "\(number)"
    case 1: "a key with storage \(number)"
    case 2: "cl\u{e9} \(number)"
    default: "cle\u{301} with storage \(number)"
    }
  }
}

private struct Wide: Equatable {
  var number: Int
  var flag: Bool
  var text: String
}

private struct Empty: Equatable {}
