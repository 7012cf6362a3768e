import Millrace
import MillraceCommandLine

// `--unnest`: each element of an array becomes a row, in which it has the name of the array, beside the other members.
// It comes before all options that choose rows and columns, so they see the rows that it makes. A row without elements stays
// one row, so that no row is lost.

/// The member whose elements become rows.
struct Unnesting: Sendable {
  /// The name of the arrays.
  let field: String
  /// The name of the column for the index of an element; nil omits the column.
  let index: String?

  init?(_ arguments: Arguments) throws(CommandError) {
    guard let field = arguments["unnest"] else {
      if arguments.has("index") {
        throw .usage("--index requires --unnest", hint: "it names a column for the index of an element")
      }
      return nil
    }
    self.field = field
    index = arguments["index"]
    if let index, index.isEmpty || index == field {
      throw .usage("--index takes another name than --unnest, not '\(index)'", hint: arguments.hint)
    }
  }

  /// The columns of the rows that are made from those of a table.
  func columns(_ names: [String]) -> [String] {
    names.flatMap { name in
      JSON.ExactKey.areEqual(name, field) ? [name] + (index.map { [$0] } ?? []) : [name]
    }
  }
}

/// Rows that are made of the elements of arrays in the rows of another source.
final class UnnestedRows {
  private let base: RowSource
  private let unnesting: Unnesting
  private let field: [UInt8]
  private let index: [UInt8]?
  private var row = RowTape()
  /// The rows of the source that were read.
  private var rowCount = 0

  /// The events of the row that are the array or the other value, after its key; nil if there is none.
  private var value: Range<Int>?
  /// The events of each element; empty if the value is not an array with elements.
  private var elements: [Range<Int>] = []
  /// The element that comes next.
  private var position = 0

  init(_ base: @escaping RowSource, _ unnesting: Unnesting) {
    self.base = base
    self.unnesting = unnesting
    field = Array(unnesting.field.utf8)
    index = unnesting.index.map { Array($0.utf8) }
  }

  func readNext(_ made: inout RowTape) throws -> Bool {
    if position == elements.count {
      guard try base(&row) else { return false }
      rowCount += 1
      try findElements()
    }
    made.removeAll()
    if elements.isEmpty { writeRow(to: &made) } else { writeElement(to: &made) }
    return true
  }

  /// Finds the array in the row, and its elements.
  private func findElements() throws {
    (value, elements, position) = (nil, [], 0)
    try row.forEachMember(ofObjectAt: 0) { name, events in
      // Of a duplicate key the last value counts.
      if name.elementsEqual(field) { value = events }
      if let index, name.elementsEqual(index) {
        var error = FormatError(.custom(RowProblem.indexColumn(unnesting.index ?? "")))
        error.place.path = "/\(rowCount - 1)"
        throw error
      }
    }
    if let value { elements = row.elements(ofArrayAt: value.lowerBound) }
  }

  private func writeElement(to made: inout RowTape) {
    guard let value else { return }
    made.append(0..<value.lowerBound, of: row)
    made.append(elements[position], of: row)
    if let index = unnesting.index {
      made.writeKey(index)
      made.write(Int64(position))
    }
    made.append(value.upperBound..<row.events.count, of: row)
    position += 1
  }

  /// Writes a row that has no elements.
  private func writeRow(to made: inout RowTape) {
    guard case .beginObject? = row.events.first else { return made.append(0..<row.events.count, of: row) }
    let end = value?.upperBound ?? row.events.count - 1
    if let value, case .beginArray = row.events[value.lowerBound] {
      made.append(0..<value.lowerBound, of: row)
      made.writeNull()
    } else {
      made.append(0..<end, of: row)
    }
    if let index = unnesting.index {
      made.writeKey(index)
      made.writeNull()
    }
    made.append(end..<row.events.count, of: row)
  }
}
