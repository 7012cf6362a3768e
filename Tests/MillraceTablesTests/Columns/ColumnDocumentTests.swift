import Foundation
import Testing

@testable import Millrace
@testable import MillraceTables

@Suite("Documents as columns")
struct ColumnDocumentTests {
  /// The rows that a document has somewhere, as JSON.
  private func rows(_ name: String, _ path: String...) throws -> [UInt8] {
    var value = try JSONSerialization.jsonObject(with: Data(try Repository.document(name)))
    for key in path {
      if let index = Int(key) {
        value = try #require(value as? [Any])[index]
      } else {
        value = try #require((value as? [String: Any])?[key])
      }
    }
    if let members = value as? [String: Any] { value = members.keys.sorted().map { members[$0] ?? NSNull() } }
    return Array(try JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed))
  }

  /// What Foundation finds in JSON, without members that are null: columns do not tell them from absent ones.
  private func parsed(_ bytes: [UInt8]) throws -> NSObject {
    func withoutNulls(_ value: Any) -> Any {
      switch value {
      case let object as [String: Any]: object.filter { !($0.value is NSNull) }.mapValues(withoutNulls)
      case let elements as [Any]: elements.map(withoutNulls)
      default: value
      }
    }
    return try #require(withoutNulls(try JSONSerialization.jsonObject(with: Data(bytes))) as? NSObject)
  }

  private func expectEqual(_ rows: [UInt8]) throws {
    let table = try Columns.table(from: rows)
    #expect(try table.count == (parsed(rows) as? [Any])?.count)
    #expect(try parsed(written(table)) == parsed(rows))
  }

  private func written(_ table: Columns.Table) throws -> [UInt8] {
    var reader = Columns.Reader(table)
    var writer = JSON.Writer()
    try forward(from: &reader, to: &writer)
    try writer.finish()
    return [UInt8](json: writer.bytes)
  }

  @Test func `films come back equal`() throws { try expectEqual(try rows("films.json")) }

  @Test func `performances come back equal`() throws {
    let rows = try rows("citm_catalog.json", "performances")
    try expectEqual(rows)
    let table = try Columns.table(from: rows)
    #expect(table["prices"]?.lists?.elements["amount"]?.integers != nil)
    #expect(table["seatCategories"]?.lists?.elements["areas"]?.lists?.elements["areaId"]?.integers?.isEmpty == false)
  }

  private struct Feature: Decodable, Equatable {
    struct Geometry: Decodable, Equatable {
      var coordinates: [[[Double]]]
    }
    var properties: [String: String]
    var geometry: Geometry
  }

  /// Decoded, because `JSONSerialization` does not always give the nearest double.
  @Test func `coordinates come back equal`() throws {
    let rows = try rows("canada.json", "features")
    let table = try Columns.table(from: rows)
    let found = try JSONDecoder().decode([Feature].self, from: Data(try written(table)))
    #expect(try found == JSONDecoder().decode([Feature].self, from: Data(rows)))
    let points = table["geometry"]?["coordinates"]?.lists?.elements.lists?.elements.lists
    #expect(points?.elements.doubles?.count == found.first?.geometry.coordinates.joined().joined().count)
  }

  @Test func `statuses come back equal`() throws {
    let rows = try rows("twitter.json", "statuses")
    try expectEqual(rows)
    let table = try Columns.table(from: rows)
    #expect(table["id"]?.integers?.count == 100)
    // In this document they are always null.
    #expect(table["contributors"]?.values == .unknown)
    #expect(table["retweeted_status"]?["user"]?["name"]?.strings != nil)
  }
}
