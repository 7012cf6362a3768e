import Millrace
import MillraceCommandLine

/// The formats that an option applies to. For other formats the option is a usage error.
struct OptionScope {
  var option: String
  var inputs: Set<Format> = []
  var outputs: Set<Format> = []

  static let all = [
    OptionScope(option: "at", inputs: Format.ofJSON),
    OptionScope(option: "entries", inputs: Format.ofJSON),
    OptionScope(option: "gunzip", inputs: Format.ofJSON.union(Format.ofCSV).union(Format.ofArrow)),
    OptionScope(option: "query", inputs: [.sqlite]),
    OptionScope(option: "delimiter", inputs: Format.ofCSV, outputs: Format.ofCSV),
    OptionScope(option: "no-header", inputs: Format.ofCSV, outputs: Format.ofCSV),
    OptionScope(option: "skip", inputs: Format.ofCSV),
    OptionScope(option: "header", inputs: Format.ofCSV),
    OptionScope(option: "ragged", inputs: Format.ofCSV),
    OptionScope(option: "encoding", inputs: Format.ofCSV),
    OptionScope(option: "quotes", inputs: Format.ofCSV),
    OptionScope(option: "comment", inputs: Format.ofCSV),
    OptionScope(option: "escape", inputs: Format.ofCSV),
    OptionScope(option: "quote-escape", inputs: Format.ofCSV),
    OptionScope(option: "null-values", inputs: Format.ofCSV),
    OptionScope(option: "trim", inputs: Format.ofCSV),
    OptionScope(option: "decimal", inputs: Format.ofCSV),
    OptionScope(option: "thousands", inputs: Format.ofCSV),
    OptionScope(option: "zone", inputs: Format.ofCSV.union(Format.ofJSON)),
    OptionScope(option: "infer", inputs: Format.ofCSV, outputs: Format.ofCSV.union(Format.ofColumns)),
    OptionScope(option: "nest", inputs: Format.ofCSV.union([.sqlite])),

    OptionScope(option: "pretty", outputs: [.json, .concatenated, .jsonSequence]),
    OptionScope(option: "out-delimiter", outputs: Format.ofCSV),
    OptionScope(option: "out-quotes", outputs: Format.ofCSV),
    OptionScope(option: "out-line-end", outputs: Format.ofCSV),
    OptionScope(option: "out-bom", outputs: Format.ofCSV),
    OptionScope(option: "gzip", outputs: Format.ofJSON.union(Format.ofCSV).union(Format.ofArrow)),
    OptionScope(option: "zstd", outputs: Format.ofJSON.union(Format.ofCSV).union(Format.ofArrow)),
    OptionScope(option: "flatten", outputs: Format.ofCSV.union([.sqlite])),
    OptionScope(option: "batch", outputs: Format.ofColumns.union([.sqlite])),
    OptionScope(option: "parquet-compression", outputs: [.parquet]),
    OptionScope(option: "append", outputs: [.sqlite]),
    OptionScope(option: "replace", outputs: [.sqlite]),
    OptionScope(option: "long-numbers", outputs: [.sqlite]),
    OptionScope(option: "nulls", outputs: Format.ofJSON),
    OptionScope(option: "on-bad-row", inputs: Format.ofCSV.union([.jsonLines, .jsonSequence])),
  ]

  /// - Parameter exempt: The options that apply to all formats.
  /// - Throws: A usage error for an option that does not apply to these formats.
  static func check(
    _ inputs: [Format], _ output: Format?, _ arguments: Arguments, except exempt: Set<String> = []
  ) throws(CommandError) {
    for scope in all where arguments.has(scope.option) && !exempt.contains(scope.option) {
      guard scope.inputs.isDisjoint(with: inputs), !(output.map(scope.outputs.contains) ?? false) else { continue }
      let formats = { (formats: Set<Format>) in
        Format.allCases.filter(formats.contains).map { $0.names[0] }.joined(separator: ", ")
      }
      let wanted =
        (scope.inputs.isEmpty ? [] : ["for INPUTs of \(formats(scope.inputs))"])
        + (scope.outputs.isEmpty || output == nil ? [] : ["for an OUTPUT of \(formats(scope.outputs))"])
      let found = inputs.map { $0.names[0] }.joined(separator: ", ") + (output.map { " to \($0.names[0])" } ?? "")
      throw .usage(
        "--\(scope.option) cannot be used here", hint: "it is \(wanted.joined(separator: " or ")), not \(found)")
    }
  }
}

extension InputOptions {
  func check(_ inputs: [Format], _ arguments: Arguments) throws(CommandError) {
    try OptionScope.check(inputs, nil, arguments)
    try checkKinds(inputs)
  }

  /// - Throws: if `--columns` gives kinds, and no input has values whose types are not known.
  func checkKinds(_ inputs: [Format]) throws(CommandError) {
    guard let columns, columns.contains(where: { $0.kind != nil }) else { return }
    if Format.ofCSV.union(Format.ofJSON).isDisjoint(with: inputs) {
      throw .usage("--columns with kinds requires an INPUT in csv or JSON", hint: "other formats have their own")
    }
    if let entries, columns.contains(where: { $0.name == entries.keyName && $0.kind != nil && $0.kind != .text }) {
      throw .usage(
        "--columns \(entries.keyName): the keys of --entries are text", hint: "convert the output once more")
    }
  }
}
