import Millrace

extension Columns {
  /// Which values rows have in text.
  package struct TextRules {
    /// How NaN and infinite numbers are written.
    package var nonFiniteNumbers: NonFiniteNumbers
    /// Whether the null entries of rows are written as null. Other null members are left out.
    package var writesAbsent: Bool
    /// Whether numbers that are written as null are left out, where they are members.
    package var omitsNulls: Bool

    package init(
      nonFiniteNumbers: NonFiniteNumbers = .numbers, writesAbsent: Bool = false, omitsNulls: Bool = false
    ) {
      self.nonFiniteNumbers = nonFiniteNumbers
      self.writesAbsent = writesAbsent
      self.omitsNulls = omitsNulls
    }
  }
}

extension Columns.Table {
  /// Returns rows as JSON text, in the standard style.
  ///
  /// - Returns: Nil if an entry has no text, or if columns are nested too deep; `JSON.StreamWriter` then reports errors.
  package func json(_ rows: Range<Int>, as layout: JSON.StreamLayout, _ rules: Columns.TextRules) -> [UInt8]? {
    guard let columns = TextColumns(self) else { return nil }
    var output = OutputBuffer(minimumCapacity: expectedTextSize(of: rows.count, hasKeys: true))
    let isWritten = columns.withObjects(rules) { objects in
      if layout == .array { output.append(ASCII.openBracket) }
      for row in rows {
        if layout == .records { output.append(ASCII.recordSeparator) }
        guard objects.append(columns.ofTable, at: row, writesAbsent: rules.writesAbsent, to: &output) else {
          return false
        }
        if layout != .array { output.lastByte = ASCII.lineFeed }
      }
      guard layout == .array else { return true }
      if rows.isEmpty { output.append(ASCII.closeBracket) } else { output.lastByte = ASCII.closeBracket }
      output.append(ASCII.lineFeed)
      return true
    }
    return isWritten ? output.takeArray() : nil
  }
}

extension TextColumns {
  /// Calls a closure with the writer of JSON objects.
  func withObjects<Result>(_ rules: Columns.TextRules, _ body: (TextObjects) throws -> Result) rethrows -> Result {
    try unsafe columns.withUnsafeBufferPointer { columns in
      try unsafe keys.withUnsafeBufferPointer { keys in
        // SAFETY: the keys are never empty.
        try unsafe body(TextObjects(columns: columns, keys: keys.baseAddress.unsafelyUnwrapped, rules: rules))
      }
    }
  }
}

/// Writes entries of columns as JSON values, each with a comma after it.
///
/// SAFETY: the columns and keys are those of ``TextColumns``, whose method calls a closure with this value.
@safe
struct TextObjects {
  private let columns: UnsafeBufferPointer<TextColumn>
  private let keys: UnsafePointer<UInt8>
  private let nonFiniteNumbers: Columns.NonFiniteNumbers
  private let omitsNulls: Bool

  fileprivate init(columns: UnsafeBufferPointer<TextColumn>, keys: UnsafePointer<UInt8>, rules: Columns.TextRules) {
    unsafe self.columns = unsafe columns
    unsafe self.keys = unsafe keys
    nonFiniteNumbers = rules.nonFiniteNumbers
    omitsNulls = rules.omitsNulls
  }

  /// Appends an object.
  ///
  /// - Parameter members: The columns of the members.
  /// - Returns: Whether all entries have a text.
  func append(_ members: Range<Int>, at entry: Int, writesAbsent: Bool, to output: inout OutputBuffer) -> Bool {
    output.append(ASCII.openBrace)
    for index in members {
      let column = unsafe columns[index]
      if column.entries.isNull(at: entry) {
        guard writesAbsent else { continue }
        appendKey(column, to: &output)
        appendNull(to: &output)
        continue
      }
      if omitsNulls, isWrittenAsNull(column, at: entry) { continue }
      appendKey(column, to: &output)
      guard append(column, at: entry, to: &output) else { return false }
    }
    end(ASCII.closeBrace, &output)
    return true
  }

  /// Appends a key. The output then has room for a number.
  @inline(__always)
  private func appendKey(_ column: TextColumn, to output: inout OutputBuffer) {
    let key = unsafe keys + column.key.lowerBound
    let count = column.key.count
    guard count <= 2 * SixteenBytes.count else {
      unsafe output.append(UnsafeBufferPointer(start: key, count: count))
      return
    }
    unsafe SixteenBytes(at: key).store(at: output.target)
    if count > SixteenBytes.count {
      unsafe SixteenBytes(at: key + SixteenBytes.count).store(at: output.target + SixteenBytes.count)
    }
    unsafe output.target += count
  }

  private func isWrittenAsNull(_ column: TextColumn, at entry: Int) -> Bool {
    guard column.entries.kind.isFloatingPoint else { return false }
    let number = column.entries.double(at: entry)
    guard !number.isFinite, case .null = nonFiniteNumbers.form(of: number) else { return false }
    return true
  }

  /// Appends an entry that is not null.
  ///
  /// - Returns: Whether it has a text.
  @inline(__always)
  func append(_ column: TextColumn, at entry: Int, to output: inout OutputBuffer) -> Bool {
    let entries = column.entries
    switch entries.kind {
    case .strings: unsafe output.append(quoting: entries.text(at: entry), followedBy: ASCII.comma)
    case .integers:
      output.append(integer: entries.integer(at: entry))
      unsafe end(at: output.target, &output)
    case .doubles:
      let number = entries.double(at: entry)
      return output.append(number, followedBy: ASCII.comma) || append(notFinite: number, to: &output)
    case .singles, .halves:
      let number = entries.double(at: entry)
      return output.append(number, of: entries.kind) || append(notFinite: number, to: &output)
    case .numbers:
      unsafe output.append(entries.text(at: entry))
      output.append(ASCII.comma)
      output.growIfFull()
    case .booleans:
      let isTrue = entries.boolean(at: entry)
      output.append(isTrue ? 0x2C_6575_7274 : 0x2C65_736C_6166, count: isTrue ? 5 : 6)
      output.growIfFull()
    case .instants, .localTimes, .dates:
      let place = unsafe output.target
      unsafe place[0] = ASCII.quote
      guard let end = unsafe writeInstant(entries.instant(at: entry), as: entries.form, at: place + 1) else {
        return false
      }
      unsafe end[0] = ASCII.quote
      unsafe self.end(at: end + 1, &output)
    default: return append(uncommon: column, at: entry, to: &output)
    }
    return true
  }

  @inline(__always)
  private func end(at place: UnsafeMutablePointer<UInt8>, _ output: inout OutputBuffer) {
    unsafe place[0] = ASCII.comma
    unsafe output.target = unsafe place + 1
    output.growIfFull()
  }

  /// Replaces the comma after the last value by a bracket, or appends the bracket.
  private func end(_ bracket: UInt8, _ output: inout OutputBuffer) {
    if output.lastByte == ASCII.comma { output.lastByte = bracket } else { output.append(bracket) }
    output.append(ASCII.comma)
    output.growIfFull()
  }

  private func appendNull(to output: inout OutputBuffer) {
    output.append(0x2C_6C6C_756E, count: 5)
    output.growIfFull()
  }

  @inline(never)
  private func append(notFinite number: Double, to output: inout OutputBuffer) -> Bool {
    switch nonFiniteNumbers.form(of: number) {
    case .number: return false
    case .null: appendNull(to: &output)
    case .text(let text): output.append(quoting: text.description, followedBy: ASCII.comma)
    }
    return true
  }

  @inline(never)
  private func append(uncommon column: TextColumn, at entry: Int, to output: inout OutputBuffer) -> Bool {
    switch column.entries.kind {
    case .structures: return append(column.children, at: entry, writesAbsent: false, to: &output)
    case .lists:
      output.append(ASCII.openBracket)
      output.growIfFull()
      let (start, end) = column.entries.list(at: entry)
      let elements = unsafe columns[column.children.lowerBound]
      for index in start..<end {
        if elements.entries.isNull(at: index) {
          appendNull(to: &output)
        } else {
          guard append(elements, at: index, to: &output) else { return false }
        }
      }
      self.end(ASCII.closeBracket, &output)
    case .maps:
      output.append(ASCII.openBrace)
      output.growIfFull()
      let (start, end) = column.entries.list(at: entry)
      let parts = unsafe columns[column.children.lowerBound].children
      let (keys, values) = unsafe (columns[parts.lowerBound], columns[parts.lowerBound + 1])
      for index in start..<end {
        unsafe output.append(quoting: keys.entries.text(at: index), followedBy: ASCII.colon)
        if values.entries.isNull(at: index) {
          appendNull(to: &output)
        } else {
          guard append(values, at: index, to: &output) else { return false }
        }
      }
      self.end(ASCII.closeBrace, &output)
    case .bytes:
      output.append(quoting: base64(unsafe Array(column.entries.text(at: entry)), .standard), followedBy: ASCII.comma)
    default: appendNull(to: &output)
    }
    return true
  }
}
