import Millrace
import MillraceCommandLine

/// The formats that options apply to. For other formats such an option is a usage error.
struct OptionScope {
  var options: [String]
  var inputs: Set<Format> = []
  var outputs: Set<Format> = []

  static let all = [
    OptionScope(options: ["at", "entries"], inputs: Format.ofJSON),
    OptionScope(options: ["gunzip"], inputs: Format.ofJSON.union(Format.ofCSV).union(Format.ofArrow)),
    OptionScope(options: ["query"], inputs: [.sqlite]),
    OptionScope(options: ["delimiter", "no-header"], inputs: Format.ofCSV, outputs: Format.ofCSV),
    OptionScope(
      options: [
        "skip", "header", "ragged", "encoding", "quotes", "comment", "escape", "quote-escape", "null-values", "trim",
        "decimal", "thousands",
      ], inputs: Format.ofCSV),
    OptionScope(options: ["zone"], inputs: Format.ofCSV.union(Format.ofJSON)),
    OptionScope(options: ["infer"], inputs: Format.ofCSV, outputs: Format.ofCSV.union(Format.ofColumns)),
    OptionScope(options: ["nest"], inputs: Format.ofCSV.union([.sqlite])),

    OptionScope(options: ["pretty"], outputs: [.json, .concatenated, .jsonSequence]),
    OptionScope(options: ["out-delimiter", "out-quotes", "out-line-end", "out-bom"], outputs: Format.ofCSV),
    OptionScope(options: ["gzip", "zstd"], outputs: Format.ofJSON.union(Format.ofCSV).union(Format.ofArrow)),
    OptionScope(options: ["flatten"], outputs: Format.ofCSV.union([.sqlite])),
    OptionScope(options: ["batch"], outputs: Format.ofColumns.union([.sqlite])),
    OptionScope(options: ["parquet-compression"], outputs: [.parquet]),
    OptionScope(options: ["append", "replace", "long-numbers"], outputs: [.sqlite]),
    OptionScope(options: ["nulls"], outputs: Format.ofJSON),
    OptionScope(options: ["on-bad-row"], inputs: Format.ofCSV.union([.jsonLines, .jsonSequence])),
  ]

  /// - Parameter exempt: The options that apply to all formats.
  /// - Throws: A usage error for an option that does not apply to these formats.
  static func check(
    _ inputs: [Format], _ output: Format?, _ arguments: Arguments, except exempt: Set<String> = []
  ) throws(CommandError) {
    for scope in all {
      let given = scope.options.first { arguments.has($0) && !exempt.contains($0) }
      guard let given, scope.inputs.isDisjoint(with: inputs), output.map(scope.outputs.contains) != true else {
        continue
      }
      let formats = { (formats: Set<Format>) in
        Format.allCases.filter(formats.contains).map { $0.names[0] }.joined(separator: ", ")
      }
      let wanted =
        (scope.inputs.isEmpty ? [] : ["for INPUTs of \(formats(scope.inputs))"])
        + (scope.outputs.isEmpty || output == nil ? [] : ["for an OUTPUT of \(formats(scope.outputs))"])
      let found = inputs.map { $0.names[0] }.joined(separator: ", ") + (output.map { " to \($0.names[0])" } ?? "")
      throw .usage(
        "--\(given) cannot be used here", hint: "it is \(wanted.joined(separator: " or ")), not \(found)")
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
