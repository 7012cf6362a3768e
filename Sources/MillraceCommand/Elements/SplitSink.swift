import Millrace
import MillraceCommandLine
import MillraceTables
import SystemLibrary

// `--split-by`: rows with the same text in a column are in one file, whose name has this text.
//
// There can be more files than a process can have open, and than memory has room for. So rows are kept in memory, and when these are too many they
// are appended to one temporary file, with a list of the parts of each output. In the end the outputs are written one after another, each as any
// other output of its format: under a temporary name first.

/// The outputs of rows, by the text in a column.
struct SplitRule: Sendable {
  let column: String
  /// The path of the output before and after the text.
  fileprivate let path: [String]

  private static let placeholder = "{}"

  /// - Parameter path: The path of the output.
  init?(_ arguments: Arguments, path: String?) throws(CommandError) {
    guard let column = arguments["split-by"] else { return nil }
    let parts = (path ?? "").parts(separatedBy: Self.placeholder)
    guard parts.count == 2 else {
      throw .usage("--split-by requires an OUTPUT with {} for the text of the column", hint: "such as 'by-zone-{}.csv'")
    }
    self.column = column
    self.path = parts
  }

  /// The paths of the outputs for texts, by a name for each that every file system can have.
  ///
  /// Bytes other than letters and digits, `.`, `-`, `_` and those of characters outside of ASCII become `%` and two digits, a missing text is
  /// `null`, and an empty one is `empty`. Names that differ in case only, or are the same, get numbers.
  func paths(of texts: [String?]) -> [String] {
    var known: Set<String> = []
    // The last number of each name, where the next search begins.
    var numbers: [String: Int] = [:]
    return texts.map { text in
      let name = Self.name(of: text)
      var number = numbers[name.lowercased()] ?? 1
      var unique = number == 1 ? name : "\(name)_\(number)"
      defer { numbers[name.lowercased()] = number }
      while !known.insert(unique.lowercased()).inserted {
        number += 1
        unique = "\(name)_\(number)"
      }
      return path[0] + unique + path[1]
    }
  }

  private static let longestName = 200

  private static func name(of text: String?) -> String {
    guard let text else { return "null" }
    guard !text.isEmpty else { return "empty" }
    var name = ""
    for character in text {
      let isPlain =
        character.isASCII ? character.isLetter || character.isNumber || "-_.".contains(character) : character.isLetter
      var written = String(character)
      if !isPlain || name.isEmpty && character == "." {
        written = character.utf8.map { ($0 < 16 ? "%0" : "%") + String($0, radix: 16, uppercase: true) }.joined()
      }
      if name.utf8.count + written.utf8.count > longestName { break }
      name += written
    }
    return name
  }
}

/// Writes rows to an output for each text of a column.
struct SplitSink: ElementSink, ~Copyable {
  private let rule: SplitRule
  private let output: OutputOptions
  private let schema: Schema
  private let columnName: [UInt8]
  private var row = RowTape()
  private var partitions: [Partition] = []
  private var indices: [String?: Int] = [:]
  /// The bytes of the rows in memory.
  private var size = 0
  private var spill: TemporaryFile?
  private var spilledSize = 0
  private var hasColumn = false

  /// The largest size of the rows in memory.
  @TaskLocal static var maximumSize = 64 << 20

  private struct Partition {
    let text: String?
    var rows: [RowTape] = []
    /// The parts in the temporary file that have its first rows.
    var parts: [Range<Int>] = []
  }

  /// - Parameter schema: What is known of the rows of all outputs.
  init(_ rule: SplitRule, _ output: OutputOptions, _ schema: Schema) {
    self.rule = rule
    self.output = output
    self.schema = schema
    columnName = Array(rule.column.utf8)
  }

  mutating func append<Value: Writable & ~Copyable>(_ value: borrowing Value) throws {
    row.removeAll()
    value.write(to: &row)
    try keepRow()
  }

  mutating func append<Source: ElementSource & ~Copyable>(nextOf source: inout Source) throws -> Bool {
    guard try source.readNext(&row) else { return false }
    try keepRow()
    return true
  }

  private mutating func keepRow() throws {
    if let failure = row.failure { throw FormatError(failure) }
    let text = try text()
    let index = indices[text] ?? partitions.count
    if index == partitions.count {
      indices[text] = index
      partitions.append(Partition(text: text))
    }
    size += row.size
    partitions[index].rows.append(row)
    row = RowTape()
    if size > Self.maximumSize { try spillRows() }
  }

  /// The text of the column in the row; nil for null.
  private mutating func text() throws -> String? {
    guard let event = row.event(ofMember: columnName) else { return nil }
    hasColumn = true
    switch row.value(at: event) {
    case .null: return nil
    case .container: throw FormatError(.custom(RowProblem.splitContainer(rule.column)))
    case let value: return value.writtenText.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  // MARK: Parts

  /// Writes the rows in memory to the temporary file.
  private mutating func spillRows() throws {
    let file = try spill ?? TemporaryFile()
    spill = file
    for index in partitions.indices where !partitions[index].rows.isEmpty {
      var bytes: [UInt8] = []
      for row in partitions[index].rows { row.append(to: &bytes) }
      try file.append(bytes)
      partitions[index].parts.append(spilledSize..<spilledSize + bytes.count)
      partitions[index].rows = []
      spilledSize += bytes.count
    }
    size = 0
  }

  mutating func end() throws {
    if !partitions.isEmpty, !hasColumn {
      throw missingColumn(rule.column, among: output.columns ?? schema.fields.map(\.name), in: "the rows")
    }
    let paths = rule.paths(of: partitions.map(\.text))
    for (path, partition) in zip(paths, partitions) {
      var transfer = PartitionTransfer(rows: partition.rows, parts: partition.parts, file: spill)
      try output.part(at: path).visit(schema, isSingle: false, &transfer)
    }
  }
}

/// Moves the rows of an output from the temporary file and from memory to it.
private struct PartitionTransfer: SinkVisitor {
  var rows: [RowTape]
  let parts: [Range<Int>]
  let file: TemporaryFile?

  mutating func visit<Sink: ElementSink & ~Copyable>(_ sink: consuming Sink) throws {
    var sink = sink
    for part in parts {
      var spilled = RowElements(RowTape.rows(in: try file?.read(part) ?? []))
      while try sink.append(nextOf: &spilled) {}
    }
    var kept = RowElements(rows)
    while try sink.append(nextOf: &kept) {}
    try sink.end()
  }
}
