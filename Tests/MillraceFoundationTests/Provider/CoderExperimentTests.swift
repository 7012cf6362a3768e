import Testing

@testable import MillraceFoundation

@Suite("Experiments")
struct CoderExperimentTests {
  /// Ids as they come: alike but for a few digits.
  private let ids = (0..<40_000).map { "user \($0)" }

  private func experiment(_ name: String, _ share: Double) throws -> CoderExperiment {
    try #require(CoderExperiment(name: name, share: share, of: .millrace, against: .foundation))
  }

  /// From the table of the reference implementation: the key is the bytes 00 to 0F and the text those from 00 on.
  @Test(
    arguments: [
      (0, 0x726F_DB47_DD0E_0E31), (1, 0x74F8_39C5_93DC_67FD), (2, 0x0D6C_8009_D9A9_4F5A), (7, 0xAB02_00F5_8B01_D137),
      (8, 0x93F5_F579_9A93_2462), (15, 0xA129_CA61_49BE_45E5), (16, 0x3F2A_CC7F_57C2_9BDB), (63, 0x958A_324C_EB06_4572),
    ] as [(UInt8, UInt64)])
  func `the hash is SipHash-2-4`(_ count: UInt8, _ hash: UInt64) {
    #expect(SipHash.hash(Array(0..<count)) == hash)
  }

  @Test func `a user's share is the hash of experiment and user`() throws {
    // openssl mac -macopt hexkey:000102030405060708090a0b0c0d0e0f -macopt size:8 SIPHASH says 0x8264CC56CB87BD07, which
    // is 0.50935… of 2^64.
    #expect(try experiment("json-2026", 0.5093).isTreated("user 4711") == false)
    #expect(try experiment("json-2026", 0.5094).isTreated("user 4711") == true)
    #expect(try experiment("json-2026", 0.5094).implementation(for: "user 4711").name == "Millrace")
    #expect(try experiment("json-2026", 0.5093).implementation(for: "user 4711").name == "Foundation")
  }

  @Test(arguments: [0, 0.001, 0.1, 0.5, 0.9, 1])
  func `the number of treated users matches the share`(_ share: Double) throws {
    let experiment = try experiment("share", share)
    let treated = ids.count { experiment.isTreated($0) }
    let deviation = (Double(ids.count) * share * (1 - share)).squareRoot()
    #expect(abs(Double(treated) - Double(ids.count) * share) <= 4 * deviation)
  }

  @Test func `experiments divide users independently of each other`() throws {
    let first = try experiment("first", 0.5)
    let second = try experiment("second", 0.3)
    let both = ids.count { first.isTreated($0) && second.isTreated($0) }
    let deviation = (Double(ids.count) * 0.15 * 0.85).squareRoot()
    #expect(abs(Double(both) - Double(ids.count) * 0.15) <= 4 * deviation)
  }

  @Test func `who is in a share stays in it when it grows`() throws {
    let small = try experiment("growing", 0.1)
    let large = try experiment("growing", 0.2)
    #expect(ids.allSatisfy { !small.isTreated($0) || large.isTreated($0) })
  }

  @Test(arguments: [-0.1, 1.1, .nan, .infinity])
  func `a share outside 0 to 1 is rejected`(_ share: Double) {
    #expect(CoderExperiment(name: "x", share: share, of: .millrace, against: .foundation) == nil)
  }
}
