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

@Suite struct OneWayTests {
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
