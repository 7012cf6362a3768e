import Millrace

// Values that become JSON text, because their column is one of other values; and those that become nothing.

extension Columns.Writer {
  /// Begins an object or an array whose text goes to a column of strings, or nowhere if it is `elsewhere`.
  mutating func beginJSON(_ kind: ColumnBuilder.Kind, for column: Address) {
    // There is always room for one level more: nothing is open inside of this one.
    outer.reserve(depth + 1)
    outer[depth] = Frame(container: container, row: row, fields: fields, expected: expected)
    depth += 1
    jsonTarget = column
    jsonEntry = entry
    container = nil
    fields = nil
    target = elsewhere
    continueJSON(kind)
  }

  mutating func continueJSON(_ kind: ColumnBuilder.Kind) {
    jsonDepth += 1
    if kind == .structure { json.beginDictionary() } else { json.beginArray() }
  }

  @usableFromInline @inline(never)
  mutating func endJSON(_ kind: ColumnBuilder.Kind) {
    if kind == .structure { json.endObject() } else { json.endArray() }
    jsonDepth -= 1
    guard jsonDepth == 0 else { return }
    if let failure = json.failure as? FormatError { fail(failure.problem) }
    json.removeSeparator()
    let (column, index) = (jsonTarget, jsonEntry)
    if column != elsewhere, column.pointee.count <= index {
      let text = UnsafeBufferPointer(
        start: json.output.start.assumingMemoryBound(to: UInt8.self), count: json.output.count)
      changing(column) { column throws(FormatError) in try column.append(.string(text), at: index) }
    }
    json.removeAll()
    target = column
    entry = index + 1
    restore()
  }
}
