import Foundation
import Testing

@testable import Catalog

@Suite("Products")
struct ProductTests {
  private static let json = """
    {
      "id": "00112233-4455-6677-8899-AABBCCDDEEFF",
      "display_name": "Wren & Sons \\u2014 teapot \\ud83e\\uded6",
      "price": {"amount": 1234567890123456.78, "currency": "EUR"},
      "created_at": "2024-02-29T12:00:00Z",
      "discontinued_at": null,
      "availability": "back_ordered",
      "tags": null,
      "stock": {"berlin": 3, "tallinn": 0},
      "thumbnail": "AAECAw==",
      "added_by_the_server_last_week": {"deep": [1, 2, {}]}
    }
    """

  @Test func `everything is read`() throws {
    let product = try API.decode(Product.self, from: Data(Self.json.utf8))
    #expect(product.id == UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
    #expect(product.displayName == "Wren & Sons — teapot 🫖")
    #expect(product.price.amount == Decimal(string: "1234567890123456.78"))
    #expect(product.createdAt == Date(timeIntervalSince1970: 1_709_208_000))
    #expect(product.discontinuedAt == nil)
    #expect(product.availability == .unknown("back_ordered"))
    #expect(product.tags.isEmpty)
    #expect(product.minimumQuantity == 1)
    #expect(product.stock == [.berlin: 3, .tallinn: 0])
    #expect(product.thumbnail == Data([0, 1, 2, 3]))
  }

  @Test func `what is written is read again`() throws {
    let product = try API.decode(Product.self, from: Data(Self.json.utf8))
    #expect(try API.decode(Product.self, from: API.encoder().encode(product)) == product)
  }

  @Test func `the text that is sent`() throws {
    var product = try API.decode(Product.self, from: Data(Self.json.utf8))
    product.displayName = "a/b"
    product.stock = [.porto: 7]
    product.availability = .soldOut
    let text = String(decoding: try API.encoder().encode(product), as: UTF8.self)
    #expect(
      text == #"{"availability":"sold_out","created_at":"2024-02-29T12:00:00Z","display_name":"a/b","#
        + #""id":"00112233-4455-6677-8899-AABBCCDDEEFF","minimum_quantity":1,"#
        + #""price":{"amount":1234567890123456.78,"currency":"EUR"},"stock":{"porto":7},"tags":[],"thumbnail":"AAECAw=="}"#
    )
  }

  @Test func `a page says where the next one is`() throws {
    let json =
      #"{"items":[{"amount":0.1,"currency":"EUR"}],"next_page":"https://example.com/p?page=2","total_count":31}"#
    let page = try API.decode(Page<Price>.self, from: Data(json.utf8))
    #expect(page.items.map(\.amount) == [Decimal(string: "0.1")])
    #expect(page.nextPage?.query() == "page=2")
    #expect(page.totalCount == 31)
  }

  @Test func `the logs say which member was wrong`() {
    let json = Self.json.replacing("\"EUR\"", with: "978")
    let error = #expect(throws: DecodingError.self) { try API.decode(Product.self, from: Data(json.utf8)) }
    guard case .typeMismatch(let type, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(type is String.Type)
    #expect(context.codingPath.map(\.stringValue) == ["price", "currency"])
  }

  @Test func `a missing member is named`() {
    let json = Self.json.replacing("\"currency\"", with: "\"money\"")
    let error = #expect(throws: DecodingError.self) { try API.decode(Product.self, from: Data(json.utf8)) }
    guard case .keyNotFound(let key, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(key.stringValue == "currency")
    #expect(context.codingPath.map(\.stringValue) == ["price"])
  }

  @Test(arguments: ["", "{", "<html>", "[]", "{\"error\":{}}"])
  func `answers that are none are rejected`(_ text: String) {
    #expect(throws: DecodingError.self) { try API.decode(Product.self, from: Data(text.utf8)) }
  }
}
