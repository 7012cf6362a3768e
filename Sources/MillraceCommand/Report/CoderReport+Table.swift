import Millrace
import MillraceCommandLine

extension CoderReport {
  /// The report for people: a row for each implementation, and one below it for the difference from the baseline.
  var table: String {
    let labels = groups.first.map { Self.labels(of: $0).map(\.title) } ?? []
    let titles = labels + ["implementation", "samples", "failures"] + quantiles.map { "\($0)" } + ["median, 95 %"]
    // Names come from files, so they may contain control characters.
    let rows = [titles] + groups.flatMap { Self.rows(of: $0) }.map { $0.map(visible) }
    return aligned(rows, columnsOfText: labels.count + 1) + "\n" + note
  }

  private var note: String {
    """
    Percentages are differences from \(visible(baseline)); the last column is a confidence interval for that of the median.

    """
  }

  private static func labels(of group: Group) -> [(title: String, value: String)] {
    [
      group.coder.map { ("coder", $0) }, group.type.map { ("type", $0) }, ("operation", group.operation.rawValue),
      group.isFirstUse.map { ("use", $0 ? "first" : "later") },
    ].compactMap { $0 }
  }

  private static func rows(of group: Group) -> [[String]] {
    let labels = labels(of: group).map(\.value)
    let blanks = labels.map { _ in "" }
    var rows: [[String]] = []
    for row in group.implementations {
      rows.append(
        (rows.isEmpty ? labels : blanks) + [row.implementation, "\(row.samples)", "\(row.failures)"]
          + (row.nanoseconds?.map(duration) ?? shares.map { _ in "-" }) + [""])
      guard let percent = row.percent else { continue }
      let interval = row.medianDifference.map { "\(percentage($0.lowPercent)) to \(percentage($0.highPercent))" }
      rows.append(blanks + ["", "", ""] + percent.map(percentage) + [interval ?? "too few samples"])
    }
    return rows
  }

  /// Three significant digits, in a suitable unit.
  private static func duration(_ nanoseconds: Double) -> String {
    let units: [(name: String, nanoseconds: Double)] = [("ns", 1), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)]
    // A thousand of a unit, after rounding, is one of the next unit.
    let unit = units.first { nanoseconds < 999.5 * $0.nanoseconds } ?? ("s", 1e9)
    let count = nanoseconds / unit.nanoseconds
    let places = unit.nanoseconds == 1 || count >= 99.95 ? 0 : count >= 9.995 ? 1 : 2
    return "\(decimal(count, places: places)) \(unit.name)"
  }

  private static func percentage(_ percent: Double) -> String {
    let text = decimal(percent, places: 1)
    return (percent > 0 && text != "0.0" ? "+" : "") + text + "%"
  }
}

/// A number with the given number of fraction digits.
private func decimal(_ number: Double, places: Int) -> String {
  let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
  guard let scaled = Int64(exactly: (number * scale).rounded()) else { return "\(number)" }
  let digits = String(scaled.magnitude)
  let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
  let sign = scaled < 0 ? "-" : ""
  return places == 0 ? sign + padded : "\(sign)\(padded.dropLast(places)).\(padded.suffix(places))"
}
