import CatalogClient
import Foundation
import Testing

private struct Price: Codable, Equatable {
  var amount: Int
  var currency = "none"

  enum CodingKeys: String, CodingKey { case amount }

  init(amount: Int, currency: String) {
    self.amount = amount
    self.currency = currency
  }

  init(from decoder: any Decoder) throws {
    amount = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .amount)
    currency = decoder.userInfo[.currency] as? String ?? "none"
  }
}

@Suite("Coders in a public API")
struct ClientTests {
  private let document = Data(#"{"amount":5}"#.utf8)

  @Test func `default arguments`() throws {
    let price = try Client().load(Price.self, from: document)
    #expect(price == Price(amount: 5, currency: "none"))
    #expect(try Client().save(price) == document)
  }

  @Test func `coders of the caller`() throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try Client(decoder: decoder).load([String: Int].self, from: document) == ["amount": 5])
  }

  @Test func `a subclass`() throws {
    let decoder = CountingDecoder()
    decoder.userInfo = [.currency: "USD"]
    #expect(try Client(decoder: decoder).load(from: document) == Price(amount: 5, currency: "EUR"))
    #expect(decoder.count == 1)
  }

  @Test func `a generic function`() throws {
    let dates = try decodeAll([Data(#"["2026-11-22T10:00:00Z"]"#.utf8)], as: [Date].self, with: CountingDecoder())
    #expect(dates == [[Date(timeIntervalSince1970: 1_795_341_600)]])
  }

  @Test func `a document that is cut short is rejected before a type sees it`() {
    struct Endless: Decodable {
      struct Skip: Decodable {}

      init(from decoder: any Decoder) throws {
        var elements = try decoder.unkeyedContainer()
        while !elements.isAtEnd { if (try? elements.decode(Int.self)) == nil { _ = try? elements.decode(Skip.self) } }
      }
    }
    #expect(throws: DecodingError.self) { try Client().load(Endless.self, from: Data("[1,2".utf8)) }
  }

  #if !swift(>=6)
    /// Swift 5 lets a program store what is not `Sendable`.
    @Test func `user info that is not Sendable`() throws {
      final class Register { var sum = 0 }
      let decoder = Client().decoder
      decoder.userInfo[.currency] = Register()
      #expect(decoder.userInfo[.currency] is Register)
    }
  #endif
}
