import Testing

@testable import Millrace

@Suite("Instants")
struct InstantTests {
  @Test func `milliseconds of all years are what JavaScript writes`() async throws {
    var random = SeededGenerator()
    let counts = (0..<Scale.count(20_000)).map { _ in Int64(random.below(315_569_520_000_000)) - 62_167_219_200_000 }
    let edges: [Int64] = [
      0, -1, 951_782_399_999, 951_782_400_000, 951_868_800_000, 253_402_300_799_999, -62_167_219_200_000,
    ]
    let instants = (edges + counts).map { Instant($0, unitsPerSecond: 1_000) }
    let answers = try await Node.answers(to: (edges + counts).map { .date(milliseconds: $0) })
    var mismatches = Mismatches()
    for (instant, theirs) in zip(instants, answers) {
      mismatches.expect(try JSON.encode(instant, as: String.self, style: JSON.Rails.self), theirs, "\(instant)")
      mismatches.expect(try JSON.decode(Instant.self, from: theirs), instant, theirs)
    }
    mismatches.report()
  }

  @Test func `every day of four hundred years is read as it was written`() {
    var mismatches = Mismatches()
    for day in 0..<146_097 {
      let instant = Instant(seconds: Int64(day) * 86_400 - 5_000_000_000)
      mismatches.expect(Instant(instant.description), instant, "\(day)")
    }
    mismatches.report()
  }

  @Test(
    arguments: [
      ("1985-04-12T23:20:50.52Z", 482_196_050, 520_000_000), ("1996-12-19T16:39:57-08:00", 851_042_397, 0),
      ("1990-12-31T23:59:60Z", 662_688_000, 0), ("1990-12-31T15:59:60-08:00", 662_688_000, 0),
      ("1937-01-01T12:00:27.87+00:20", -1_041_337_173, 870_000_000), ("0000-01-01T00:00:00Z", -62_167_219_200, 0),
      ("9999-12-31T23:59:59.999999999Z", 253_402_300_799, 999_999_999), ("1970-01-01t00:00:00z", 0, 0),
      ("1970-01-01T00:00:00.1234567890000Z", 0, 123_456_789), ("1970-01-01T00:00:00-00:00", 0, 0),
    ] as [(String, Int64, Int32)])
  func `the examples of RFC 3339 and its corners are read`(_ text: String, _ seconds: Int64, _ nanoseconds: Int32) {
    #expect(Instant(text) == Instant(seconds: seconds, nanoseconds: nanoseconds))
  }

  @Test(arguments: [
    "", "1985-04-12", "1985-04-12T23:20:50", "1985-04-12 23:20:50Z", "1985-4-12T23:20:50Z", "1985-13-12T23:20:50Z",
    "1985-00-12T23:20:50Z", "1985-04-31T23:20:50Z", "1985-02-29T23:20:50Z", "1900-02-29T00:00:00Z",
    "1985-04-00T23:20:50Z",
    "1985-04-12T24:00:00Z", "1985-04-12T23:60:50Z", "1985-04-12T23:20:61Z", "1985-04-12T23:20:50.Z",
    "1985-04-12T23:20:50+24:00", "1985-04-12T23:20:50+0100", "1985-04-12T23:20:50+01", "1985-04-12T23:20:50Z ",
    " 1985-04-12T23:20:50Z", "+1985-04-12T23:20:50Z", "1985-04-12T23:20:50.1234567891Z", "1985-04-12T23:20:50,5Z",
    "１985-04-12T23:20:50Z", "12026-01-01T00:00:00Z",
  ])
  func `everything else is rejected`(_ text: String) {
    #expect(Instant(text) == nil)
    let error = #expect(throws: FormatError.self) { try JSON.decode([Instant].self, from: JSON.encode([text])) }
    #expect(error?.place.path == "/0")
  }

  @Test func `years without a text are rejected when they are written`() {
    for seconds in [253_402_300_800, -62_167_219_201, .max, .min] as [Int64] {
      #expect(throws: FormatError.self) { try JSON.encode(Instant(seconds: seconds)) }
    }
  }

  @Test func `whole counts of units are unchanged after a round trip, and others are rejected`() {
    var random = SeededGenerator()
    for unit in [1, 1_000, 1_000_000, 1_000_000_000] as [Int64] {
      for count in [0, 1, -1, .max, .min, unit, -unit, unit - 1, -unit - 1]
        + (0..<200).map({ _ in Int64(truncatingIfNeeded: random.next()) })
      {
        let instant = Instant(count, unitsPerSecond: unit)
        #expect((0..<1_000_000_000).contains(instant.nanoseconds))
        #expect(instant.count(unitsPerSecond: unit) == count, "\(SeededGenerator.note)")
      }
    }
    #expect(Instant(seconds: 0, nanoseconds: 1).count(unitsPerSecond: 1_000_000) == nil)
    #expect(Instant(seconds: .max).count(unitsPerSecond: 1_000) == nil)
  }
}
