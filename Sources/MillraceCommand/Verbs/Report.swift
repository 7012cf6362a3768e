import Millrace
import MillraceCommandLine
import MillraceMeasurement

/// `millrace report`: adds up and compares the measurements of coders.
func runReport(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitStatus {
  try arguments.requireOperands()
  let badRows = try BadRows(arguments)
  var totals = MeasurementTotals(
    byCoder: arguments.has("by-coder"), byType: arguments.has("by-type"), byUse: arguments.has("by-use"))
  for path in arguments.operands {
    try totals.add(try StreamInput(path, format: .jsonLines, isCompressed: false), badRows)
  }
  try badRows.finish(console)
  let report = CoderReport(of: totals, against: try totals.baseline(arguments["baseline"]))
  let text = arguments.has("json") ? report.document : Array(report.table.utf8)
  var output = try OutputFile(arguments["output"])
  try output.write(text)
  try output.finish()
  return .done
}

extension MeasurementTotals {
  /// Adds the lines of a file.
  fileprivate mutating func add(_ input: StreamInput, _ badRows: BadRows) throws(CommandError) {
    try complaining {
      var measurements = try input.elements(of: CoderMeasurement.self, onBadLine: badRows.policy(for: input))
      do {
        while let measurement = try measurements.next() { add(measurement) }
      } catch let error as FormatError {
        throw CommandError.data(input.message(error, in: measurements))
      }
    }
  }

  /// The implementation that the others are compared with.
  fileprivate func baseline(_ name: String?) throws(CommandError) -> String {
    let known = implementations
    guard let first = known.first else { throw .data("millrace: the input contains no measurements") }
    guard let name else { return known.contains("Foundation") ? "Foundation" : first }
    guard known.contains(name) else {
      throw .usage(
        "--baseline \(name): no measurements of this implementation",
        hint: "implementations are \(known.joined(separator: ", "))")
    }
    return name
  }
}
