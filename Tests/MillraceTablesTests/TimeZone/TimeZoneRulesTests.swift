import Foundation
import TestSupport
import Testing

@testable import MillraceTables

/// The rules themselves; `TimeZoneTests` of the tool compare local times with those of Python.
@Suite("Files of time zones")
struct TimeZoneRulesTests {
  @Test func `damaged files are rejected`() throws {
    let file = try [UInt8](Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/Europe/Berlin")))
    #expect(TimeZoneRules(tzif: file) != nil)
    for count in 0..<file.count { #expect(TimeZoneRules(tzif: Array(file.prefix(count))) == nil, "\(count) bytes") }
    // No byte leads to a crash, whatever it is.
    var random = SeededGenerator()
    for _ in 0..<5000 {
      var damaged = file
      for _ in 0...random.below(3) { damaged[random.below(damaged.count)] = UInt8(random.below(256)) }
      for local: Int64 in [.min / 4, -1, 1_720_000_000, 253_402_300_800] {
        _ = TimeZoneRules(tzif: damaged)?.seconds(ofLocal: local)
      }
    }
  }

  @Test(arguments: [
    "CET", "CET-1CEST", "CE-1", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.5.0", "CET-1CEST,J0,J1", "<+03", "",
  ])
  func `a malformed rule for later years is rejected`(_ text: String) {
    #expect(TimeZoneRules.YearlyRule(Array(text.utf8)[...]) == nil)
  }
}
