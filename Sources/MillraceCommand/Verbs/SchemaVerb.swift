import Millrace
import MillraceCommandLine

/// `millrace schema`: the schema of some data, as a table, as JSON, or as Swift types.
func runSchema(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitStatus {
  try arguments.requireOperands(isSingle: true)
  if arguments.has("name"), !arguments.has("swift") {
    throw .usage("--name requires --swift", hint: "it names the type that --swift prints")
  }
  try arguments.rejectBoth("swift", "json")
  var options = try InputOptions(arguments)
  let input = try StreamInput(arguments.operands[0], options)
  try options.check([input.format], arguments)
  let badRows = try BadRows(arguments)
  try options.resolve([input], badRows)
  let limit = try arguments.count("limit") ?? .max
  // A file can be read twice, so that the contents of JSON cells are inferred, too, from all rows.
  if input.source.isFile || options.csv.numbers == nil { options.infer = options.infer ?? limit }
  let pass = Pass(
    options: options, badRows: badRows, readsText: !input.source.isFile, readsInstants: true,
    filter: options.selection.filter(nestSeparator: options.nestSeparator))
  let isSingle = try complaining { try input.isSingle(pass) }
  let progress = Progress(console, "reading", total: input.size)
  defer { progress.end() }
  let schema = try complaining { try input.schema(pass, limit: limit, progress: progress) }
  progress.end()
  try badRows.finish(console)
  if arguments.has("json") {
    try console.standardOutput(complaining { try JSON.encode(schema, as: String.self, style: JSON.Pretty.self) } + "\n")
  } else if arguments.has("swift") {
    let name = try complaining { try arguments["name"] ?? SwiftTypes.name(for: input, isSingle: isSingle) }
    try console.standardOutput(SwiftTypes(schema, named: name, of: input).code)
  } else {
    try console.standardOutput(SchemaTable(schema, isSingle: isSingle, cells: Format.ofCSV.contains(input.format)).text)
  }
  return .done
}
