import Millrace
import MillraceCommandLine

/// `millrace check`: strict validation, with the place of every error.
func runCheck(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitStatus {
  try arguments.requireOperands()
  let format: Format? = if let name = arguments["from"] { try Format(ofJSON: name) } else { nil }
  var status = ExitStatus.done
  for path in arguments.operands {
    // A file with the extension .json is one JSON text, whatever its first bytes are.
    let input = try StreamInput(ofJSON: path, format: format ?? (Format(path: path) == .json ? .json : nil))
    let progress = Progress(console, "checking", total: input.size)
    var errorCount = 0
    let size = try complaining {
      try input.check({ progress.report(input.source.count) }) { message in
        progress.end()
        errorCount += 1
        console.standardError(message + "\n")
      }
    }
    progress.end()
    if errorCount > 0 {
      status = .dataError
    } else if !arguments.has("quiet") {
      try console.standardOutput("\(input.name): valid (\(grouped(size)) bytes)\n")
    }
  }
  return status
}

/// A number with a comma before each three digits.
func grouped(_ number: Int) -> String {
  var digits = String(number)
  var index = digits.endIndex
  while digits.distance(from: digits.startIndex, to: index) > 3 {
    index = digits.index(index, offsetBy: -3)
    digits.insert(",", at: index)
  }
  return digits
}

extension StreamInput {
  /// Reads everything, and reports errors: the first one of a document, or of each line.
  ///
  /// - Parameter advance: Called from time to time.
  /// - Returns: the bytes of the text.
  fileprivate func check(_ advance: @escaping () -> Void, _ complain: (String) -> Void) throws -> Int {
    if format == .jsonLines { return try checkLines(advance, complain) }
    var elements = try elements(onBadLine: .stop)
    do {
      if format == .json, try !elements.source.isArray() {
        // It can be larger than memory.
        var writer = JSON.StreamWriter(to: DiscardingSink(advance), as: .concatenated)
        _ = try writer.append(inPiecesNextOf: &elements)
      }
      while try elements.next() != nil { if elements.count & 0xFF == 0 { advance() } }
    } catch let error as FormatError {
      if case .custom(let error as CommandError) = error.problem { throw error }
      var hint = ""
      if format == .json, case .trailingContent = error.problem {
        hint = "\n  json is one document: --from jsonl, concatenated or json-seq reads several"
      }
      complain(message(error, in: elements) + hint)
    }
    return elements.offset
  }

  private func checkLines(_ advance: () -> Void, _ complain: (String) -> Void) throws -> Int {
    var lines = LineReader(try bytes(isLast: true))
    do {
      while let content = try lines.next() {
        if lines.line.number & 0xFF == 0 { advance() }
        do {
          _ = try JSON.decode(IgnoredValue.self, from: content.span)
        } catch { complain(message(error, in: content, lines.line)) }
      }
    } catch let error as FormatError {
      complain(describe(error))
    }
    return lines.offset
  }

  /// An error of a line with the line that it is in.
  func message(_ error: FormatError, in content: ArraySlice<UInt8>, _ line: LineReader.Line) -> String {
    let message = describe(line.located(error))
    guard let offset = error.place.offset else { return message }
    return unsafe message + "\n" + content.withUnsafeBufferPointer { unsafe excerpt(of: $0, at: offset) }
  }
}

struct DiscardingSink: ByteSink {
  private let advance: () -> Void

  /// - Parameter advance: Called whenever bytes are written.
  init(_ advance: @escaping () -> Void) { self.advance = advance }

  func write(_ bytes: Span<UInt8>) { advance() }
}
