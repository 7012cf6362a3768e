import Millrace
import MillraceCommandLine

// `--entries`: each member of an object becomes a row, as in `{"a":{"x":1},"b":{"x":2}}`. It comes before `--unnest` and all options that
// choose rows and columns, so they see the rows that it makes.

/// How members become rows.
struct Entries: Sendable {
  /// The name of the column for the keys.
  let keyName: String

  /// The name of the column for values that are not objects.
  static let valueName = "value"

  init?(_ arguments: Arguments) throws(CommandError) {
    guard let name = arguments["entries"] else { return nil }
    guard !name.isEmpty, name != Self.valueName else {
      throw .usage(
        "--entries takes the name of a column for the keys, not '\(name)'", hint: "such as --entries id")
    }
    keyName = name
  }
}

/// Rows that are made of the members of the objects of another source.
final class EntryRows {
  private let base: RowSource
  private let keyName: [UInt8]
  private let entries: Entries
  private var object = RowTape()
  /// The objects of the source that were read.
  private var objectCount = 0
  /// The index of the event that is the key of the member that comes next; after the last member the end of the object.
  private var next = 0

  init(_ base: @escaping RowSource, _ entries: Entries) {
    self.base = base
    self.entries = entries
    keyName = Array(entries.keyName.utf8)
  }

  func readNext(_ row: inout RowTape) throws -> Bool {
    while true {
      if next < object.events.count, case .key(let range) = object.events[next] {
        let value = next + 1..<object.endOfValue(at: next + 1)
        row.removeAll()
        try writeRow(Array(object.text[range]), value, to: &row)
        next = value.upperBound
        return true
      }
      guard try base(&object) else { return false }
      objectCount += 1
      guard case .beginObject? = object.events.first else { throw located(.notEntries) }
      next = 1
    }
  }

  private func writeRow(_ key: [UInt8], _ value: Range<Int>, to row: inout RowTape) throws {
    row.beginMap()
    row.writeKey(entries.keyName)
    key.withSpan { row.writeString(utf8: $0) }
    if case .beginObject = object.events[value.lowerBound] {
      try checkMembers(value)
      row.append(value.lowerBound + 1..<value.upperBound - 1, of: object)
    } else {
      row.writeKey(Entries.valueName)
      row.append(value, of: object)
    }
    row.endObject()
  }

  /// Makes sure that no member has the name of the column for the keys.
  private func checkMembers(_ value: Range<Int>) throws {
    try object.forEachMember(ofObjectAt: value.lowerBound) { name, _ in
      if name.elementsEqual(keyName) { throw located(.entriesColumn(entries.keyName)) }
    }
  }

  private func located(_ problem: RowProblem) -> FormatError {
    var error = FormatError(.custom(problem))
    error.place.path = "/\(objectCount - 1)"
    return error
  }
}
