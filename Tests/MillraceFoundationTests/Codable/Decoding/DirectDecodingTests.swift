import Foundation
import Millrace
import MillraceFoundation
import TestSupport
import Testing

/// A value that tells how it was read.
private enum Path: Codable, Readable, Writable {
  case direct
  case containers

  init(from decoder: any Decoder) throws {
    _ = try decoder.singleValueContainer().decode(Int.self)
    self = .containers
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(0)
  }

  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Path {
    _ = try reader.read(Int.self)
    return .direct
  }

  func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) { writer.write(0) }
}

@Serializable
private struct Step: Codable {
  var path: Path
  var note: String?
}

/// An ordinary type around annotated ones.
private struct Around<Value: Codable>: Codable {
  var name: String
  var first: Value
  var others: [Value]
  var byName: [String: Value]
  var last: Value?
}

@Suite("FastJSONDecoder: types with @Serializable in other types")
struct DirectDecodingTests {
  private let document = Data(
    #"""
    {"name":"a","first":{"path":1},"others":[{"path":2,"note":"x"},{"note":null,"path":3}],
     "byName":{"b":{"unknown":[{}],"path":4}},"last":{"path":5}}
    """#.utf8)

  @Test func `they are read without containers`() throws {
    let route = try FastJSONDecoder().decode(Around<Step>.self, from: document)
    let steps = [route.first] + route.others + route.byName.values + [try #require(route.last)]
    #expect(steps.map(\.path) == Array(repeating: .direct, count: 5))
    #expect(route.others.map(\.note) == ["x", nil])
  }

  /// Values that the direct path rejects are decoded with containers, which find Foundation's error.
  @Test(arguments: [
    #"{"row":1,"n":"é","numbers":[1,2]}"#, #"{"isTaken":true,"x":[{"row":2}],"row":3}"#, #"{"n":null,"row":1}"#,
    #"{"n":"y","row":1,"label":"x"}"#, #"{"label":"x","row":1,"n":"y"}"#,
  ])
  func `damaged documents have the outcome of Foundation`(_ seat: String) {
    let ticket =
      #"{"id":1,"title":"t","price":1.5,"tags":["a"],"seats":[\#(seat)],"holders":{"b":\#(seat)},"kind":{"plain":{}}}"#
    let folder = #"{"name":"f","folders":[{"name":"g","folders":[]}],"seat":\#(seat)}"#
    expectSameWhenDamaged(Seat.self, seat)
    expectSameWhenDamaged(Ticket.self, ticket)
    expectSameWhenDamaged(Folder.self, folder)
  }

  /// Each byte is left out, and replaced by others; a part of these documents by the scale.
  private func expectSameWhenDamaged<Value: Codable>(_ type: Value.Type, _ text: String) {
    let document = #"{"name":"a","first":\#(text),"others":[\#(text)],"byName":{"b":\#(text)},"last":\#(text)}"#
    var damages: [DecodingCase] = []
    let bytes = Array(document.utf8)
    for index in bytes.indices {
      for replacement in ["", "]", "\"", "1", "n"] {
        let damaged = bytes[..<index] + Array(replacement.utf8) + bytes[(index + 1)...]
        damages.append(
          DecodingCase("\(type), '\(replacement)' at \(index)", Around<Value>.self, data: Data(damaged)))
      }
    }
    var random = SeededGenerator()
    let whole = DecodingCase("\(type)", Around<Value>.self, document)
    expectSameDecoding([whole] + Scale.sample(damages, &random))
  }
}
