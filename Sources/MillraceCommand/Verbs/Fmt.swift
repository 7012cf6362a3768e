import Millrace

/// `millrace fmt`: lays files out anew, where they are.
func runFmt(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitStatus {
  guard !arguments.operands.isEmpty else {
    throw .usage("fmt wants at least one FILE", hint: "- is standard input; millrace fmt --help says more")
  }
  let layout = try Formatting(arguments)
  let format: Format? = if let name = arguments["from"] { try Format(ofJSON: name) } else { nil }
  let onlyChecks = arguments.has("check")
  var status = ExitStatus.done
  for path in arguments.operands {
    let input = try Input(path, format: format ?? Format(path: path) ?? .json)
    let formatted: [UInt8]
    do throws(FormatError) {
      formatted = try layout.formatted(input)
    } catch {
      console.complain(input.message(error) + "\n")
      status = .badData
      continue
    }
    let isChanged = formatted != input.bytes
    if onlyChecks {
      guard isChanged else { continue }
      console.say("\(input.name)\n")
      status = .badData
    } else if isChanged || path == "-" {
      guard path == "-" || Descriptor.isRegularFile(path) else {
        throw .file("replace", path: path, reason: "it is not a regular file")
      }
      var output = try OutputFile(path)
      try output.write(formatted.span)
      try output.finish()
    }
  }
  return status
}

/// How files are laid out.
private struct Formatting {
  /// The spaces that each level is indented by; nil for everything on one line.
  private let indentation: Int?
  private let sortsKeys: Bool

  private static var widestIndentation: Int { 16 }

  init(_ arguments: Arguments) throws(CommandError) {
    let wanted = try arguments.count("indent")
    if let wanted, wanted > Self.widestIndentation {
      throw .usage(
        "--indent takes a number up to \(Self.widestIndentation)", hint: "fmt indents by two spaces without it")
    }
    if wanted != nil, arguments.has("compact") {
      throw .usage("--indent has no meaning with --compact", hint: "a document on a line cannot be indented")
    }
    if wanted != nil, let name = arguments["from"], try Format(ofJSON: name) == .jsonLines {
      throw .usage("--indent has no meaning for lines", hint: "a document on a line cannot be indented")
    }
    indentation = arguments.has("compact") ? nil : wanted ?? 2
    sortsKeys = arguments.has("sort-keys")
  }

  /// A file as it should be.
  ///
  /// - Throws: what is wrong with it first.
  func formatted(_ input: Input) throws(FormatError) -> [UInt8] {
    switch (input.areLines, indentation) {
    case (false, let indentation?):
      try Self.indented(document(input.bytes.span, JSON.Pretty.self), by: indentation)
    case (false, nil): try document(input.bytes.span, JSON.Standard.self)
    case (true, _): try lines(input)
    }
  }

  /// Lines of which each is one compact document; blank ones are left out.
  private func lines(_ input: Input) throws(FormatError) -> [UInt8] {
    var result: [UInt8] = []
    do {
      try input.forEachLine { line, bytes in
        do throws(FormatError) {
          result += try document(bytes, JSON.Standard.self)
        } catch { throw line.located(error) }
        return true
      }
    } catch { throw JSON.located(error, in: input.bytes.span) }
    return result
  }

  /// One document and a line feed.
  private func document<Style: JSON.Style>(_ bytes: Span<UInt8>, _ style: Style.Type) throws(FormatError) -> [UInt8] {
    var writer = JSON.StyledWriter<Style>(capacity: bytes.count + bytes.count / 4 + 64)
    do {
      // Sorted members are kept in a tree, where a repeated key would be lost without a word.
      let options = JSON.ReadingOptions(duplicateKeys: sortsKeys ? .rejected : .lastWins)
      var reader = try JSON.Reader(bytes, options: options)
      if sortsKeys {
        writer.write(value: try reader.read(JSON.Value.self).sortedByKeys())
      } else {
        try forward(from: &reader, to: &writer)
      }
      try reader.finish()
    } catch { throw JSON.located(error, in: bytes) }
    writer.endLine()
    return writer.bytes.withUnsafeBufferPointer { Array($0) }
  }

  /// Text that is indented by two spaces a level, indented by another number of them. No string spans lines.
  private static func indented(_ text: [UInt8], by width: Int) -> [UInt8] {
    guard width != 2 else { return text }
    let space = UInt8(ascii: " ")
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true) {
      let content = line.drop { $0 == space }
      result.append(contentsOf: repeatElement(space, count: (line.count - content.count) / 2 * width))
      result += content
      result.append(UInt8(ascii: "\n"))
    }
    return result
  }
}
