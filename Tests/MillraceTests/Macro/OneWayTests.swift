import Foundation
import Millrace
import Testing

/// A type without any way to be read.
private struct Cents: Writable, Encodable {
  var number: Int
  func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) { writer.write(value: number) }
  func encode(to encoder: any Encoder) throws { try number.encode(to: encoder) }
}

@Writable(names: .snakeCase)
private struct Invoice: Encodable {
  var totalPrice: Cents
  @Field(.ignored) var cache: [Int]
  var notes: [String]?
}

@Writable
private final class Line {
  let price: Cents
  init(price: Cents) { self.price = price }
}

@Writable(tag: "type")
private enum Event {
  case paid(price: Cents)
  case closed
}

@Readable(unknownFields: .rejected)
private struct Request: Equatable {
  @Field(aliases: "n") var name: String
  @Field(.lossy) var ids: [Int] = []
}

@Readable
private enum Color: String { case red, green }

@Readable(.untagged)
private enum Reference: Equatable {
  case id(Int)
  case name(String)
}

/// A type without any way to be written.
private struct Celsius: Readable, Decodable, Hashable {
  var degrees: Double
  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Celsius {
    Celsius(degrees: try reader.readDouble())
  }
  init(degrees: Double) { self.degrees = degrees }
  init(from decoder: any Decoder) throws { try self.init(degrees: Double(from: decoder)) }
}

@Readable
private struct Place: Decodable, Equatable {
  var name: String
  var today: Celsius?
  var history: [Celsius] = []
  var byDay: [String: Celsius] = [:]
  var visitors: [String: Int]?
  var near: [Place]?
}

@Readable
private final class Region<Item: Equatable & Decodable>: Decodable {
  let items: [Item]
  var best: Item?
}
extension Region: Equatable {
  static func == (one: Region, other: Region) -> Bool { one.items == other.items && one.best == other.best }
}

private enum Sorted: JSON.Style { typealias Layout = JSON.Sorted<JSON.Compact> }

/// Only its reading is generated.
@Readable
private struct Half: Equatable, Writable {
  var number: Int
  func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) { writer.write("number \(number)") }
}

@Serializable
private struct Halves: Equatable { var all: [Half] }

@Writable
private struct Bill: Encodable {
  var prices: [Cents]
  var tip: Cents? = Cents(number: 1)
  var byName: [String: Cents] = [:]
  @Field(.omittedWhenDefault) var level = 1
  var previous: [Bill]?
}

@Writable
private enum Step: Encodable {
  case paid(price: Cents, of: String)
  case other(Cents)
}

@Suite struct OneWayTests {
  @Test func `types for one direction are tables`() {
    let types: [Any.Type] = [
      Request.self, Reference.self, Place.self, Region<Celsius>.self, Half.self, Invoice.self, Line.self, Event.self,
      Bill.self, Step.self,
    ]
    for type in types { #expect(type is any __TableType.Type, "\(type)") }
  }

  @Test(arguments: [
    #"[]"#,
    #"[{"name":"a"}]"#,
    #"[{"name":"a","today":1.5,"history":[1,2],"byDay":{"x":3},"visitors":{"y":4},"near":[{"name":"b","today":null}]}]"#,
    #"[{"near":[{"name":"b"},{"near":null,"name":"c"}],"visitors":null,"byDay":{},"name":"a","more":[{}]}]"#,
    #"[{"name":"a","history":[1,"x"]}]"#, #"[{"name":"a","byDay":{"x":[]}}]"#, #"[{"today":1}]"#,
    #"[{"name":"a","near":[{}]}]"#,
  ])
  func `a table for reading reads what Foundation decodes`(_ text: String) throws {
    let ours = try? JSON.decode([Place].self, from: text)
    let foundations = try? JSONDecoder().decode([Place].self, from: Data(text.utf8))
    #expect(ours == foundations)
    let regions = text.replacingOccurrences(of: "history", with: "items").replacingOccurrences(
      of: "today", with: "best")
    let ourRegions = try? JSON.decode([Region<Celsius>].self, from: regions)
    #expect(ourRegions == (try? JSONDecoder().decode([Region<Celsius>].self, from: Data(regions.utf8))))
  }

  @Test func `a table for writing writes what Foundation encodes`() throws {
    let inner = Bill(prices: [], tip: Cents(number: 4), level: 2)
    let bill = Bill(prices: [Cents(number: 1), Cents(number: 2)], byName: ["a": Cents(number: 3)], previous: [inner])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(try JSON.encode(bill, style: Sorted.self) == Array(encoder.encode(bill)))
    for step in [Step.paid(price: Cents(number: 1), of: "x"), .other(Cents(number: 2))] {
      #expect(try JSON.encode(step, style: Sorted.self) == Array(encoder.encode(step)))
    }
    #expect(try String(decoding: JSON.encode(Bill(prices: [], tip: nil)), as: UTF8.self).contains(#""tip":null"#))
  }

  @Test func `the half of one's own is used with the half that is generated`() throws {
    #expect(try JSON.decode([Half].self, from: #"[{"number":1}]"#) == [Half(number: 1)])
    #expect(try JSON.encode([Half(number: 1)]) == Array(#"["number 1"]"#.utf8))
    let halves = try JSON.decode(Halves.self, from: #"{"all":[{"number":1},{"number":2}]}"#)
    #expect(halves == Halves(all: [Half(number: 1), Half(number: 2)]))
    #expect(try JSON.encode(halves) == Array(#"{"all":["number 1","number 2"]}"#.utf8))
  }

  @Test func `a type that is only written is written as Foundation writes it`() throws {
    let invoice = Invoice(totalPrice: Cents(number: 7), cache: [1], notes: nil)
    #expect(try String(decoding: JSON.encode(invoice), as: UTF8.self) == #"{"total_price":7}"#)
    #expect(try String(decoding: JSONEncoder().encode(invoice), as: UTF8.self) == #"{"total_price":7}"#)
    #expect(try String(decoding: JSON.encode(Line(price: Cents(number: 1))), as: UTF8.self) == #"{"price":1}"#)
    #expect(try String(decoding: JSON.encode(Event.closed), as: UTF8.self) == #"{"type":"closed"}"#)
    #expect(!(Invoice.self is any Readable.Type))
  }

  @Test func `a type that is only read is read as Foundation reads it`() throws {
    #expect(try JSON.decode(Request.self, from: #"{"n":"a","ids":[1,"x",2]}"#) == Request(name: "a", ids: [1, 2]))
    #expect(throws: FormatError.self) { try JSON.decode(Request.self, from: #"{"name":"a","x":1}"#) }
    #expect(try JSON.decode([Color].self, from: #"["red"]"#) == [.red])
    #expect(try JSON.decode([Reference].self, from: #"["red",3]"#) == [.name("red"), .id(3)])
    #expect(!(Request.self is any Writable.Type))
  }
}
