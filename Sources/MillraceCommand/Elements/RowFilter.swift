import Millrace
import MillraceTables

/// The selection, order and names of the members of rows.
struct RowFilter {
  /// The selected members; nil selects all members.
  var names: Set<JSON.ExactKey>?
  /// The members that are left out.
  var dropped: Set<JSON.ExactKey> = []
  /// The members with another name in the output, and this name.
  var newNames: [JSON.ExactKey: String] = [:]
  /// Patterns that select, omit or rename members; nil without patterns.
  var patterns: MemberPatterns?
  /// The member that every row gets as its first one: its name, and the input that the row comes from.
  var source: (name: String, input: String)?
  /// Whether members that are null, at any depth, are left out.
  var omitsNulls = false
  /// Whether the columns of a table that a row does not have are written as null.
  var writesAbsent = false
  /// The columns of the table, if it is one.
  var columns: [String]?
  /// What NaN and infinities are written as, which conditions see as numbers.
  var nonFiniteNumbers = Columns.NonFiniteNumbers.numbers

  /// Whether rows are unchanged.
  var isNone: Bool {
    selectsAll && source == nil && !omitsNulls && !writesAbsent && nonFiniteNumbers == .numbers
  }

  /// Whether all members are selected, with their own names.
  var selectsAll: Bool { patterns == nil && names == nil && dropped.isEmpty && !renames }

  /// Whether members can have another name in the output.
  var renames: Bool { !newNames.isEmpty || patterns?.renames ?? false }

  /// The name of a member in the output; nil if it is left out.
  func outputName(of name: String) -> String? {
    let effect = patterns?.effect(on: name)
    guard names?.contains(name) ?? true || effect?.isListed ?? false, !dropped.contains(name), effect?.isDropped != true
    else { return nil }
    return newNames[name] ?? effect?.newName ?? name
  }

  /// Returns the names that a table's columns have in the output; empty if there are no columns.
  func outputNames(of names: [String]) -> [String] {
    names.isEmpty ? [] : (source.map { [$0.name] } ?? []) + names.compactMap(outputName(of:))
  }

  func replay<Writer: FormatWriter & ~Copyable>(_ row: borrowing RowTape, to writer: inout Writer) {
    guard !isNone else { return row.replay(to: &writer) }
    var filtering = FilteringWriter(consume writer, self)
    row.replay(to: &filtering)
    writer = filtering.finish()
  }
}

/// Elements of another source, filtered.
struct FilteredElements<Base: ElementSource & ~Copyable>: ElementSource, ~Copyable {
  private var base: Base
  private let filter: RowFilter

  init(_ base: consuming Base, _ filter: RowFilter) {
    self.base = base
    self.filter = filter
  }

  consuming func finish() -> Base { base }

  mutating func next<Value: Readable>(_ type: Value.Type) throws -> Value? { try nextForwarded(type) }

  mutating func forwardNext<Writer: FormatWriter & ~Copyable>(
    to writer: inout Writer, restart: (inout Writer) -> Void
  ) throws -> Bool {
    var filtering = FilteringWriter(consume writer, filter)
    let problem: RowProblem?
    let isThere: Bool
    do {
      isThere = try base.forwardNext(to: &filtering) { filtering in
        restart(&filtering.base)
        filtering.reset()
      }
      problem = filtering.takeProblem()
      writer = filtering.finish()
    } catch {
      writer = filtering.finish()
      throw error
    }
    if let problem { throw FormatError(.custom(problem)) }
    return isThere
  }
}

/// Writes rows to another writer, filtered.
///
/// A key is stored until its value determines whether it is written.
struct FilteringWriter<Base: FormatWriter & ~Copyable>: ~Copyable {
  var base: Base
  private let filter: RowFilter
  /// The open arrays and objects; of each whether it is an object.
  private var levels: [Bool] = []
  /// The number of open arrays and objects in a member that is not selected.
  private var levelsLeftOut = 0
  private var key: [UInt8]?
  /// Its name in the output, if it is another one.
  private var newName: String?
  /// The members of the row that got their names by renaming, or have a name that renaming gives, by this name.
  private var renamed: [JSON.ExactKey: String] = [:]
  /// The reason why the row cannot have the requested members.
  private var problem: RowProblem?
  /// Whether the next value belongs to a member that is not selected.
  private var isLeftOut = false
  /// The column that comes next in the row.
  private var column = 0

  init(_ base: consuming Base, _ filter: RowFilter) {
    self.base = base
    self.filter = filter
  }

  consuming func finish() -> Base { base }

  /// Moves the problem out. If it were only read before ``finish()``, Swift 6.3.1 would free it there, although it is used later.
  mutating func takeProblem() -> RowProblem? {
    defer { problem = nil }
    return problem
  }

  mutating func reset() {
    levels = []
    levelsLeftOut = 0
    key = nil
    newName = nil
    renamed = [:]
    problem = nil
    isLeftOut = false
    column = 0
  }
}

extension FilteringWriter where Base: ~Copyable {
  /// Writes the pending key, and returns whether its value is written.
  private mutating func begins(isNull: Bool = false, isObject: Bool = false) -> Bool {
    if levelsLeftOut > 0 { return false }
    if isLeftOut {
      isLeftOut = false
      return false
    }
    guard let key else {
      if levels.isEmpty, !isObject, filter.source != nil { problem = .notAnObject }
      return true
    }
    self.key = nil
    if isNull, filter.omitsNulls {
      newName = nil
      return false
    }
    if levels.count == 1 { writeAbsent(before: String(decoding: key, as: UTF8.self)) }
    if let newName {
      base.writeKey(newName)
      self.newName = nil
    } else {
      key.withSpan { base.writeKey(utf8: $0) }
    }
    return true
  }

  /// Writes nulls for the columns up to one, or up to the last.
  private mutating func writeAbsent(before name: String?) {
    guard let columns = filter.columns else { return }
    let end = name.map { name in columns[column...].firstIndex { JSON.ExactKey.areEqual($0, name) } } ?? columns.count
    guard let end else { return }
    for absent in columns[column..<end] {
      base.writeKey(filter.newNames[absent] ?? absent)
      base.writeNull()
    }
    column = end + 1
  }

  private mutating func open(isObject: Bool) -> Bool {
    if levelsLeftOut > 0 || isLeftOut {
      isLeftOut = false
      levelsLeftOut += 1
      return false
    }
    _ = begins(isObject: isObject)
    levels.append(isObject)
    return true
  }

  /// - Returns: Whether the array or object is written.
  private mutating func close() -> Bool {
    if levelsLeftOut > 0 {
      levelsLeftOut -= 1
      return false
    }
    if levels.count == 1, levels[0] { writeAbsent(before: nil) }
    levels.removeLast()
    return true
  }
}

extension FilteringWriter: FormatWriter where Base: ~Copyable {
  mutating func beginObject(_ fields: FieldTable) { beginMap() }
  mutating func beginMap() {
    guard open(isObject: true) else { return }
    base.beginMap()
    guard levels.count == 1, let source = filter.source else { return }
    base.writeKey(source.name)
    base.write(source.input)
  }
  mutating func endObject() { if close() { base.endObject() } }
  mutating func beginArray() { if open(isObject: false) { base.beginArray() } }
  mutating func endArray() { if close() { base.endArray() } }

  mutating func writeMember<Value: Writable & ~Copyable>(_ key: StaticString, at index: Int, _ value: borrowing Value) {
    guard let name = memberName(key) else { return }
    writeKey(name)
    value.write(to: &self)
  }

  mutating func writeKey(utf8: Span<UInt8>) {
    guard levelsLeftOut == 0 else { return }
    let bytes = Array(copying: utf8)
    if levels.count == 1, levels[0], !filter.selectsAll || filter.source != nil {
      let name = String(decoding: bytes, as: UTF8.self)
      guard let outputName = filter.outputName(of: name) else {
        isLeftOut = true
        return
      }
      if outputName == filter.source?.name { problem = .sourceColumn(outputName) }
      if filter.renames { note(name, as: outputName) }
    }
    key = bytes
  }

  /// Records a member's name in the output.
  private mutating func note(_ name: String, as outputName: String) {
    newName = JSON.ExactKey.areEqual(outputName, name) ? nil : outputName
    guard newName != nil || filter.patterns?.renames ?? false || filter.newNames.values.contains(outputName) else {
      return
    }
    if let other = renamed[outputName], !JSON.ExactKey.areEqual(other, name) {
      problem = .renamed([other, name], to: outputName)
    }
    renamed[outputName] = name
  }

  mutating func writeNull() { if begins(isNull: true) { base.writeNull() } }
  mutating func write(_ value: Bool) { if begins() { base.write(value) } }
  mutating func write(_ value: Int) { if begins() { base.write(value) } }
  mutating func write(_ value: Int64) { if begins() { base.write(value) } }
  mutating func write(_ value: UInt64) { if begins() { base.write(value) } }
  @available(WideIntegers, *)
  mutating func write(_ value: Int128) { if begins() { base.write(value) } }
  @available(WideIntegers, *)
  mutating func write(_ value: UInt128) { if begins() { base.write(value) } }
  mutating func write(_ value: Double) { if !replaces(value), begins() { base.write(value) } }
  mutating func write(_ value: Float) { if !replaces(Double(value)), begins() { base.write(value) } }
  mutating func write(_ value: String) { if begins() { base.write(value) } }
  mutating func write(_ value: Instant) { if begins() { base.write(value) } }
  mutating func write(_ value: Instant, as form: Instant.Form) { if begins() { base.write(value, as: form) } }
  mutating func write(bytes: [UInt8]) { if begins() { base.write(bytes: bytes) } }
  mutating func writeNumber(text: Span<UInt8>) { if begins() { base.writeNumber(text: text) } }
  mutating func writeExactNumber(text: Span<UInt8>) { if begins() { base.writeExactNumber(text: text) } }
  mutating func writeString(utf8: Span<UInt8>) { if begins() { base.writeString(utf8: utf8) } }

  /// Writes what the filter has for NaN or an infinity, and returns whether it did.
  private mutating func replaces(_ value: Double) -> Bool {
    guard !value.isFinite else { return false }
    switch filter.nonFiniteNumbers.form(of: value) {
    case .number: return false
    case .null: writeNull()
    case .text(let text): write("\(text)")
    }
    return true
  }

  mutating func fail(_ problem: FormatError.Problem) { base.fail(problem) }
  var hasFailed: Bool { base.hasFailed }
}

/// Returns the name in a constant that is a JSON key, with quotes and a colon.
func memberName(_ key: StaticString) -> String? {
  try? JSON.decode(String.self, from: key.withUTF8Buffer { unsafe Array($0.dropLast()) })
}
