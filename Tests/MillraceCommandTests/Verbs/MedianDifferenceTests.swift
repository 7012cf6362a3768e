import MillraceMeasurement
import Foundation
import Millrace
import Testing

@testable import MillraceCommand

@Suite("The difference of medians")
struct MedianDifferenceTests {
  /// SplitMix64, so that the tests are the same in every run.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ mixed &>> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed &>> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed &>> 31
    }
  }

  /// Durations with a known median, of which half are shorter.
  enum Distribution: CaseIterable {
    case logarithmNormal, heavyTailed, twoPeaks

    func duration<Random: RandomNumberGenerator>(median: Double, using random: inout Random) -> Duration {
      let uniform = Double.random(in: 0.000_001..<0.999_999, using: &random)
      let factor: Double
      switch self {
      case .logarithmNormal:
        let angle = Double.random(in: 0..<2 * .pi, using: &random)
        factor = exp(0.4 * (-2 * log(uniform)).squareRoot() * cos(angle))
      // Pareto's, whose median is 2^(1/1.5) of its smallest value.
      case .heavyTailed: factor = pow(2 * (1 - uniform), -1 / 1.5)
      case .twoPeaks: factor = uniform < 0.45 ? 0.2 + uniform / 10 : uniform < 0.55 ? 1 + (uniform - 0.5) : 3 + uniform
      }
      return .nanoseconds(Int64(median * factor))
    }
  }

  @Test(arguments: Distribution.allCases, [(30, 30), (200, 60), (600, 500)])
  func `the interval covers the true difference as often as it says`(
    _ distribution: Distribution, _ counts: (new: Int, old: Int)
  ) {
    let seed = 20_261_122 as UInt64
    var random = Generator(state: seed)
    let experiments = 300
    var covered = 0
    for _ in 0..<experiments {
      var new = DurationHistogram()
      var old = DurationHistogram()
      for _ in 0..<counts.new { new.record(distribution.duration(median: 80_000, using: &random)) }
      for _ in 0..<counts.old { old.record(distribution.duration(median: 100_000, using: &random)) }
      guard let difference = MedianDifference(of: new, from: old) else { continue }
      if difference.lowPercent <= -20, -20 <= difference.highPercent { covered += 1 }
    }
    // As often as promised, but for four standard deviations of chance.
    #expect(covered >= experiments * 95 / 100 - 15, "seed \(seed)")
    // The interval is not much larger than necessary either, if there are enough durations.
    if counts.new > 500 { #expect(covered <= experiments * 99 / 100, "seed \(seed)") }
  }

  @Test func `more durations make the interval narrower`() throws {
    var random = Generator(state: 7)
    let widths = try [50, 500, 5000].map { count in
      var new = DurationHistogram()
      var old = DurationHistogram()
      for _ in 0..<count {
        new.record(Distribution.logarithmNormal.duration(median: 100_000, using: &random))
        old.record(Distribution.logarithmNormal.duration(median: 100_000, using: &random))
      }
      let difference = try #require(MedianDifference(of: new, from: old))
      #expect(difference.lowPercent < 5 && difference.highPercent > -5)
      return difference.highPercent - difference.lowPercent
    }
    // The width goes with the root of the number: by a factor of 3.2 from one to the next, and 10 in all.
    #expect(widths[0] / widths[2] > 5 && widths[0] / widths[2] < 20, "\(widths)")
  }

  @Test func `too few durations have no difference, and durations of zero have the difference 0`() throws {
    var few = DurationHistogram()
    for _ in 0..<5 { few.record(.zero) }
    #expect(MedianDifference(of: few, from: few) == nil)
    few.record(.zero)
    #expect(MedianDifference(of: few, from: few).map { [$0.lowPercent, $0.highPercent] } == [0, 0])
  }
}
