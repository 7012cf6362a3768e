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

/// Passes the members of objects as rows to another visitor.
struct EntriesVisitor<Visitor: ElementVisitor & ~Copyable>: ElementVisitor, ~Copyable {
  private var visitor: Visitor
  private let entries: Entries

  init(_ visitor: consuming Visitor, _ entries: Entries) {
    self.visitor = visitor
    self.entries = entries
  }

  consuming func finish() -> Visitor { visitor }

  mutating func begin(columns: [String]) { visitor.begin(columns: columns) }

  mutating func visit<Source: ElementSource & ~Copyable>(_ elements: inout Source) throws {
    var made = EntryElements(consume elements, entries)
    do {
      try visitor.visit(&made)
      elements = made.finish()
    } catch {
      elements = made.finish()
      throw error
    }
  }
}

/// Rows that are made of the members of the objects of another source.
private struct EntryElements<Base: ElementSource & ~Copyable>: ElementSource, ~Copyable {
  private var base: Base
  private let keyName: [UInt8]
  private let entries: Entries
  private var object = RowTape()
  /// The objects of the source that were read.
  private var objectCount = 0
  /// The index of the event that is the key of the member that comes next; after the last member the end of the object.
  private var next = 0

  init(_ base: consuming Base, _ entries: Entries) {
    self.base = base
    self.entries = entries
    keyName = Array(entries.keyName.utf8)
  }

  consuming func finish() -> Base { base }

  mutating func next<Value: Readable>(_ type: Value.Type) throws -> Value? { try nextForwarded(type) }

  mutating func forwardNext<Writer: FormatWriter & ~Copyable>(
    to writer: inout Writer, restart: (inout Writer) -> Void
  ) throws -> Bool {
    while true {
      if next < object.events.count, case .key(let start, let end) = object.events[next] {
        let value = next + 1..<object.endOfValue(at: next + 1)
        restart(&writer)
        try writeRow(Array(object.text[start..<end]), value, to: &writer)
        next = value.upperBound
        return true
      }
      object.removeAll()
      guard try base.forwardNext(to: &object, restart: { $0.removeAll() }) else { return false }
      objectCount += 1
      guard case .beginObject? = object.events.first else { throw located(.notEntries) }
      next = 1
    }
  }

  private func writeRow<Writer: FormatWriter & ~Copyable>(
    _ key: [UInt8], _ value: Range<Int>, to writer: inout Writer
  ) throws {
    writer.beginMap()
    writer.writeKey(entries.keyName)
    key.withSpan { writer.writeString(utf8: $0) }
    if case .beginObject = object.events[value.lowerBound] {
      try checkMembers(value)
      object.replay(value.lowerBound + 1..<value.upperBound - 1, to: &writer)
    } else {
      writer.writeKey(Entries.valueName)
      object.replay(value, to: &writer)
    }
    writer.endObject()
  }

  /// Makes sure that no member has the name of the column for the keys.
  private func checkMembers(_ value: Range<Int>) throws {
    var event = value.lowerBound + 1
    while event < value.upperBound, case .key(let start, let end) = object.events[event] {
      if object.text[start..<end].elementsEqual(keyName) { throw located(.entriesColumn(entries.keyName)) }
      event = object.endOfValue(at: event + 1)
    }
  }

  private func located(_ problem: RowProblem) -> FormatError {
    var error = FormatError(.custom(problem))
    error.place.path = "/\(objectCount - 1)"
    return error
  }
}
