import Millrace
import MillraceCommandLine
import MillraceCompression

/// `millrace fmt`: reformats files in place.
func runFmt(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitStatus {
  try arguments.requireOperands()
  let formatting = try Formatting(arguments)
  let format: Format? = if let name = arguments["from"] { try Format(ofJSON: name) } else { nil }
  let onlyChecks = arguments.has("check")
  var status = ExitStatus.done
  for path in arguments.operands {
    let input = try StreamInput(ofJSON: path, format: format)
    guard path == "-" || onlyChecks || Descriptor.isRegularFile(path) else {
      throw .file("replace", path: path, reason: "it is not a regular file")
    }
    let progress = Progress(console, "formatting", total: input.size)
    defer { progress.end() }
    let comparison = Comparison()
    do throws(CommandError) {
      let output: (any ByteSink)? =
        onlyChecks ? nil : try complaining { try OutputBytes(path, Compression(path: path)) }
      let sink = FormattedSink(output, comparison, indentation: formatting.indentation) {
        progress.report(input.source.count)
      }
      try complaining { try formatting.format(input, to: sink, comparison) }
      comparison.finish()
      if !onlyChecks, path == "-" || comparison.isDifferent { try complaining { try sink.commit() } }
    } catch {
      guard case .data(let message) = error else { throw error }
      progress.end()
      console.standardError(message + "\n")
      status = .dataError
      continue
    }
    if onlyChecks, comparison.isDifferent {
      try console.standardOutput("\(input.name)\n")
      status = .dataError
    }
  }
  return status
}

/// The options of the format.
private struct Formatting {
  /// The spaces that each level is indented by; nil for everything on one line.
  let indentation: Int?
  private let sortsKeys: Bool

  private static var widestIndentation: Int { 16 }

  init(_ arguments: Arguments) throws(CommandError) {
    let wanted = try arguments.count("indent")
    if let wanted, wanted > Self.widestIndentation {
      throw .usage(
        "--indent takes a number up to \(Self.widestIndentation)", hint: "the default is two spaces")
    }
    try arguments.rejectBoth("indent", "compact", hint: "a document on a line cannot be indented")
    if wanted != nil, let name = arguments["from"], try Format(ofJSON: name) == .jsonLines {
      throw .usage("--indent cannot be used with lines", hint: "a document on a line cannot be indented")
    }
    indentation = arguments.has("compact") ? nil : wanted ?? 2
    sortsKeys = arguments.has("sort-keys")
  }

  /// Writes a file in the new format.
  ///
  /// - Throws: ``CommandError`` for the first error in it.
  func format(_ input: StreamInput, to sink: FormattedSink, _ comparison: Comparison) throws {
    let source = ObservedSource(try input.bytes(isLast: true), comparison)
    if indentation == nil || input.format == .jsonLines {
      try formatDocuments(source, of: input, to: sink, JSON.Standard.self)
    } else {
      try formatDocuments(source, of: input, to: sink, JSON.Pretty.self)
    }
  }

  /// One document, or several one after another, each with a line feed after it.
  private func formatDocuments<Style: JSON.Style>(
    _ source: ObservedSource, of input: StreamInput, to sink: FormattedSink, _ style: Style.Type
  ) throws {
    // Sorted members are kept in a tree, where a duplicate key would be lost silently.
    let reading = JSON.ReadingOptions(duplicateKeys: sortsKeys ? .rejected : .lastWins)
    var elements: JSON.Elements<IgnoredValue> = try JSON.stream(
      from: source, options: input.streamOptions(reading: reading))
    do {
      let isArray = input.format == .json ? try elements.source.isArray() : false
      let layout: JSON.StreamLayout =
        switch input.format {
        case .jsonLines: .lines
        case .jsonSequence: .records
        default: isArray ? .array : .concatenated
        }
      var writer = JSON.StreamWriter(to: sink, as: layout, style: style)
      if sortsKeys {
        while let value = try elements.next(JSON.Value.self) { try writer.append(value.sortedByKeys()) }
      } else if isArray || layout == .lines {
        while try writer.append(nextOf: &elements) {}
      } else {
        while try writer.append(inPiecesNextOf: &elements) {}
      }
      try writer.end()
    } catch let error as FormatError {
      if case .custom(let error as CommandError) = error.problem { throw error }
      throw CommandError.data(input.message(error, in: elements))
    }
  }
}
