import Foundation
import Millrace
import MillraceTables

/// A table in CSV, from a file into what a program keeps.
enum StopTimeWorkloads {
  static var cases: [Case] {
    let document = Document(name: "stop-times", fileName: "stop_times.csv")
    return [
      Case("millrace", document, "rows", prepare: rows), Case("millrace", document, "columns", prepare: columns),
      Case("millrace-no-type", document, "columns", prepare: columnsOfNoType),
    ]
  }

  /// One row at a time, as the peer reads them. Nothing of it is kept but a sum.
  private static func rows(_ document: URL) -> Workload {
    let path = document.path
    return Workload(
      run: { count in
        for _ in 0..<count {
          var sum = 0
          try CSV.stream(StopTime.self, from: path).forEach { sum += $0.stop_sequence }
          keep(sum)
        }
      },
      roundTrip: {
        var checksums = ColumnChecksums(
          "trip_id", "arrival_time", "departure_time", "stop_id", "stop_sequence", "stop_headsign", "pickup_type",
          "drop_off_type", "shape_dist_traveled", "timepoint")
        try CSV.stream(StopTime.self, from: path).forEach {
          checksums.add(
            $0.trip_id, $0.arrival_time, $0.departure_time, $0.stop_id, "\($0.stop_sequence)", $0.stop_headsign,
            "\($0.pickup_type)", "\($0.drop_off_type)", "\($0.shape_dist_traveled)", "\($0.timepoint)")
        }
        return try checksums.report()
      })
  }

  /// By the type of the rows.
  private static func columns(_ document: URL) -> Workload {
    let path = document.path
    return .columns {
      var rows = try CSV.stream(StopTime.self, from: path)
      return try Columns.decode([StopTime].self, fromElements: &rows)
    }
  }

  /// Knowing nothing of the columns but their names.
  private static func columnsOfNoType(_ document: URL) -> Workload {
    let path = document.path
    return .columns {
      var rows = try CSV.stream(StopTime.self, from: path)
      return try Columns.table(fromElements: &rows)
    }
  }
}

/// A row of the generated table, whose columns are those of the General Transit Feed Specification.
@Serializable
private struct StopTime {
  var trip_id: String
  var arrival_time: String
  var departure_time: String
  var stop_id: String
  var stop_sequence: Int
  var stop_headsign: String?
  var pickup_type: Int
  var drop_off_type: Int
  var shape_dist_traveled: Double
  var timepoint: Int
}
