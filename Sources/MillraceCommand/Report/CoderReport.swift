import Millrace
import MillraceMeasurement

/// How long coders took, by operation and implementation, compared with one of the implementations.
@Serializable
struct CoderReport {
  /// The name of the implementation that the others are compared with.
  var baseline: String
  var quantiles: [Double] = CoderReport.shares
  var confidence: Double = DurationHistogram.confidence
  var groups: [Group]

  /// Calls that are compared with each other. Properties that the report does not group by are nil.
  @Serializable
  struct Group {
    var operation: CoderOperation
    var coder: String?
    var type: String?
    var isFirstUse: Bool?
    /// The implementations. The baseline is first, if it has measurements.
    var implementations: [Row]
  }

  @Serializable
  struct Row {
    var implementation: String
    var samples: UInt64
    var failures: UInt64
    /// The size of all documents together.
    var bytes: UInt64
    /// The quantiles of the durations; nil without samples.
    var nanoseconds: [Double]?
    /// The difference of each quantile from the baseline's.
    var percent: [Double]?
    var medianDifference: MedianDifference?
  }

  static let shares = [0.1, 0.25, 0.5, 0.75, 0.9]

  init(of totals: MeasurementTotals, against baseline: String) {
    self.baseline = baseline
    groups = totals.groups.map { group, totals in
      let base = totals[baseline]
      let others = totals.keys.filter { $0 != baseline }.sorted()
      return Group(
        operation: group.operation, coder: group.coder, type: group.type, isFirstUse: group.isFirstUse,
        implementations: (base.map { [Row($0, comparedWith: nil)] } ?? [])
          + others.compactMap { totals[$0] }.map { Row($0, comparedWith: base) })
    }
  }

  /// The report as a JSON document.
  var document: [UInt8] {
    // Only numbers that are not finite could be rejected, and durations are not among them.
    ((try? JSON.encode(self, style: JSON.Pretty.self)) ?? []) + [UInt8(ascii: "\n")]
  }
}

extension CoderReport.Row {
  fileprivate init(_ measurement: CoderMeasurement, comparedWith baseline: CoderMeasurement?) {
    implementation = measurement.implementation
    samples = measurement.durations.count
    failures = measurement.failures
    bytes = measurement.bytes
    nanoseconds = Self.quantiles(measurement.durations)
    guard let baseline, let nanoseconds, let base = Self.quantiles(baseline.durations) else { return }
    percent = zip(nanoseconds, base).map { ($0 / $1 - 1) * 100 }
    medianDifference = MedianDifference(of: measurement.durations, from: baseline.durations)
  }

  private static func quantiles(_ durations: DurationHistogram) -> [Double]? {
    let quantiles = CoderReport.shares.compactMap { durations.nanoseconds(atQuantile: $0).map { Double(max(1, $0)) } }
    return quantiles.isEmpty ? nil : quantiles
  }
}
