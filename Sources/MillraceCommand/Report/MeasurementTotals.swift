import Millrace
import MillraceMeasurement

/// Measurements added up by group.
struct MeasurementTotals {
  /// A group in which implementations are compared. Properties that the report does not group by are nil.
  struct Group: Hashable {
    var operation: CoderOperation
    var coder: String?
    var type: String?
    var isFirstUse: Bool?
  }

  private let byCoder, byType, byUse: Bool
  private var totals: [Group: [String: CoderMeasurement]] = [:]

  init(byCoder: Bool, byType: Bool, byUse: Bool) {
    self.byCoder = byCoder
    self.byType = byType
    self.byUse = byUse
  }

  mutating func add(_ measurement: CoderMeasurement) {
    let group = Group(
      operation: measurement.operation, coder: byCoder ? measurement.coder : nil, type: byType ? measurement.type : nil,
      isFirstUse: byUse ? measurement.isFirstUse : nil)
    let nothing = CoderMeasurement(
      coder: measurement.coder, type: measurement.type, operation: measurement.operation,
      implementation: measurement.implementation, isFirstUse: measurement.isFirstUse)
    totals[group, default: [:]][measurement.implementation, default: nothing].merge(measurement)
  }

  /// All groups in the order of the table, with their measurements by implementation.
  var groups: [(group: Group, totals: [String: CoderMeasurement])] {
    totals.map { ($0.key, $0.value) }.sorted { $0.group < $1.group }
  }

  var implementations: [String] { Set(totals.values.flatMap(\.keys)).sorted() }
}

extension MeasurementTotals.Group: Comparable {
  static func < (left: Self, right: Self) -> Bool { left.order < right.order }

  /// By coder and type; decoding before encoding, and first uses before later ones.
  private var order: (String, String, String, Int) {
    (coder ?? "", type ?? "", operation.rawValue, isFirstUse == true ? 0 : 1)
  }
}
