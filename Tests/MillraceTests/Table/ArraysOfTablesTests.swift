import Foundation
import Millrace
import TestSupport
import Testing

@Serializable
private struct Narrow: Codable, Equatable {
  var a: Int8
}

/// 40 bytes: twelve of them fit into the memory for the first elements.
@Serializable
private struct Usual: Codable, Equatable {
  var id: Int
  var name: String
  var tags: [String]?
  var note: Narrow?
}

/// 512 bytes.
@Serializable
private struct Widest: Codable, Equatable {
  var a, b, c, d, e, f, g, h: Eight
}

@Serializable
private struct TooWide: Codable, Equatable {
  var all: Widest
  var more: Int
}

@Serializable
private struct Eight: Codable, Equatable {
  var a, b, c, d, e, f, g, h: Int
}

@Serializable
private struct Empty: Codable, Equatable {}

private final class Token {
  /// Changed by one test only.
  nonisolated(unsafe) static var living = 0

  init() { Self.living += 1 }
  deinit { Self.living -= 1 }
}

private struct TokenOwner: Readable, Writable {
  let token = Token()

  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> TokenOwner {
    _ = try reader.readString()
    return TokenOwner()
  }

  func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) { writer.write("token") }
}

@Serializable
private struct Owned {
  var first: TokenOwner
  var text: String
  var second: TokenOwner?
}

/// Arrays at the top of a document. Their first elements are read into memory of the stack.
@Suite(.serialized) struct ArraysOfTablesTests {
  /// - Parameter few: The number of elements that fit into that memory.
  private func check<Value: Serializable & Codable & Equatable>(few: Int, _ make: (Int) -> Value) throws {
    for count in Set([0, 1, 2, 3, few - 1, few, few + 1, 4 * few, 4 * few + 1]).sorted() where count >= 0 {
      let expected = (0..<count).map(make)
      let data = try JSONEncoder().encode(expected)
      #expect(try JSON.decode([Value].self, from: [UInt8](data)) == expected)
      #expect(try JSON.decode([Value].self, from: String(decoding: data, as: UTF8.self)) == expected)
      var copy = try JSON.decode([Value].self, from: [UInt8](data))
      copy.append(make(count))
      #expect(copy == expected + [make(count)])
    }
  }

  @Test func `arrays of elements of all sizes are those of Foundation`() throws {
    try check(few: 512) { Narrow(a: Int8(truncatingIfNeeded: $0)) }
    try check(few: 12) { number in
      Usual(
        id: number, name: String(repeating: "name", count: number % 7),
        tags: number % 3 == 0 ? nil : ["a", "\(number)"], note: number % 2 == 0 ? Narrow(a: 1) : nil)
    }
    func eight(_ number: Int) -> Eight { Eight(a: number, b: 1, c: 2, d: 3, e: 4, f: 5, g: 6, h: -number) }
    func widest(_ number: Int) -> Widest {
      let all = (0..<8).map { eight(8 * number + $0) }
      return Widest(a: all[0], b: all[1], c: all[2], d: all[3], e: all[4], f: all[5], g: all[6], h: all[7])
    }
    try check(few: 8, eight)
    try check(few: 1, widest)
    try check(few: 0) { TooWide(all: widest($0), more: $0) }
    try check(few: 512) { _ in Empty() }
  }

  @Test func `what was read of a damaged array is released once`() throws {
    for count in [1, 2, 12, 13, 14, 40] {
      let element = #"{"first":"1","text":"a string with storage","second":"2"}"#
      let document = Array("[\(Array(repeating: element, count: count).joined(separator: ","))]".utf8)
      #expect(try JSON.decode([Owned].self, from: document).count == count)
      #expect(Token.living == 0)
      for offset in stride(from: 0, to: document.count, by: count > 2 ? 7 : 1) {
        for byte in [UInt8(ascii: "!"), UInt8(ascii: "\""), UInt8(ascii: "]")] {
          var damaged = document
          damaged[offset] = byte
          _ = try? JSON.decode([Owned].self, from: damaged)
          _ = try? JSON.decode([Owned].self, from: Array(damaged.prefix(offset)))
        }
        #expect(Token.living == 0, "\(count) elements, a damage at \(offset)")
      }
    }
  }
}
