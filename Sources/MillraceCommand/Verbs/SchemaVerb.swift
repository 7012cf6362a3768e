import Millrace

/// `millrace schema`: what is in some data, as a table, as JSON, or as types of Swift.
func runSchema(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitStatus {
  guard arguments.operands.count == 1 else {
    throw .usage("schema wants one FILE", hint: "- is standard input; millrace schema --help says more")
  }
  if arguments.has("name"), !arguments.has("swift") {
    throw .usage("--name has no meaning without --swift", hint: "it names the type that --swift prints")
  }
  if arguments.has("swift"), arguments.has("json") {
    throw .usage("--swift and --json cannot both be", hint: arguments.hint)
  }
  let options = try InputOptions(arguments)
  let path = arguments.operands[0]
  let input = try StreamInput(path, options)
  try options.check([input.format], arguments)
  let badRows = try BadRows(arguments)
  let pass = Pass(options: options, badRows: badRows)
  let limit = try arguments.count("limit") ?? .max
  let isSingle = try complaining { try input.isSingle(pass) }
  let schema = try complaining { try input.schema(pass, limit: limit) }
  try badRows.finish(console)
  if arguments.has("json") {
    console.say(try complaining { try JSON.encode(schema, as: String.self, style: JSON.Pretty.self) } + "\n")
  } else if arguments.has("swift") {
    let name = arguments["name"] ?? SwiftTypes.name(ofPath: path, isSingle: isSingle)
    console.say(try SwiftTypes(schema, named: name, of: input, isSingle: isSingle).code)
  } else {
    console.say(SchemaTable(schema, isSingle: isSingle, cells: Format.ofCSV.contains(input.format)).text)
  }
  return .done
}
