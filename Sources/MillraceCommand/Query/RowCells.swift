import Millrace
import MillraceSQLite
import MillraceTables

/// Writes rows into a ``RowBatch``: the members that are columns, each as a value of SQLite's types.
///
/// Numbers that SQLite's integers and reals cannot represent are text, so that nothing is rounded. Booleans are 0 and 1,
/// instants are text, and arrays and objects are JSON. Other members are skipped.
struct RowCells: ~Copyable {
  private let columns: [Column]
  /// The index of each column, for rows with their members in another order.
  private let indices: [[UInt8]: Int]
  private(set) var batch: RowBatch
  private(set) var failure: FormatError.Problem?
  private(set) var unknownMember: String?

  /// The open arrays and objects.
  private var depth = 0
  /// Whether the row is an array, whose elements are columns by their position.
  private var isArray = false
  /// The column after that of the last member, which is likely to come next.
  private var next = 0
  /// Where the value that comes next goes; negative if the value is skipped.
  private var position = Self.skipped
  /// The text of the array or object that is being written.
  private var nested: JSON.Writer?

  private static let skipped = -1

  private struct Column {
    let name: [UInt8]
    /// The index among the values of a row; negative if the query does not use the column.
    let position: Int
  }

  /// - Parameters:
  ///   - names: All columns.
  ///   - used: The indices of the columns that the query uses, in the order of the values.
  init(_ names: [String], used: [Int]) {
    var positions = Array(repeating: Self.skipped, count: names.count)
    for (position, column) in used.enumerated() { positions[column] = position }
    columns = zip(names, positions).map { Column(name: Array($0.utf8), position: $1) }
    indices = Dictionary(columns.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    batch = RowBatch(width: used.count)
  }

  mutating func beginRow(again: Bool) {
    if again { batch.removeLastRow() }
    batch.beginRow()
    depth = 0
    isArray = false
    next = 0
    // A row that is a scalar is the only column.
    position = columns.first?.position ?? Self.skipped
    nested = nil
    failure = nil
  }

  mutating func removeLastRow() { batch.removeLastRow() }

  /// Returns the rows, and continues with an empty batch.
  mutating func takeBatch() -> RowBatch {
    let taken = batch
    batch = RowBatch(width: taken.width)
    return taken
  }

  // MARK: Places

  /// Finds the column of a member.
  private mutating func find(_ name: Span<UInt8>) {
    if next < columns.count, name.hasBytes(columns[next].name) {
      position = columns[next].position
      next += 1
    } else if let index = indices[Array(copying: name)] {
      position = columns[index].position
      next = index + 1
    } else {
      position = Self.skipped
      if unknownMember == nil { unknownMember = String(decoding: Array(copying: name), as: UTF8.self) }
    }
  }

  /// Called before each value: finds the column of an element of a row that is an array.
  ///
  /// - Returns: Whether the query uses the column.
  private mutating func advance() -> Bool {
    guard isArray, depth == 1 else { return position >= 0 }
    if next < columns.count {
      position = columns[next].position
    } else {
      position = Self.skipped
      if unknownMember == nil { unknownMember = QueryTable.columnName(ofElement: next) }
    }
    next += 1
    return position >= 0
  }

  private mutating func set(_ kind: RowBatch.Cell.Kind, payload: UInt64 = 0) {
    if advance() { batch.set(position, kind, payload: payload) }
  }

  private mutating func set(_ kind: RowBatch.Cell.Kind, _ text: Span<UInt8>) {
    if advance() { batch.set(position, kind, text) }
  }

  private mutating func open(isArray: Bool) {
    let isUsed = nested == nil && advance()
    depth += 1
    if depth == 1 {
      self.isArray = isArray
    } else if isUsed {
      nested = JSON.Writer()
    }
    if isArray { nested?.beginArray() } else { nested?.beginMap() }
  }

  private mutating func close(isArray: Bool) {
    if isArray { nested?.endArray() } else { nested?.endObject() }
    depth -= 1
    guard depth == 1, var writer = nested.take() else { return }
    do {
      try writer.finish()
      batch.set(position, .text, writer.bytes)
    } catch { fail(error.problem) }
  }

  /// Whether the value belongs to a row, or a member of it, and not to an array or an object in there.
  private var isOwn: Bool { depth < 2 }
}

extension RowCells: FormatWriter {
  mutating func beginObject(_ fields: FieldTable) { beginMap() }
  mutating func beginMap() { open(isArray: false) }
  mutating func endObject() { close(isArray: false) }
  mutating func beginArray() { open(isArray: true) }
  mutating func endArray() { close(isArray: true) }

  mutating func writeMember<Value: Writable & ~Copyable>(_ key: StaticString, at index: Int, _ value: borrowing Value) {
    guard let name = memberName(key) else { return }
    writeKey(name)
    value.write(to: &self)
  }

  mutating func writeKey(utf8: Span<UInt8>) {
    if depth == 1 { find(utf8) } else { nested?.writeKey(utf8: utf8) }
  }

  mutating func writeNull() { if isOwn { set(.null) } else { nested?.writeNull() } }

  mutating func write(_ value: Bool) {
    if isOwn { set(.integer, payload: value ? 1 : 0) } else { nested?.write(value) }
  }

  mutating func write(_ value: Int) { write(Int64(value)) }

  mutating func write(_ value: Int64) {
    if isOwn { set(.integer, payload: UInt64(bitPattern: value)) } else { nested?.write(value) }
  }

  mutating func write(_ value: UInt64) {
    if let value = Int64(exactly: value) { write(value) } else { writeLong("\(value)") }
  }

  @available(WideIntegers, *)
  mutating func write(_ value: Int128) {
    if let value = Int64(exactly: value) { write(value) } else { writeLong("\(value)") }
  }

  @available(WideIntegers, *)
  mutating func write(_ value: UInt128) {
    if let value = Int64(exactly: value) { write(value) } else { writeLong("\(value)") }
  }

  private mutating func writeLong(_ digits: String) { digits.withUTF8Span { writeNumber(text: $0) } }

  mutating func write(_ value: Double) {
    // SQLite would take NaN for null.
    if value.isNaN || !isOwn && !value.isFinite {
      write(value.nonFiniteText)
    } else if isOwn {
      set(.real, payload: value.bitPattern)
    } else {
      nested?.write(value)
    }
  }

  mutating func write(_ value: Float) {
    if isOwn || !value.isFinite { write(Double(value)) } else { nested?.write(value) }
  }

  mutating func write(_ value: String) { value.withUTF8Span { writeString(utf8: $0) } }

  mutating func write(_ value: Instant) {
    if !isOwn {
      nested?.write(value)
    } else if let text = value.text(as: .instant) {
      write(text)
    } else {
      fail(.invalidValue(type: "date and time", found: "\(value)"))
    }
  }

  mutating func write(bytes: [UInt8]) {
    if isOwn { bytes.withSpan { set(.blob, $0) } } else { nested?.write(bytes: bytes) }
  }

  mutating func writeNumber(text: Span<UInt8>) {
    if !isOwn {
      nested?.writeNumber(text: text)
    } else if !advance() {
      return
    } else if let integer = unsafe text.withUnsafeBufferPointer({ unsafe Int64(decimal: $0) }) {
      batch.set(position, .integer, payload: UInt64(bitPattern: integer))
    } else if let double = exactDouble(inCell: text) {
      batch.set(position, .real, payload: double.bitPattern)
    } else {
      batch.set(position, .text, text)
    }
  }

  mutating func writeString(utf8: Span<UInt8>) {
    if isOwn { set(.text, utf8) } else { nested?.writeString(utf8: utf8) }
  }

  mutating func fail(_ problem: FormatError.Problem) { if failure == nil { failure = problem } }
  var hasFailed: Bool { failure != nil }
}

extension Span<UInt8> {
  /// Whether these are the bytes of an array.
  fileprivate func hasBytes(_ other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    for index in indices where self[index] != other[index] { return false }
    return true
  }
}
