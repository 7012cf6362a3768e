import Millrace
import MillraceMeasurement
import SystemLibrary

/// By how many percent the median of durations differs from a baseline's, with a confidence of 95 %.
///
/// Each median has its own interval, of order statistics. The intervals of the medians' logarithms are combined into
/// one of their difference by the method of variance estimates recovery (G. Y. Zou, A. Donner, "Construction of
/// confidence limits about effect measures: a general approach", Statistics in Medicine 27, 2008), which does not
/// depend on the distribution of the durations. The difference of logarithms is the logarithm of the ratio.
@Serializable
struct MedianDifference: Equatable {
  var lowPercent: Double
  var highPercent: Double

  /// Nil if one side has too few durations.
  init?(of durations: DurationHistogram, from baseline: DurationHistogram) {
    guard let new = MedianEstimate(durations), let old = MedianEstimate(baseline) else { return nil }
    let difference = new.median - old.median
    let below = hypot(new.median - new.low, old.high - old.median)
    let above = hypot(new.high - new.median, old.median - old.low)
    lowPercent = expm1(difference - below) * 100
    highPercent = expm1(difference + above) * 100
  }
}

/// The logarithms of a median and the bounds of its interval.
private struct MedianEstimate {
  var low, median, high: Double

  init?(_ durations: DurationHistogram) {
    guard let median = durations.nanoseconds(atQuantile: 0.5), let interval = durations.medianIntervalInNanoseconds
    else {
      return nil
    }
    low = Self.logarithm(interval.lowerBound)
    self.median = Self.logarithm(median)
    high = Self.logarithm(interval.upperBound)
  }

  /// The logarithm of a duration, which counts as one nanosecond at least, so that it can be divided by.
  private static func logarithm(_ nanoseconds: UInt64) -> Double { log(Double(max(1, nanoseconds))) }
}
