import Millrace

/// `millrace convert`: from any format to any other, a row at a time.
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
  let input: Input
  let outputPath: String?
  let outputFormat: Format
  let pointer: JSON.Pointer
  let limit: Int
  let sortsKeys: Bool
  let console: Console

  init(_ arguments: Arguments, _ console: Console) throws(CommandError) {
    let operands = arguments.operands
    guard (1...2).contains(operands.count) else {
      throw .usage(
        operands.isEmpty ? "convert wants an INPUT" : "convert wants one INPUT and one OUTPUT",
        hint: "millrace convert --help says more")
    }
    self.console = console
    outputPath = operands.count > 1 ? operands[1] : nil
    outputFormat =
      if let name = arguments["to"] { try Format(option: "to", name) } else {
        outputPath.flatMap(Format.init(path:)) ?? .json
      }
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
    input = try Input(operands[0], format: Format(ofInput: operands[0], option: arguments["from"]))
  }

  func run<Style: JSON.Style>(_ style: Style.Type) throws(CommandError) {
    var output = try RowWriter<Style>(outputPath, outputFormat)
    var progress = Progress(console, total: input.bytes.count)
    defer { progress.end() }
    do {
      switch input.format {
      case .json: try convertDocument(to: &output, &progress)
      case .jsonLines: try convertLines(to: &output, &progress)
      }
    } catch is LimitReached {
      // as many as were wanted
    } catch let error as CommandError {
      throw error
    } catch let error as FormatError {
      throw .data(input.message(error))
    } catch {
      throw .data("\(input.name): \(error)")
    }
    try output.finish()
  }

  private var options: JSON.ReadingOptions {
    // Sorted members are kept in a tree, where a repeated key would be lost without a word.
    JSON.ReadingOptions(duplicateKeys: sortsKeys ? .rejected : .lastWins)
  }

  /// A document is as many rows as the array in it has elements, or one.
  private func convertDocument<Style>(to output: inout RowWriter<Style>, _ progress: inout Progress) throws {
    do {
      var reader = try JSON.Reader(input.bytes.span, options: options)
      try reader.read(at: pointer) { reader in
        guard try reader.nextKind() == .array else { return try convertRow(&reader, to: &output) }
        output.beginArray()
        guard try reader.beginArray() else { return }
        repeat {
          try convertRow(&reader, to: &output)
          progress.report(reader.offset)
        } while try reader.nextElement()
      }
      try reader.finish()
    } catch let error as FormatError {
      throw JSON.located(error, in: input.bytes.span)
    }
  }

  private func convertLines<Style>(to output: inout RowWriter<Style>, _ progress: inout Progress) throws {
    output.beginArray()
    try input.forEachLine { line, bytes in
      do {
        var reader = try JSON.Reader(bytes, options: options)
        try reader.read(at: pointer) { try convertRow(&$0, to: &output) }
        try reader.finish()
      } catch let error as FormatError {
        throw line.located(JSON.located(error, in: bytes))
      }
      progress.report(line.offset)
      return true
    }
  }

  private func convertRow<Style>(_ reader: inout JSON.Reader, to output: inout RowWriter<Style>) throws {
    guard output.rows < limit else { throw LimitReached() }
    if sortsKeys {
      output.writer.write(value: try reader.read(JSON.Value.self).sortedByKeys())
    } else {
      try forward(from: &reader, to: &output.writer)
    }
    try output.endRow()
  }
}

/// Ends the reading early. What follows is not looked at.
private struct LimitReached: Error {}
