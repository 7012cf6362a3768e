import Testing

@testable import Millrace

/// What Active Support makes of values: `scripts/generate/rails-vectors.rb`.
@Suite("The style of Rails, against Active Support")
struct RailsTests {
  private func vectors(_ kind: String) throws -> [JSON.Value] {
    let document = try JSON.decode(JSON.Value.self, from: Repository.fixture("rails.json"))
    return try #require(document[kind]?.array)
  }

  @Test func `floats`() throws {
    var mismatches = Mismatches()
    for vector in try vectors("floats") {
      let bits = try #require(UInt64(vector[0]?.string ?? "", radix: 16))
      let text = try JSON.encode(Double(bitPattern: bits), as: String.self, style: JSON.Rails.self)
      mismatches.expect(text, vector[1]?.string ?? "", "\(bits)")
    }
    mismatches.report()
  }

  @Test func `strings`() throws {
    var mismatches = Mismatches()
    for vector in try vectors("strings") {
      let string = try #require(vector[0]?.string)
      let text = try JSON.encode(string, as: String.self, style: JSON.Rails.self)
      mismatches.expect(text, vector[1]?.string ?? "", string)
    }
    mismatches.report()
  }

  @Test func `times`() throws {
    var mismatches = Mismatches()
    for vector in try vectors("times") {
      let count = try #require(vector[0]?.number?.integer(as: Int64.self))
      let instant = Instant(count, unitsPerSecond: 1_000_000_000)
      let text = try JSON.encode(instant, as: String.self, style: JSON.Rails.self)
      mismatches.expect(text, vector[1]?.string ?? "", "\(count)")
    }
    mismatches.report()
  }
}
