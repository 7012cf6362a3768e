import Millrace
import MillraceCommandLine

/// `millrace head`: the first elements, as a table.
func runHead(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitStatus {
  try arguments.requireOperands(isSingle: true)
  var options = try InputOptions(arguments)
  let count = try arguments.count("rows") ?? 10
  let input = try StreamInput(arguments.operands[0], options)
  try options.check([input.format], arguments)
  let badRows = try BadRows(arguments)
  try options.resolve([input], badRows)
  let condition = try RowCondition.condition(arguments)
  var values: [JSON.Value] = []
  var columns: [String] = []
  var rows = SelectedRows(
    options, limit: count, condition: condition, nonFiniteNumbers: arguments.has("json") ? .null : .texts,
    begin: { columns = $0 },
    take: { row, _ in
      // A writer converts values that JSON does not have, such as bytes, to text.
      var writer = JSON.Value.Writer()
      row.replay(to: &writer)
      values.append(try writer.finish())
    })
  let pass = Pass(options: options, badRows: badRows, condition: condition)
  try complaining { try input.visit(pass, &rows) }
  try rows.checkReferences(in: input.name)
  try badRows.finish(console)
  if arguments.has("json") {
    for value in values {
      try console.standardOutput(complaining { try JSON.encode(value, as: String.self) } + "\n")
    }
  } else {
    let width = try arguments.count("width") ?? 32
    try console.standardOutput(
      table(of: values, columns: columns, order: options.selection.order, widestCell: max(width, 4)))
  }
  return .done
}

/// Values as a table: objects have a column for each key, arrays one for each position, and scalars a single one.
///
/// - Parameters:
///   - columns: The columns of a table without rows.
///   - order: The order of the columns; nil for that of the values.
func table(of values: [JSON.Value], columns: [String] = [], order: ColumnOrder? = nil, widestCell: Int) -> String {
  let rows = values.map(cells)
  var names = values.isEmpty ? columns : []
  var known: Set<JSON.ExactKey> = []
  for row in rows { for cell in row where known.insert(cell.name).inserted { names.append(cell.name) } }
  names = order?.sorted(names, by: \.self) ?? names
  let dictionaries = rows.map { row in
    Dictionary(row.map { (JSON.ExactKey(text: $0.name), $0.value) }, uniquingKeysWith: { _, last in last })
  }
  let columns = names.map { name in
    let isNumeric = dictionaries.allSatisfy { row in row[name].map { $0.isNull || $0.number != nil } ?? true }
    return (title: name, alignment: isNumeric ? TextTable.Alignment.right : .left)
  }
  guard !names.isEmpty else { return values.map { text($0) + "\n" }.joined() }
  var table = TextTable(columns, widestCell: widestCell)
  for row in dictionaries { table.append(names.map { name in row[name].map(text) ?? "" }) }
  return table.text
}

private func cells(of value: JSON.Value) -> [(name: String, value: JSON.Value)] {
  switch value {
  case .object(let object): object.map { ($0.key, $0.value) }
  case .array(let elements): elements.enumerated().map { (String($0 + 1), $1) }
  case .null, .boolean, .number, .string: [("value", value)]
  }
}

/// A value as shown in a cell: a string without quotes, any other value as JSON.
private func text(_ value: JSON.Value) -> String {
  value.string ?? (try? JSON.encode(value, as: String.self)) ?? ""
}
