import Foundation
import Testing

@testable import Catalog

@Suite("The start page")
struct FeedTests {
  private static let json = """
    {"blocks": [
       {"type": "banner", "title": "Spring", "image_url": "https://example.com/spring.png"},
       {"title": "New", "product_ids": ["00112233-4455-6677-8899-AABBCCDDEEFF"], "type": "carousel"},
       {"type": "hologram", "depth": 3}
     ],
     "promotions": [{"code": "A", "percent": 5}, {"code": "B"}, null, 7, {"code": "C", "percent": 10}]}
    """

  @Test func `blocks are distinguished by their type`() throws {
    let feed = try API.decode(Feed.self, from: Data(Self.json.utf8))
    #expect(feed.blocks.count == 3)
    guard case .banner(let banner) = feed.blocks[0], case .carousel(let carousel) = feed.blocks[1] else {
      Issue.record("\(feed.blocks)")
      return
    }
    #expect(banner.imageUrl.lastPathComponent == "spring.png")
    #expect(carousel.productIds.count == 1)
    #expect(feed.blocks[2] == .unsupported(type: "hologram"))
  }

  @Test func `promotions that cannot be read are left out`() throws {
    let feed = try API.decode(Feed.self, from: Data(Self.json.utf8))
    #expect(feed.promotions.elements.map(\.code) == ["A", "C"])
    #expect(feed.promotions.dropped == 3)
  }

  @Test func `what is written is read again`() throws {
    let feed = try API.decode(Feed.self, from: Data(Self.json.utf8))
    let again = try API.decode(Feed.self, from: API.encoder().encode(feed))
    #expect(again.blocks == feed.blocks)
    #expect(again.promotions.elements == feed.promotions.elements)
  }

  @Test func `an error in the third block is found there`() {
    let json = Self.json.replacing("\"type\": \"hologram\"", with: "\"type\": null")
    let error = #expect(throws: DecodingError.self) { try API.decode(Feed.self, from: Data(json.utf8)) }
    guard case .valueNotFound(_, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["blocks", "Index 2", "type"])
    #expect(context.codingPath[1].intValue == 2)
  }

  @Test func `what went wrong at the server is thrown`() throws {
    let json = #"{"error":{"code":422,"message":"Unprocessable","field_errors":{"e_mail":["is taken"]}}}"#
    let error = #expect(throws: ErrorEnvelope.self) { try API.decode(Feed.self, from: Data(json.utf8)) }
    // The strategy for keys leaves those of dictionaries as they are.
    #expect(error?.error.fieldErrors == ["e_mail": ["is taken"]])
    #expect(error?.error.code == 422)
  }
}
