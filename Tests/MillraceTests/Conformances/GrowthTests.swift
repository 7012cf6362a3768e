import Foundation
import Millrace
import Testing

/// The memory that is reserved for long arrays and dictionaries.
@Suite struct GrowthTests {
  @Test(arguments: [0, 1, 2, 3, 15, 16, 17, 4095, 4096, 4097, 5000, 40_000, 131_072, 131_073, 200_000])
  func `arrays of every length are what Foundation reads`(count: Int) throws {
    let document = Data("[\((0..<count).map { String($0 &* 7919) }.joined(separator: ","))]".utf8)
    #expect(try JSON.decode([Int].self, from: [UInt8](document)) == JSONDecoder().decode([Int].self, from: document))
  }

  @Test(arguments: [1023, 1024, 1025, 5000, 20_000])
  func `dictionaries of every length are what Foundation reads`(count: Int) throws {
    let members = (0..<count).map { "\"key \($0 &* 31 % (count - 7))\":\($0)" }.joined(separator: ",")
    let document = Data("{\(members)}".utf8)
    let found = try JSON.decode([String: Int].self, from: [UInt8](document))
    let expected = try #require(JSONSerialization.jsonObject(with: document) as? [String: Int])
    #expect(found.keys.sorted() == expected.keys.sorted())
  }

  @Test func `a long array before something else does not keep memory for it`() throws {
    let numbers = (0..<10_000).map { "\($0)" }.joined(separator: ",")
    let rest = String(repeating: " ", count: 3_000_000)
    let lists = try JSON.decode([[Int]].self, from: Array("[[\(numbers)],[\(numbers)]\(rest)]".utf8))
    #expect(lists.map(\.count) == [10_000, 10_000])
    #expect(lists.allSatisfy { $0.capacity < 50_000 })
  }

  @Test func `an array that ends in an error gives its elements back`() {
    final class Counted: Readable {
      nonisolated(unsafe) static var alive = 0
      init() { Self.alive += 1 }
      deinit { Self.alive -= 1 }
      static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Counted {
        _ = try reader.readInt()
        return Counted()
      }
    }
    let text = "[" + String(repeating: "1,", count: 9000) + "x]"
    #expect(throws: FormatError.self) { try JSON.decode([Counted].self, from: Array(text.utf8)) }
    #expect(Counted.alive == 0)
  }
}
