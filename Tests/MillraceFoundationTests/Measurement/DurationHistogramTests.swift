import TestSupport
import Testing

@testable import Millrace
@testable import MillraceMeasurement

/// What Python is asked: see `quantile_oracle.py`.
@Serializable
private struct Question {
  var samples: [UInt64]?
  var shares: [Double]?
  var count: UInt64?

  static func answers<Answer: Readable>(to questions: [Question], as type: Answer.Type) async throws -> [Answer] {
    let lines = try questions.flatMap { try JSON.encode($0) + [UInt8(ascii: "\n")] }
    let answers = try await Script(program: "python3", file: "quantile_oracle.py")
      .answers(to: lines, count: questions.count)
    return try answers.map { try JSON.decode(type, from: String($0)) }
  }
}

@Suite("Histograms of durations")
struct DurationHistogramTests {
  private func histogram(_ samples: [UInt64]) -> DurationHistogram {
    var histogram = DurationHistogram()
    for sample in samples { histogram.record(.nanoseconds(Int64(sample))) }
    return histogram
  }

  @Test func `quantiles are within one part in 256 of Python's`() async throws {
    var random = SeededGenerator()
    let shares = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.999, 1]
    let questions = (0..<Scale.count(60)).map { round in
      // Of any length, or all of about the same.
      let samples = (0..<1 + random.below(700)).map { _ in
        round % 2 == 0 ? random.ofAnyLength() >> 2 : 1_000_000 + random.next() % 400_000
      }
      return Question(samples: samples, shares: shares)
    }
    var mismatches = Mismatches()
    for (question, exact) in zip(questions, try await Question.answers(to: questions, as: [UInt64].self)) {
      let histogram = histogram(question.samples ?? [])
      for (share, exact) in zip(shares, exact) {
        let found = Double((histogram.quantile(share) ?? .zero) / .nanoseconds(1))
        if abs(found - Double(exact)) > Double(exact) / 256 { mismatches.note("\(share): \(found), exactly \(exact)") }
      }
    }
    mismatches.report()
  }

  @Test func `the rank of a median's lower bound is the binomial distribution's`() async throws {
    let counts = (0...150).map { UInt64($0) } + [255, 256, 257, 500, 997, 998, 999, 1000, 1001, 1024, 2000, 5001]
    let exact = try await Question.answers(to: counts.map { Question(count: $0) }, as: UInt64.self)
    var mismatches = Mismatches()
    for (count, exact) in zip(counts, exact) {
      let found = DurationHistogram.rankBelowMedian(of: count)
      // Above 1,000 the rank is an approximation.
      let tolerance: UInt64 = count > 1000 ? 1 : 0
      if max(found, exact) - min(found, exact) > tolerance { mismatches.note("\(count): \(found), exactly \(exact)") }
    }
    mismatches.report()
  }

  @Test func `buckets follow one another without a gap and are narrow`() throws {
    var mismatches = Mismatches()
    var bucket = DurationHistogram.Bucket(of: 0)
    var count = 1
    while bucket.upperBound < .max {
      let next = DurationHistogram.Bucket(of: bucket.upperBound + 1)
      if next.lowerBound != bucket.upperBound + 1 { mismatches.note("a gap after \(bucket)") }
      if DurationHistogram.Bucket(of: next.upperBound).lowerBound != next.lowerBound {
        mismatches.note("two in \(next)")
      }
      if (next.upperBound - next.lowerBound) / 2 > next.lowerBound / 256 { mismatches.note("\(next) is wide") }
      bucket = next
      count += 1
    }
    mismatches.report()
    #expect(count == 7424)
  }

  @Test func `what is merged is as if it had been recorded together`() {
    var random = SeededGenerator()
    let samples = (0..<900).map { _ in random.ofAnyLength() >> 1 }
    var merged = DurationHistogram()
    for start in stride(from: 0, to: samples.count, by: 100) {
      merged.merge(histogram(Array(samples[start..<start + 100])))
    }
    #expect(merged == histogram(samples), SeededGenerator.note)
    #expect(merged.count == 900)
  }

  @Test func `a few durations have quantiles but no interval`() {
    #expect(DurationHistogram().quantile(0.5) == nil)
    #expect(histogram([7]).quantile(0.9) == .nanoseconds(7))
    #expect(histogram([1, 2, 3, 4, 5]).medianInterval == nil)
    #expect(histogram([1, 2, 3, 4, 5, 6]).medianInterval == .nanoseconds(1) ... .nanoseconds(6))
  }

  @Test func `durations that are not rounded are read, too, and come back rounded`() throws {
    let read = try JSON.decode(DurationHistogram.self, from: #"{"1000":3,"1001":2,"9":1}"#)
    var merged = DurationHistogram()
    merged.merge(read)
    #expect(read.count == 6 && merged.count == 6)
    #expect(merged.counts == [1000: 5, 9: 1])
    #expect(try JSON.decode(DurationHistogram.self, from: JSON.encode(merged)) == merged)
  }

  @Test func `the largest counts and durations do not overflow`() throws {
    let text = #"{"18446744073709551615":18446744073709551615,"1":18446744073709551615}"#
    var histogram = try JSON.decode(DurationHistogram.self, from: text)
    histogram.merge(histogram)
    histogram.record(.seconds(1e20))
    histogram.record(.seconds(-1))
    #expect(histogram.count == .max)
    #expect(histogram.quantile(0.5) == .nanoseconds(1))
    #expect(histogram.quantile(1) != nil && histogram.medianInterval != nil)
  }
}
