import Millrace
import MillraceCommandLine
import MillraceCompression
import MillraceTables

/// Data whose elements can be iterated over any number of times.
struct StreamInput {
  /// The name in messages.
  let name: String
  /// The input as it was given: a path, with the table of a database, or `-`.
  let operand: String
  let format: Format
  /// The size of a regular file in bytes; nil for anything else.
  let size: Int?
  let source: InputSource
  /// The file's path, of a database without the table.
  let path: String
  /// The table of a database that is named.
  let table: String?
  let compression: Compression?
  /// The lines before a table, which are skipped.
  private(set) var skippedLines = SkippedLines()
  /// The inferred properties of the data.
  let knowledge = Knowledge()

  final class Knowledge {
    /// Whether it is one JSON document that is not an array.
    var isSingle: Bool?
  }

  /// Whether the elements are rows of a table, whose columns are known before the first row.
  var isTable: Bool { !Format.ofJSON.contains(format) }

  /// - Parameters:
  ///   - path: a file's path, or `-` for standard input.
  ///   - format: The format; nil to infer it from the name or the first bytes.
  ///   - isCompressed: Whether it is compressed with gzip; otherwise the first bytes tell.
  ///   - name: The name in messages; nil for its path.
  init(_ path: String, format: Format?, isCompressed: Bool, name: String? = nil) throws(CommandError) {
    let location = DatabaseLocation(path)
    let descriptor = path == "-" ? Descriptor.standardInput : try Descriptor.open(location.path)
    operand = path
    self.path = location.path
    table = location.table
    self.name = name ?? (path == "-" ? descriptor.path : path)
    size = descriptor.size
    source = InputSource(descriptor)
    // A name that ends in .json does not tell the number of documents.
    let isNamed = format != nil
    var format = format ?? Format(path: location.path)
    var compression: Compression? = isCompressed ? .gzip : nil
    if format != .sqlite {
      do {
        if compression == nil {
          let start = try source.leadingBytes()
          if let container = Container(startingWith: start, path: path) { throw container.rejection(of: self.name) }
          compression = Compression(startingWith: start)
        }
        if format == nil || format == .json && !isNamed {
          let start = try source.firstBytes(compression)
          let detected = Format(startingWith: start.bytes, isAll: start.isAll)
          format = format == .json && detected.map(Format.ofJSON.contains) != true ? .json : detected
        }
      } catch let error as CommandError {
        throw error
      } catch {
        throw .data("millrace: \(self.name): \(error)")
      }
    }
    guard let format else {
      throw .usage(
        "cannot detect the format of \(self.name) from its name or its first bytes",
        hint: "use --from FORMAT; formats are \(Format.list(Format.allCases))")
    }
    if format == .sqlite, path == "-" {
      throw .usage("a database cannot be read from standard input", hint: "give the path of a file")
    }
    self.format = format
    self.compression = compression
  }

  /// An input that must be JSON.
  ///
  /// - Parameter format: The format; nil to infer it from the name or the first bytes, with one document as the
  ///   fallback.
  init(ofJSON path: String, format: Format?) throws(CommandError) {
    if let format = format ?? Format(path: path), !Format.ofJSON.contains(format) {
      throw .usage("\(path) is not JSON", hint: "this verb reads json, jsonl, concatenated and json-seq")
    }
    do throws(CommandError) {
      try self.init(path, format: format, isCompressed: false)
    } catch {
      guard case .usage = error else { throw error }
      try self.init(path, format: .json, isCompressed: false)
    }
    if !Format.ofJSON.contains(self.format) { try self.init(path, format: .json, isCompressed: false) }
  }

  /// - Parameters:
  ///   - format: The format; nil for the format of the options.
  ///   - name: The name in messages; nil for its path.
  init(_ path: String, _ options: InputOptions, format: Format? = nil, name: String? = nil) throws(CommandError) {
    try self.init(path, format: format ?? options.format, isCompressed: options.isCompressed, name: name)
    if Format.ofCSV.contains(self.format) { skippedLines = SkippedLines(options) }
  }

  /// Opens the inputs of several paths. If there are many, each is open only while it is being read.
  static func open(_ paths: [String], _ options: InputOptions) throws(CommandError) -> [StreamInput] {
    var inputs: [StreamInput] = []
    for path in paths {
      let input = try StreamInput(path, options)
      if paths.count > maximumOpenCount { try input.source.closeWhenIdle() }
      inputs.append(input)
    }
    return inputs
  }

  /// The number of inputs that are open at the same time: a fraction of the usual limit, which is 256 on macOS and 1,024 on Linux.
  private static let maximumOpenCount = 128

  /// The elements, from the first one on.
  ///
  /// - Parameter isLast: Whether the input is read for the last time.
  func elements<Element: Readable>(
    of type: Element.Type = IgnoredValue.self, at pointer: JSON.Pointer = "",
    reading: JSON.ReadingOptions = JSON.ReadingOptions(), onBadLine: BadElementPolicy,
    isLast: Bool = true
  ) throws -> JSON.Elements<Element> {
    try JSON.stream(
      from: try bytes(isLast: isLast), at: pointer, options: streamOptions(reading: reading, onBadLine: onBadLine))
  }

  /// The elements of a block of this input.
  func elements(
    of block: RowBlock, reading: JSON.ReadingOptions, onBadLine: BadElementPolicy
  ) throws -> JSON.Elements<IgnoredValue> {
    let options = streamOptions(reading: reading, onBadLine: onBadLine)
    if let run = block.run { return JSON.Elements(JSON.Stream(run, in: block.source(), options: options)) }
    return try JSON.stream(from: block.source(), options: options)
  }

  /// The options of a stream of JSON in the format of this input.
  func streamOptions(
    reading: JSON.ReadingOptions = JSON.ReadingOptions(), onBadLine: BadElementPolicy = .stop
  ) -> JSON.StreamOptions {
    let framing: JSON.StreamOptions.Framing =
      switch format {
      case .jsonLines: .lines
      case .jsonSequence: .records
      case .concatenated: .concatenated
      default: .document
      }
    let canSkip = format == .jsonLines || format == .jsonSequence
    return JSON.StreamOptions(framing: framing, onBadElement: canSkip ? onBadLine : .stop, reading: reading)
  }

  /// The bytes, from the first one on and decompressed.
  ///
  /// - Parameter isLast: Whether the input is read for the last time.
  func bytes(isLast: Bool) throws -> any ByteSource {
    if isLast { try source.rewindAndForget() } else { try source.rewind() }
    let bytes = source.decompressed(compression)
    guard format.isText else { return NamedSource(bytes, name) }
    let text = NamedSource(TextSource(bytes), name)
    return skippedLines.count == 0 ? text : LineSkippingSource(text, skippedLines, name: name)
  }

  func allBytes() throws -> [UInt8] {
    var source = try bytes(isLast: true)
    var bytes: [UInt8] = []
    while true {
      let count = bytes.count
      try bytes.append(addingCapacity: max(1 << 16, count)) { try source.read(into: &$0) }
      if bytes.count == count { return bytes }
    }
  }

  /// Returns the message of an error in the form that editors and terminals turn into a link, with an excerpt.
  func message<Element>(_ error: FormatError, in elements: borrowing JSON.Elements<Element>) -> String {
    message(error, excerpt: elements.source.withBytesInMemory { lineInMemory(of: error, in: $0, from: $1) })
  }

  /// - Parameter excerpt: The excerpt of an input that is not a file; nil for none.
  func message(_ error: FormatError, excerpt: String?) -> String {
    let message = describe(error)
    // Errors of compression and encoding have no place in the decoded text.
    if case .custom(_ as CommandError) = error.problem { return message }
    guard let offset = error.place.offset else { return message }
    let shown = source.isFile ? (try? excerptOfFile(at: offset)) ?? excerpt : excerpt
    return message + (shown.map { "\n" + $0 } ?? "")
  }

  /// Returns the line of an error if it is in memory.
  ///
  /// - Parameter first: The offset of the first byte in memory.
  func lineInMemory(of error: FormatError, in bytes: Span<UInt8>, from first: Int) -> String? {
    guard let offset = error.place.offset, first <= offset else { return nil }
    return unsafe bytes.withUnsafeBufferPointer { unsafe excerpt(of: $0, at: offset - first) }
  }

  /// Returns the line of a file that contains a byte. The file is read again up to this line.
  private func excerptOfFile(at offset: Int) throws -> String {
    var source = try bytes(isLast: false)
    var bytes: [UInt8] = []
    var first = 0
    while first + bytes.count < offset + 512 {
      let count = bytes.count
      try bytes.append(addingCapacity: 1 << 16) { try source.read(into: &$0) }
      if bytes.count == count { break }
      // Bytes far before the place are not shown.
      let surplus = min(bytes.count, offset - first) - 512
      if surplus > 1 << 16 {
        bytes.removeFirst(surplus)
        first += surplus
      }
    }
    return unsafe bytes.withUnsafeBufferPointer { unsafe excerpt(of: $0, at: offset - first) }
  }

  func describe(_ error: FormatError) -> String {
    if case .custom(let error as CommandError) = error.problem { return error.description }
    let place = skippedLines.placed(error).place
    var message = name
    if let line = place.line { message += ":\(line)" + (place.column.map { ":\($0)" } ?? "") }
    message += ": \(error.problem)"
    if let path = place.path, !path.isEmpty { message += ", at \(shortened(path: path))" }
    return message
  }
}

/// A value of any type, which is validated and discarded.
struct IgnoredValue: Readable {
  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> IgnoredValue {
    try reader.skipValue()
    return IgnoredValue()
  }
}
