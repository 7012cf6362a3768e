import Millrace
import MillraceCommandLine

/// `millrace stats`: the statistics of each column, in one pass.
func runStats(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitStatus {
  try arguments.requireOperands()
  try arguments.rejectBoth("json", "markdown")
  var options = try InputOptions(arguments)
  let inputs = try StreamInput.open(arguments.operands, options)
  try options.check(inputs.map(\.format), arguments)
  let badRows = try BadRows(arguments)
  try options.resolve(inputs, badRows)
  let condition = try RowCondition.condition(arguments)
  let total = inputs.reduce(0) { sum, input in input.size.flatMap { size in sum.map { $0 + size } } }
  let progress = Progress(console, "reading", total: total)
  defer { progress.end() }

  let kinds = (options.columns ?? []).filter { $0.kind == .text }
  let statistics = RowStatistics(
    textColumns: Set<JSON.ExactKey>(texts: kinds.map { options.selection.newName(of: $0.name) }))
  var rows = SelectedRows(
    options, limit: try arguments.count("limit") ?? .max, offset: try arguments.count("offset") ?? 0,
    condition: condition,
    report: { [inputs] rows in progress.report(inputs.reduce(0) { $0 + $1.source.count }, rows: rows) },
    begin: { statistics.begin(columns: $0) }, take: { row, _ in try statistics.add(row) })
  for input in inputs where !rows.isFull {
    statistics.readsCells = Format.ofCSV.contains(input.format)
    // The cells of CSV are read as text: what they are is known at the end.
    try complaining {
      try input.visit(Pass(options: options, badRows: badRows, readsText: true, condition: condition), &rows)
    }
  }
  try rows.checkReferences(in: inputs[0].name)
  progress.end()
  statistics.tell(console)
  try badRows.finish(console)
  let report = statistics.report
  if arguments.has("json") {
    try console.standardOutput(complaining { try JSON.encode(report, as: String.self, style: JSON.Pretty.self) } + "\n")
  } else if arguments.has("markdown") {
    try console.standardOutput(report.table(widestCell: .max).markdown)
  } else {
    try console.standardOutput(
      "\(report.rows) \(report.rows == 1 ? "row" : "rows")\n\n" + report.table(widestCell: 32).text)
  }
  return .done
}
