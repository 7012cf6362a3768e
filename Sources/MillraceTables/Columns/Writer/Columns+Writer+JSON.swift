import Millrace

// Values that are written as JSON text, because their column contains other values; and values that are discarded.

extension Columns.Writer {
  /// Begins an object or an array whose text is written to a column of strings, or discarded if the kind is
  /// `elsewhere`.
  mutating func beginJSON(_ kind: ColumnBuilder.Kind, for column: Address) {
    // One more level is always reserved, because nothing is opened inside this one.
    outer.reserve(depth + 1)
    outer[depth] = unsafe Frame(container: container, row: row, fields: fields, expected: expected)
    depth += 1
    unsafe jsonTarget = unsafe column
    jsonEntry = entry
    unsafe container = nil
    unsafe fields = nil
    unsafe target = unsafe elsewhere
    continueJSON(kind)
  }

  mutating func continueJSON(_ kind: ColumnBuilder.Kind) {
    jsonDepth += 1
    if kind == .structure { json.beginMap() } else { json.beginArray() }
  }

  @usableFromInline @inline(never)
  mutating func endJSON(_ kind: ColumnBuilder.Kind) {
    if kind == .structure { json.endObject() } else { json.endArray() }
    jsonDepth -= 1
    guard jsonDepth == 0 else { return }
    if let failure = json.failure as? FormatError { fail(failure.problem) }
    json.removeSeparator()
    let (column, index) = unsafe (jsonTarget, jsonEntry)
    if unsafe column != elsewhere, unsafe column.pointee.count <= index {
      let text = unsafe UnsafeBufferPointer(
        start: json.output.start.assumingMemoryBound(to: UInt8.self), count: json.output.count)
      unsafe changing(column) { column throws(FormatError) in try unsafe column.append(.string(text), at: index) }
    }
    json.removeAll()
    unsafe target = unsafe column
    entry = index + 1
    restore()
  }
}
