import Millrace

/// `millrace convert`: from any format to any other, an element at a time.
func runConvert(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitStatus {
  let conversion = try Conversion(arguments, console)
  if arguments.has("pretty") {
    try conversion.run(JSON.Pretty.self)
  } else {
    try conversion.run(JSON.Standard.self)
  }
  return .done
}

/// One conversion, as the arguments want it.
private struct Conversion {
  let inputs: [StreamInput]
  let outputPath: String?
  let outputFormat: Format
  let isOutputCompressed: Bool
  let pointer: JSON.Pointer
  let limit: Int
  let sortsKeys: Bool
  let badLines: BadLines
  let console: Console

  init(_ arguments: Arguments, _ console: Console) throws(CommandError) {
    self.console = console
    var paths = arguments.operands
    if let output = arguments["output"] {
      outputPath = output
    } else {
      outputPath = paths.count == 2 ? paths.removeLast() : nil
      guard paths.count < 2 else {
        throw .usage(
          "convert wants one INPUT and one OUTPUT", hint: "with several INPUTs the OUTPUT is named by --output")
      }
    }
    guard !paths.isEmpty else { throw .usage("convert wants an INPUT", hint: "millrace convert --help says more") }
    outputFormat =
      if let name = arguments["to"] { try Format(option: "to", name) } else {
        outputPath.flatMap(Format.init(path:)) ?? .json
      }
    isOutputCompressed = arguments.has("gzip") || outputPath.map(Format.isCompressed) ?? false
    guard let pointer = JSON.Pointer(arguments["at"] ?? "") else {
      throw .usage(
        "--at \(arguments["at"] ?? ""): not a JSON Pointer", hint: "it begins with a slash, such as /response/docs")
    }
    self.pointer = pointer
    limit = try arguments.count("limit") ?? .max
    sortsKeys = arguments.has("sort-keys")
    if arguments.has("pretty"), outputFormat == .jsonLines {
      throw .usage("--pretty has no meaning for lines", hint: "a document on a line cannot be indented")
    }
    badLines = try BadLines(arguments)
    let isInputCompressed = arguments.has("gunzip")
    var inputs: [StreamInput] = []
    for path in paths {
      let format = try Format(ofInput: path, option: arguments["from"])
      if badLines.areSurvived, format != .jsonLines {
        throw .usage(
          "--on-bad-line has no meaning for \(path)", hint: "only in lines it is certain where the next begins")
      }
      inputs.append(try StreamInput(path, format: format, isCompressed: isInputCompressed))
    }
    self.inputs = inputs
  }

  func run<Style: JSON.Style>(_ style: Style.Type) throws(CommandError) {
    let file = try OutputFile(outputPath)
    do {
      if isOutputCompressed {
        try convert(to: GzipSink(file), style)
      } else {
        try convert(to: file, style)
      }
      try badLines.finish(console)
    } catch let error as CommandError {
      throw error
    } catch {
      throw .data("millrace: \(error)")
    }
  }

  private func convert<Sink: ByteSink & ~Copyable, Style: JSON.Style>(to sink: consuming Sink, _ style: Style.Type)
    throws
  {
    var progress = Progress(console, total: inputs.reduce(0) { sum, input in sum.flatMap { $0 + (input.size ?? 0) } })
    if inputs.contains(where: { $0.size == nil }) { progress = Progress(console, total: nil) }
    defer { progress.end() }
    var elements = try open(inputs[0])
    let isSingle = try located(in: inputs[0], &elements) { elements in
      try inputs.count == 1 && inputs[0].format == .json && !elements.isArray()
    }
    let framing: JSON.StreamLayout =
      outputFormat == .jsonLines ? .lines : isSingle ? .concatenated : .array
    var writer = JSON.StreamWriter(to: sink, as: framing, style: style)
    var done = 0
    for (index, input) in inputs.enumerated() {
      if index > 0 { elements = try open(input) }
      try located(in: input, &elements) { elements in
        if isSingle, !sortsKeys {
          if limit > 0 { _ = try writer.append(inPiecesNextOf: &elements) }
          // What follows the value is looked at as well.
          _ = try elements.next()
          return
        }
        while writer.count < limit, try append(from: &elements, to: &writer) {
          progress.report(done + input.source.count)
        }
      }
      done += input.source.count
    }
    try writer.finish()
  }

  private func append<Sink: ByteSink & ~Copyable, Style: JSON.Style>(
    from elements: inout JSON.Elements<Anything>, to writer: inout JSON.StreamWriter<Sink, Style>
  ) throws -> Bool {
    if sortsKeys {
      return try writer.append(nextOf: &elements) { reader, writer in
        writer.write(value: try reader.read(JSON.Value.self).sortedByKeys())
      }
    }
    return try writer.append(nextOf: &elements) { reader, writer in try forward(from: &reader, to: &writer) }
  }

  private func open(_ input: StreamInput) throws -> JSON.Elements<Anything> {
    // Sorted members are kept in a tree, where a repeated key would be lost without a word.
    let reading = JSON.ReadingOptions(duplicateKeys: sortsKeys ? .rejected : .lastWins)
    return try input.elements(at: pointer, reading: reading, onBadLine: badLines.policy(for: input))
  }

  /// Does something with the elements of an input, and says of errors where in it they are.
  private func located<Result>(
    in input: StreamInput, _ elements: inout JSON.Elements<Anything>,
    _ body: (inout JSON.Elements<Anything>) throws -> Result
  ) throws -> Result {
    do {
      return try body(&elements)
    } catch let error as FormatError {
      if case .custom(let error as CommandError) = error.problem { throw error }
      throw CommandError.data(input.message(error, in: elements))
    }
  }
}
