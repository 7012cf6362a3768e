import Millrace
import MillraceCommandLine

// Both inputs of a comparison are compared as JSON: a row is an object without its nulls, so that null, a missing member and an
// empty cell are the same. Cells of CSV have no types. If one input is CSV, texts in both inputs that are a number, a boolean, an
// array or an object count as that, unless `--columns NAME=text` names their column.

/// A row of a comparison.
struct ComparedRow {
  /// The number of the row in its input, counted from 1.
  let number: Int
  /// The values of the key as JSON, with equal numbers as the same text.
  let key: String
  /// The row as a JSON object.
  let text: String
}

/// Reads rows as those of a comparison.
struct ComparedRows {
  let keyNames: [String]
  /// Whether texts that are a number, a boolean, an array or an object count as that.
  let readsCells: Bool
  /// The columns whose values are compared as text.
  let textColumns: Set<JSON.ExactKey>

  private enum Cell {
    case null
    case boolean(Bool)
    case number(ArraySlice<UInt8>)
    case text(ArraySlice<UInt8>)
    /// An array or an object, as the text of a cell.
    case document(ArraySlice<UInt8>)
    case nested
  }

  /// - Throws: ``CommandError`` for a row without a key, and ``FormatError`` for a value that JSON cannot represent.
  func row(_ row: RowTape, number: Int, in input: String) throws -> ComparedRow {
    var writer = JSON.Writer()
    var keyCells = Array(repeating: Cell.null, count: keyNames.count)
    writer.beginMap()
    try row.forEachCell { name, value in
      let name = String(decoding: name, as: UTF8.self)
      let cell = try cell(value, of: row, isText: textColumns.contains(name))
      if let index = keyNames.firstIndex(where: { JSON.ExactKey.areEqual($0, name) }) { keyCells[index] = cell }
      if case .null = cell { return }
      writer.writeKey(name)
      switch cell {
      case .null: break
      case .boolean(let value): writer.write(value)
      case .number(let text): text.withSpan { writer.writeNumber(text: $0) }
      case .text(let text): text.withSpan { writer.writeString(utf8: $0) }
      case .document(let text): writer.write(value: try JSON.decode(JSON.Value.self, from: Array(text)))
      case .nested: row.replay(value, to: &writer, spellsNonFinite: true)
      }
    }
    writer.endObject()
    try writer.finish()
    return ComparedRow(
      number: number, key: try key(keyCells, number: number, in: input),
      text: String(decoding: Array(copying: writer.bytes), as: UTF8.self))
  }

  private func cell(_ value: Range<Int>, of row: RowTape, isText: Bool) throws -> Cell {
    func number(_ text: ArraySlice<UInt8>) -> Cell { isText ? .text(text) : .number(text) }
    func text(_ text: String) -> Cell { .text(Array(text.utf8)[...]) }
    switch row.events[value.lowerBound] {
    case .boolean(let value): return isText ? text("\(value)") : .boolean(value)
    case .integer(let value): return number(Array("\(value)".utf8)[...])
    case .number(let range): return number(row.text[range])
    case .double(let value): return value.isFinite ? number(try Self.text(of: value)) : text(value.nonFiniteText)
    case .float(let value): return value.isFinite ? number(try Self.text(of: value)) : text(Double(value).nonFiniteText)
    case .instant, .bytes:
      // In the form that JSON has.
      var writer = JSON.Value.Writer()
      row.replay(value, to: &writer)
      return text(try writer.finish().string ?? "")
    case .string(let range):
      return readsCells && !isText ? Self.cell(row.text[range]) : .text(row.text[range])
    case .beginArray, .beginObject: return .nested
    case .null, .key, .endArray, .endObject: return .null
    }
  }

  private static func text<Value: Writable>(of number: Value) throws -> ArraySlice<UInt8> {
    try JSON.encode(number)[...]
  }

  private static func cell(_ text: ArraySlice<UInt8>) -> Cell {
    guard let first = text.first else { return .text(text) }
    if first == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) {
      return ComparedNumber(text) == nil ? .text(text) : .number(text)
    }
    if text.elementsEqual("true".utf8) { return .boolean(true) }
    if text.elementsEqual("false".utf8) { return .boolean(false) }
    let isNested = first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
    return isNested && (try? JSON.decode(JSON.Value.self, from: Array(text))) != nil ? .document(text) : .text(text)
  }

  private func key(_ cells: [Cell], number: Int, in input: String) throws -> String {
    var isNull = true
    var writer = JSON.Writer()
    writer.beginArray()
    for (name, cell) in zip(keyNames, cells) {
      if case .null = cell { writer.writeNull() } else { isNull = false }
      switch cell {
      case .null: break
      case .boolean(let value): writer.write(value)
      case .number(let text):
        let canonical = DecimalText(text)?.canonicalText ?? text
        canonical.withSpan { writer.writeNumber(text: $0) }
      case .text(let text): text.withSpan { writer.writeString(utf8: $0) }
      case .document, .nested:
        throw CommandError.data(
          "millrace: \(input): the key '\(name)' of row \(number) is an array or an object; expected a scalar")
      }
    }
    writer.endArray()
    guard !isNull else {
      let names = keyNames.map { "'\($0)'" }.joined(separator: ", ")
      throw CommandError.data("millrace: \(input): row \(number) has no value for the key \(names)")
    }
    try writer.finish()
    return String(decoding: Array(copying: writer.bytes), as: UTF8.self)
  }
}

extension DecimalText {
  /// Returns the same text for all numbers with this value.
  fileprivate var canonicalText: ArraySlice<UInt8> {
    if let integer { return Array("\(integer)".utf8)[...] }
    let sign = isNegative ? [UInt8(ascii: "-")] : []
    return (sign + digits.filter { $0 != UInt8(ascii: ".") } + "e\(places.lowerBound)".utf8)[...]
  }
}

extension ArraySlice<UInt8> {
  fileprivate func withSpan(_ body: (Span<UInt8>) -> Void) {
    // SAFETY: the memory is valid until the closure returns.
    unsafe withUnsafeBufferPointer { unsafe body($0.span) }
  }
}
