import Millrace
import MillraceCommandLine

/// Writes differences, as lines for people or as JSON lines.
struct DifferenceReport {
  private let output: OutputBytes
  private let isJSON: Bool
  private let keyNames: [String]
  private var buffer: [UInt8] = []
  private var summary = Summary()

  private static let bufferSize = 1 << 16

  /// How many rows there were of each kind.
  @Serializable
  fileprivate struct Summary {
    var added = 0
    var removed = 0
    var changed = 0
    var equal = 0
  }

  /// A difference, as a JSON line.
  @Serializable
  fileprivate struct Line {
    var change: String
    var key: JSON.Value
    /// The row, if it was added or removed.
    var row: JSON.Value?
    /// The old and the new value of each column that differs.
    var columns: JSON.Value?
  }

  @Serializable
  fileprivate struct LastLine {
    var summary: Summary
  }

  init(_ output: OutputBytes, isJSON: Bool, keyNames: [String]) {
    self.output = output
    self.isJSON = isJSON
    self.keyNames = keyNames
  }

  var isDifferent: Bool { summary.added + summary.removed + summary.changed > 0 }

  mutating func addAdded(_ text: String) throws {
    summary.added += 1
    try add("added", sign: "+", try Self.object(text))
  }

  mutating func addRemoved(_ text: String) throws {
    summary.removed += 1
    try add("removed", sign: "-", try Self.object(text))
  }

  private mutating func add(_ change: String, sign: String, _ row: JSON.Object) throws {
    if isJSON { return try write(Line(change: change, key: key(of: row), row: .object(row))) }
    let others = row.filter { !keyNames.contains($0.key) }.map { "\($0.key): \(Self.text($0.value))" }
    try write(sign, row, others)
  }

  /// Compares two rows with the same key.
  mutating func compare(_ old: String, _ new: String) throws {
    // Bytes, because Swift's strings are equal if their characters are.
    guard !old.utf8.elementsEqual(new.utf8) else {
      summary.equal += 1
      return
    }
    let (old, new) = (try Self.object(old), try Self.object(new))
    var columns: [(name: String, old: JSON.Value, new: JSON.Value)] = []
    for (name, value) in old {
      let other = new[name] ?? .null
      if other != value { columns.append((name, value, other)) }
    }
    for (name, value) in new where old[name] == nil { columns.append((name, .null, value)) }
    guard !columns.isEmpty else {
      summary.equal += 1
      return
    }
    summary.changed += 1
    if isJSON {
      let changes = columns.map { ($0.name, JSON.Value.object(JSON.Object([("old", $0.old), ("new", $0.new)]))) }
      try write(Line(change: "changed", key: key(of: new), columns: .object(JSON.Object(changes))))
    } else {
      try write("~", new, columns.map { "\($0.name): \(Self.text($0.old)) → \(Self.text($0.new))" })
    }
  }

  /// Writes the summary.
  mutating func finish() throws {
    if isJSON {
      try write(LastLine(summary: summary))
    } else {
      let (added, removed, changed, equal) = (summary.added, summary.removed, summary.changed, summary.equal)
      write(line: "\(added) added, \(removed) removed, \(changed) changed, \(equal) equal")
    }
    try flush()
    try output.finish()
  }

  private static func object(_ text: String) throws -> JSON.Object {
    try JSON.decode(JSON.Value.self, from: text).object ?? JSON.Object()
  }

  private func key(of row: JSON.Object) -> JSON.Value {
    .object(JSON.Object(keyNames.map { ($0, row[$0] ?? .null) }))
  }

  private static func text(_ value: JSON.Value) -> String { (try? JSON.encode(value, as: String.self)) ?? "" }

  private mutating func write(_ sign: String, _ row: JSON.Object, _ columns: [String]) throws {
    let key = keyNames.map { "\($0)=\(Self.text(row[$0] ?? .null))" }.joined(separator: ", ")
    write(line: "\(sign) \(key)" + (columns.isEmpty ? "" : "  " + columns.joined(separator: ", ")))
    if buffer.count >= Self.bufferSize { try flush() }
  }

  private mutating func write<Value: Writable>(_ line: Value) throws {
    buffer += try JSON.encode(line)
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count >= Self.bufferSize { try flush() }
  }

  private mutating func write(line: String) {
    buffer += visible(line).utf8
    buffer.append(UInt8(ascii: "\n"))
  }

  private mutating func flush() throws {
    try buffer.withSpan { try output.write($0) }
    buffer.removeAll(keepingCapacity: true)
  }
}
