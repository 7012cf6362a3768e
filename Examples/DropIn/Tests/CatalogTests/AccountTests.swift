import Foundation
import Testing

@testable import Catalog

@Suite("Accounts")
struct AccountTests {
  private static let json = #"""
    {"shop_name":"Wren","location":[13.4,52.5],"account":{"id":9007199254740993,"name":"W","last_seen":1700000000.5}}
    """#

  @Test func `a seller has an account`() throws {
    let seller = try API.legacyDecoder().decode(Seller.self, from: Data(Self.json.utf8))
    #expect(seller.id == 9_007_199_254_740_993)
    #expect(seller.lastSeen == Date(timeIntervalSince1970: 1_700_000_000.5))
    #expect(seller.location?.latitude == 52.5)
    #expect(seller.location?.height == nil)
  }

  @Test func `a seller is written with the account inside`() throws {
    let seller = try API.legacyDecoder().decode(Seller.self, from: Data(Self.json.utf8))
    let text = String(decoding: try API.legacyEncoder().encode(seller), as: UTF8.self)
    #expect(
      text == #"{"account":{"id":9007199254740993,"last_seen":1700000000.5,"name":"W"},"location":[13.4,52.5],"#
        + #""shop_name":"Wren"}"#)
  }

  @Test func `a latitude out of range is rejected with its path`() {
    let json = Self.json.replacing("52.5", with: "152.5")
    let error = #expect(throws: DecodingError.self) {
      try API.legacyDecoder().decode(Seller.self, from: Data(json.utf8))
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.first?.stringValue == "location")
  }

  @Test func `a seller without an account is rejected`() {
    #expect(throws: DecodingError.self) {
      try API.legacyDecoder().decode(Seller.self, from: Data(#"{"shop_name":"Wren"}"#.utf8))
    }
  }

  @Test func `weights are in the unit of the session`() throws {
    let decoder = API.legacyDecoder(weights: .ounces)
    let weights = try decoder.decode([String: Weight].self, from: Data(#"{"teapot":2}"#.utf8))
    #expect(weights["teapot"]?.grams == 56.69904625)
    #expect(throws: DecodingError.self) { try API.legacyDecoder().decode(Weight.self, from: Data("2".utf8)) }
  }
}
