import Millrace

/// A histogram of durations, with quantiles to within 0.4 %, in memory that does not grow with their number.
///
/// The buckets are log-linear, like those of HdrHistogram (G. Tene): each power of two is divided into 128 equal ones,
/// so that the width of a bucket is at most 1/128 of its durations, and its middle differs from them by at most 1/256.
/// DDSketch (C. Masson, J. Rim, H. Lee, "DDSketch: a fast and fully-mergeable quantile sketch with relative-error
/// guarantees", 2019) gives the same guarantee by logarithms; these buckets take integers only and are therefore the
/// same on every machine. So histograms of many processes and devices can be added up without loss.
///
/// As a document it is an object: the lower bounds of buckets, in nanoseconds, with the number of durations in each.
/// Other programs need not round the durations that they write: each is counted in the bucket that contains it.
@Serializable(.transparent)
public struct DurationHistogram: Sendable, Hashable {
  /// The number of durations in each bucket, by the bucket's lower bound in nanoseconds. There are at most
  /// 7,424 buckets.
  public private(set) var counts: [UInt64: UInt64] = [:]

  public init() {}

  /// The number of durations.
  public var count: UInt64 { counts.values.reduce(0) { $0.addingUpToMaximum($1) } }

  /// Counts a duration.
  public mutating func record(nanoseconds: UInt64) {
    let bucket = Bucket(of: nanoseconds)
    counts[bucket.lowerBound, default: 0].addUpToMaximum(1)
  }

  /// Adds all durations of another histogram.
  public mutating func merge(_ other: DurationHistogram) {
    for (nanoseconds, count) in other.counts {
      counts[Bucket(of: nanoseconds).lowerBound, default: 0].addUpToMaximum(count)
    }
  }

  /// The quantile in nanoseconds, which a share of all durations does not exceed, to within 0.4 %: of n sorted
  /// durations, the one at index ⌊share × (n − 1)⌋. Nil if there are none.
  ///
  /// - Parameter share: The share, from 0 to 1. 0.5 is the median.
  /// - Complexity: O(b log b) for b buckets in use.
  public func nanoseconds(atQuantile share: Double) -> UInt64? {
    precondition((0...1).contains(share), "the share must be between 0 and 1")
    let count = count
    guard count > 0 else { return nil }
    let last = count - 1
    // Above 2^53, a floating-point product may be larger than the last index.
    let index = min(UInt64(exactly: (share * Double(last)).rounded(.down)) ?? last, last)
    return bucket(ofDurationAt: index)?.middle
  }

  /// The bucket of the duration at an index among all of them in ascending order.
  func bucket(ofDurationAt index: UInt64) -> Bucket? {
    var before: UInt64 = 0
    for (nanoseconds, count) in counts.sorted(by: { $0.key < $1.key }) {
      before.addUpToMaximum(count)
      if index < before { return Bucket(of: nanoseconds) }
    }
    return nil
  }

  /// A bucket: durations that are counted as if they were equal.
  struct Bucket {
    /// The shortest and the longest duration, in nanoseconds.
    let lowerBound, upperBound: UInt64

    /// - Parameter nanoseconds: A duration in the bucket.
    init(of nanoseconds: UInt64) {
      // The eight leading binary digits, of which the first is a one, determine the bucket.
      let lesserDigits = max(0, UInt64.bitWidth - 8 - nanoseconds.leadingZeroBitCount)
      let mask = (1 as UInt64) << UInt64(lesserDigits) - 1
      lowerBound = nanoseconds & ~mask
      upperBound = nanoseconds | mask
    }

    var middle: UInt64 { lowerBound + (upperBound - lowerBound) / 2 }
  }
}

@available(Durations, *)
extension DurationHistogram {
  /// Counts a duration. Negative durations count as zero.
  public mutating func record(_ duration: Duration) { record(nanoseconds: duration.wholeNanoseconds) }

  /// The quantile that a share of all durations does not exceed. See ``nanoseconds(atQuantile:)``.
  ///
  /// - Parameter share: The share, from 0 to 1. 0.5 is the median.
  public func quantile(_ share: Double) -> Duration? {
    nanoseconds(atQuantile: share).map { .nanoseconds(Int64(clamping: $0)) }
  }
}

@available(Durations, *)
extension Duration {
  /// Whole nanoseconds, from 0 to 2^64 - 1.
  var wholeNanoseconds: UInt64 {
    if self <= .zero { return 0 }
    // The components of longer ones may be out of range.
    if self >= .seconds(1 << 40) { return .max }
    let (seconds, attoseconds) = components
    let (nanoseconds, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max : nanoseconds.addingUpToMaximum(UInt64(attoseconds / 1_000_000_000))
  }
}

extension UInt64 {
  /// Returns a saturating sum, because counts from files can be of any size.
  func addingUpToMaximum(_ other: UInt64) -> UInt64 {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }

  mutating func addUpToMaximum(_ other: UInt64) { self = addingUpToMaximum(other) }
}
