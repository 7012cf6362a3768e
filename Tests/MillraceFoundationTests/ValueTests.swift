import Foundation
import Millrace
import MillraceFoundation
import Testing

@Serializable
private struct Order: Equatable {
  var id: UUID
  var placed: Date
  var total: Decimal
  var receipt: Data
  var link: URL
  var shares: [UUID: Int] = [:]
}

private enum Seconds: JSON.Style { typealias Dates = UnixSeconds }

@Suite("Foundation's values")
struct ValueTests {
  @Test func `the localized description of an error is its text`() {
    let error = #expect(throws: FormatError.self) { try JSON.decode([Int].self, from: "[1,x]") }
    #expect(error?.localizedDescription == error?.description)
    #expect(
      (error as (any Error)?)?.localizedDescription
        == "line 1, column 4 (byte 3), at /1: unexpected 'x'; expected an integer")
    #expect((error as (any Error)? as NSError?)?.localizedDescription == error?.description)
  }

  @Test func `an error has the domain, the code and the index of Foundation's errors about documents`() throws {
    let document = Data("[1,x]".utf8)
    let error = #expect(throws: DecodingError.self) { try FastJSONDecoder().decode([Int].self, from: document) }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("another error")
      return
    }
    let cause = try #require(context.underlyingError as NSError?)
    #expect(cause.domain == NSCocoaErrorDomain)
    #expect(cause.code == 3840)
    #expect(cause.userInfo["NSJSONSerializationErrorIndex"] as? Int == 3)
    #expect(cause.userInfo["NSDebugDescription"] as? String == cause.localizedDescription)
  }

  private let id = UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF")

  @Test func `they are written as people expect and come back`() throws {
    let order = Order(
      id: try #require(id), placed: Date(timeIntervalSince1970: 1_000_000_000.5),
      total: try #require(Decimal(string: "12345678901234567890.12")), receipt: Data([0, 1, 255]),
      link: try #require(URL(string: "https://example.com/a?b=c")), shares: [try #require(id): 2])
    let text = try JSON.encode(order, as: String.self)
    #expect(
      text
        == #"{"id":"00112233-4455-6677-8899-AABBCCDDEEFF","placed":"2001-09-09T01:46:40.500Z","#
        + #""total":12345678901234567890.12,"receipt":"AAH/","link":"https://example.com/a?b=c","#
        + #""shares":{"00112233-4455-6677-8899-AABBCCDDEEFF":2}}"#)
    #expect(try JSON.decode(Order.self, from: text) == order)
    let value = try JSON.decode(JSON.Value.self, from: text)
    #expect(try value.decode(Order.self) == order)
  }

  @Test func `every date comes back to the bit, and one of whole milliseconds with three digits`() throws {
    var random = SystemRandomNumberGenerator()
    let seed = UInt64.random(in: 0...UInt64.max, using: &random)
    var state = seed
    for index in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let interval = Double(Int64(truncatingIfNeeded: state) >> 30) / (index % 2 == 0 ? 1 : 1000.0)
      let date = Date(timeIntervalSinceReferenceDate: interval)
      let text = try JSON.encode(date, as: String.self)
      #expect(try JSON.decode(Date.self, from: text) == date, "\(seed)")
      let millisecond = try #require(
        Instant(date).map { Instant(seconds: $0.seconds, nanoseconds: $0.nanoseconds / 1_000_000 * 1_000_000) })
      #expect(Instant(Date(millisecond)) == millisecond, "\(seed)")
    }
  }

  @Test func `a style selects the representation of dates`() throws {
    let date = Date(timeIntervalSince1970: 86_400)
    #expect(try JSON.encode([date], as: String.self, style: Seconds.self) == "[86400]")
    #expect(try JSON.decode([Date].self, from: "[86400]", style: Seconds.self) == [date])
  }

  @Test func `values that no document can express are rejected`() {
    for interval in [Double.nan, .infinity, 1e30] {
      #expect(throws: FormatError.self) { try JSON.encode(Date(timeIntervalSinceReferenceDate: interval)) }
    }
    #expect(throws: FormatError.self) { try JSON.encode(Decimal.nan) }
  }

  @Test(arguments: ["1e200", "1e-200", "1234567890123456789012345678901234567890123", "0.1e-130"])
  func `numbers that no decimal holds are rejected`(_ text: String) {
    #expect(throws: FormatError.self) { try JSON.decode(Decimal.self, from: text) }
  }

  @Test(arguments: ["0", "-0.001", "1e3", "123456789012345678901234567890.12345678", "10", "100e-2"])
  func `decimals are read to the digit`(_ text: String) throws {
    #expect(try JSON.decode(Decimal.self, from: text) == Decimal(string: text))
  }

  @Test(arguments: [0, -0.0, 0.1, 1.5, 1e20, .pi, .greatestFiniteMagnitude, .leastNonzeroMagnitude] as [CGFloat])
  func `lengths are written as the number of the platform`(_ length: CGFloat) throws {
    let text = try JSON.encode([length], as: String.self)
    #expect(text == (try JSON.encode([length.native], as: String.self)))
    #expect(try JSON.decode([CGFloat].self, from: text) == [length])
  }

  @Test(arguments: ["\"00112233\"", "\"\"", "1"])
  func `an invalid UUID is rejected with its place`(_ text: String) {
    let error = #expect(throws: FormatError.self) { try JSON.decode([UUID].self, from: "[\(text)]") }
    #expect(error?.place.path == "/0")
  }
}
