import Millrace

extension DurationHistogram {
  /// The minimum share of experiments in which a ``medianIntervalInNanoseconds`` contains the true median.
  public static let confidence = 0.95

  /// The interval of durations, in nanoseconds, that contains the median of the population with a confidence of 95 %.
  ///
  /// The bounds are order statistics: of n independent durations, as many are shorter than the true median as tosses of
  /// a fair coin show heads, for any distribution of the durations (H. A. David, H. N. Nagaraja, "Order Statistics",
  /// section 7.1). They are rounded outwards to the bounds of buckets.
  ///
  /// Nil for fewer than six durations, which are too few for that confidence.
  public var medianIntervalInNanoseconds: ClosedRange<UInt64>? {
    let count = count
    let rank = Self.rankBelowMedian(of: count)
    guard rank > 0, let low = bucket(ofDurationAt: rank - 1), let high = bucket(ofDurationAt: count - rank) else {
      return nil
    }
    return low.lowerBound...high.upperBound
  }

  /// The interval of durations that contains the median. See ``medianIntervalInNanoseconds``.
  @available(Durations, *)
  public var medianInterval: ClosedRange<Duration>? {
    medianIntervalInNanoseconds.map {
      .nanoseconds(Int64(clamping: $0.lowerBound)) ... .nanoseconds(Int64(clamping: $0.upperBound))
    }
  }

  /// The largest rank, counted from 1, whose duration is longer than the true median in at most one of 40 experiments.
  /// 0 if there is none.
  static func rankBelowMedian(of count: UInt64) -> UInt64 {
    let tail = (1 - confidence) / 2
    guard count <= 1000 else {
      // The normal approximation is off by less than one rank.
      let deviations = 1.959_963_984_540_054
      return UInt64((Double(count) + 1 - deviations * Double(count).squareRoot()) / 2)
    }
    // The probabilities that none, one, two… of them are shorter than the median.
    var probability = Double(sign: .plus, exponent: -Int(count), significand: 1)
    var sum = probability
    var rank: UInt64 = 0
    while sum <= tail {
      rank += 1
      probability *= Double(count - rank + 1) / Double(rank)
      sum += probability
    }
    return rank
  }
}
