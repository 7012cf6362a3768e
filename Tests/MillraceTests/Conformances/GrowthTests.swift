import Foundation
import Testing

@testable import Millrace

/// The memory that is reserved for long arrays and dictionaries.
@Suite(.serialized) struct GrowthTests {
  @Test(arguments: [0, 1, 2, 3, 15, 16, 17, 4095, 4096, 4097, 5000, 40_000, 131_072, 131_073, 200_000])
  func `arrays of every length are what Foundation reads`(count: Int) throws {
    let document = Data("[\((0..<count).map { String($0 &* 7919) }.joined(separator: ","))]".utf8)
    #expect(try JSON.decode([Int].self, from: [UInt8](document)) == JSONDecoder().decode([Int].self, from: document))
  }

  @Test(arguments: [0, 1, 7, 8, 9, 31, 32, 33, 1023, 1024, 1025, 2047, 2048, 2049, 40_000, 70_000])
  func `arrays of structures of every length are what Foundation reads`(count: Int) throws {
    // The last elements are longer or shorter than the others, so that estimates are wrong.
    for digits in [1, 2, 15] {
      let elements = (0..<count).map { number in
        let suffix = number < count / 3 ? "" : String(repeating: "0", count: digits)
        return #"{"id":\#(number),"name":"\#(number)\#(suffix)"}"#
      }
      let document = Data("[\(elements.joined(separator: ","))]".utf8)
      let found = try JSON.decode([Row].self, from: [UInt8](document))
      #expect(try found == JSONDecoder().decode([Row].self, from: document))
      #expect(found.capacity <= 4 * found.count + 8)
    }
  }

  @Test(arguments: [1023, 1024, 1025, 5000, 20_000, 33_700, 33_800, 33_900, 100_000])
  func `dictionaries of every length are what Foundation reads`(count: Int) throws {
    let members = (0..<count).map { "\"key \($0 &* 31 % (count - 7))\":\($0)" }.joined(separator: ",")
    let document = Data("{\(members)}".utf8)
    let found = try JSON.decode([String: Int].self, from: [UInt8](document))
    let expected = try #require(JSONSerialization.jsonObject(with: document) as? [String: Int])
    #expect(found.keys.sorted() == expected.keys.sorted())
  }

  @Test func `a large dictionary at the end of readable memory is complete`() throws {
    let members = (0..<5000).map { (key: "key \($0)" + ($0 % 3 == 0 ? "\\u0041" : ""), value: $0) }
    let text = "{\(members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ","))}"
    let found = try GuardedMemory(capacity: text.utf8.count).decode([String: Int].self, from: text.utf8)
    #expect(found.count == members.count)
    for (key, value) in members { #expect(found[key.replacingOccurrences(of: "\\u0041", with: "A")] == value) }
  }

  @Test func `a large dictionary with keys of all kinds is what Foundation reads`() throws {
    let long = String(repeating: "long ", count: 50)
    let kinds = ["", "key ", "\u{e9}\u{2202} ", "e\u{301} ", #"\n\"\u00e9\ud83d\ude00 "#, long]
    let members = (0..<70_000).map { "\"\(kinds[$0 % kinds.count])\($0)\":\"\($0)\"" }
    let document = Data("{\(members.joined(separator: ", "))}".utf8)
    let expected = try #require(JSONSerialization.jsonObject(with: document) as? [String: String])
    #expect(try JSON.decode([String: String].self, from: [UInt8](document)) == expected)
  }

  @Test func `members are ordered as a dictionary stores them`() throws {
    guard ProcessInfo.processInfo.environment["SWIFT_DETERMINISTIC_HASHING"] == nil else { return }
    let keys = (0..<50_000).map { "a key \($0)" }
    var dictionary = [String: Int](minimumCapacity: keys.count)
    // The seed that is assumed if the layout of dictionaries is not known.
    let seed = unsafe unsafeBitCast(dictionary, to: Int.self)
    let hashValues = keys.map { UInt32(truncatingIfNeeded: $0._rawHashValue(seed: seed)) }
    var order = BucketOrder(capacity: dictionary.capacity)
    for hashValue in hashValues { order.count(hashValue) }
    order.addCounts()
    var sorted = keys
    for (key, hashValue) in zip(keys, hashValues) { sorted[order.nextPosition(of: hashValue)] = key }
    #expect(Set(sorted).count == keys.count)
    for key in sorted { dictionary[key] = 0 }
    let places = Dictionary(uniqueKeysWithValues: dictionary.keys.enumerated().map { ($1, $0) })
    // A group has 64 members at most. What finds the last buckets full is stored in the first ones.
    let distances = try sorted.enumerated().map { abs(try #require(places[$1]) - $0) }
    #expect(distances.count { $0 > 128 } < 64)
  }

  @Test func `text has the hash value of its string`() {
    var texts = __KeyTexts()
    for text in ["", "a", "fifteen letters", "more than fifteen letters", "\u{e9}", "e\u{301} and more", "\u{1F600}"] {
      let place = texts.append(text)
      #expect(texts.string(at: place) == text)
      #expect(texts.hashValue(at: place, seed: 7) == UInt32(truncatingIfNeeded: text._rawHashValue(seed: 7)))
    }
  }

  @Test func `copied texts stay where they are`() {
    var texts = __KeyTexts()
    let copied = (0..<20_000).map { number in
      let text = String(repeating: "\(number) ", count: number % 1000 == 0 ? 30_000 : number % 7)
      return (text, texts.append(text))
    }
    #expect(copied.allSatisfy { texts.string(at: $0.1) == $0.0 })
  }

  @Test(arguments: [0, 1, 5, 6, 7, 8, 12, 21, 22, 23, 38, 39, 500, 1029, 1030, 1031, 6000, 40_000, 70_000])
  func `of duplicate keys a dictionary of any length has the last value, or the first one`(count: Int) throws {
    for distinct in [count, count - 1, count / 2, 7] where distinct > 0 {
      let members = (0..<count).map { (key: "key \($0 &* 31 % distinct)", value: $0) }
      let document = Array("{\(members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ","))}".utf8)
      for (rule, keepsFirst) in [(DuplicateKeys.lastWins, false), (.firstWins, true)] {
        let options = JSON.ReadingOptions(duplicateKeys: rule)
        let found = try JSON.decode([String: Int].self, from: document, options: options)
        #expect(found == Dictionary(members.map { ($0.key, $0.value) }) { keepsFirst ? $0 : $1 })
      }
    }
  }

  @Test func `a dictionary that ends in an error gives its members back`() {
    for count in [1, 6, 7, 30, 9000, 70_000] {
      let text = "{" + (0..<count).map { "\"\($0)\":1," }.joined() + "\"x\":x}"
      #expect(throws: FormatError.self) { try JSON.decode([String: Counted].self, from: Array(text.utf8)) }
      #expect(Counted.alive == 0)
    }
  }

  @Test func `a long array before something else does not keep memory for it`() throws {
    let numbers = (0..<10_000).map { "\($0)" }.joined(separator: ",")
    let rest = String(repeating: " ", count: 3_000_000)
    let lists = try JSON.decode([[Int]].self, from: Array("[[\(numbers)],[\(numbers)]\(rest)]".utf8))
    #expect(lists.map(\.count) == [10_000, 10_000])
    #expect(lists.allSatisfy { $0.capacity < 50_000 })
  }

  @Test func `an array that ends in an error gives its elements back`() {
    let text = "[" + String(repeating: "1,", count: 9000) + "x]"
    #expect(throws: FormatError.self) { try JSON.decode([Counted].self, from: Array(text.utf8)) }
    #expect(Counted.alive == 0)
  }
}

/// A value that knows how many of its kind there are.
private final class Counted: Readable {
  nonisolated(unsafe) static var alive = 0
  init() { Self.alive += 1 }
  deinit { Self.alive -= 1 }
  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Counted {
    _ = try reader.readInt()
    return Counted()
  }
}

@Serializable
private struct Row: Codable, Equatable {
  var id: Int
  var name: String
}
