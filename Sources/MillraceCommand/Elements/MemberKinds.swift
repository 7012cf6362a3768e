import Millrace
import MillraceCommandLine
import MillraceTables

// The kinds of `--columns` for JSON: a text becomes a number, an instant and so on, by the rules for cells of CSV. A
// value of the kind is unchanged. They apply where the rows are read, so an error has its line, and `--on-bad-row`
// skips the row.

struct MemberKinds: Sendable {
  /// A kind, with the format of an instant.
  fileprivate struct Kind: Sendable {
    let kind: CSV.CellKind
    let instantFormat: CSV.InstantFormat

    init?(_ choice: ColumnChoice) {
      guard let kind = choice.kind else { return nil }
      self.kind = kind
      instantFormat = choice.instantFormat ?? .iso8601()
    }
  }

  /// A member with a kind, or with members that have kinds.
  fileprivate struct Node: Sendable {
    var kind: Kind?
    var members: [JSON.ExactKey: Node] = [:]

    mutating func add(_ kind: Kind, at path: ArraySlice<String>) {
      guard let name = path.first else { return self.kind = kind }
      members[JSON.ExactKey(text: name), default: Node()].add(kind, at: path.dropFirst())
    }
  }

  private var row = Node()
  private var patterns: [(pattern: NamePattern, kind: Kind)] = []
  /// The member whose elements become rows, which have the kind of the member.
  private let unnested: String?
  /// Whether the members of an object become rows.
  private let hasEntries: Bool

  /// - Returns: nil if no column has a kind.
  init?(_ options: InputOptions) {
    guard let columns = options.columns, columns.contains(where: { $0.kind != nil }) else { return nil }
    unnested = options.unnesting?.field
    hasEntries = options.entries != nil
    for choice in columns {
      guard let kind = Kind(choice) else { continue }
      if let pattern = choice.reference.pattern {
        patterns.append((pattern, kind))
      } else {
        row.add(kind, at: [choice.name])
        if let separator = options.selection.flattenSeparator {
          row.add(kind, at: choice.name.parts(separatedBy: separator)[...])
        }
      }
    }
  }

  /// Forwards a row, or the object whose members become rows.
  fileprivate func forward<Writer: FormatWriter & ~Copyable>(
    from reader: inout JSON.Reader, to writer: inout Writer
  ) throws {
    guard hasEntries, try reader.nextKind() == .object else { return try forwardRow(from: &reader, to: &writer) }
    try forwardMembers(from: &reader, to: &writer) { _, reader, writer in
      if try reader.nextKind() != .object, let kind = row.members[Entries.valueName]?.kind {
        try kind.forward(from: &reader, to: &writer)
      } else {
        try forwardRow(from: &reader, to: &writer)
      }
    }
  }

  private func forwardRow<Writer: FormatWriter & ~Copyable>(
    from reader: inout JSON.Reader, to writer: inout Writer
  ) throws {
    try forward(row, from: &reader, to: &writer) { name in
      row.members[name] ?? patterns.first { $0.pattern.matches(name) }.map { Node(kind: $0.kind) }
    }
  }

  /// Forwards a value with some members.
  private func forward<Writer: FormatWriter & ~Copyable>(
    _ node: Node, from reader: inout JSON.Reader, to writer: inout Writer, member: (String) -> Node?
  ) throws {
    guard try reader.nextKind() == .object else { return try Millrace.forward(from: &reader, to: &writer) }
    try forwardMembers(from: &reader, to: &writer) { name, reader, writer in
      guard let node = member(name) else { return try Millrace.forward(from: &reader, to: &writer) }
      let kind = try reader.nextKind()
      if kind == .object, !node.members.isEmpty {
        return try forward(node, from: &reader, to: &writer) { node.members[$0] }
      }
      guard let wanted = node.kind else { return try Millrace.forward(from: &reader, to: &writer) }
      guard name == unnested, kind == .array else { return try wanted.forward(from: &reader, to: &writer) }
      writer.beginArray()
      if try reader.beginArray() {
        repeat { try wanted.forward(from: &reader, to: &writer) } while try reader.nextElement()
      }
      writer.endArray()
    }
  }

  /// Forwards an object.
  ///
  /// - Parameter value: Forwards the value of a member.
  private func forwardMembers<Writer: FormatWriter & ~Copyable>(
    from reader: inout JSON.Reader, to writer: inout Writer,
    value: (_ name: String, inout JSON.Reader, inout Writer) throws -> Void
  ) throws {
    writer.beginMap()
    if try reader.beginMap() {
      repeat {
        let name = try reader.readKey()
        writer.writeKey(name)
        try value(name, &reader, &writer)
      } while try reader.nextMember()
    }
    writer.endObject()
  }
}

extension MemberKinds.Kind {
  /// Forwards a value as this kind.
  ///
  /// - Throws: ``RowProblem/wrongKind(expected:found:)``, at the value.
  fileprivate func forward<Writer: FormatWriter & ~Copyable>(
    from reader: inout JSON.Reader, to writer: inout Writer
  ) throws {
    let start = reader.mark()
    let found: String
    switch try reader.nextKind() {
    case .null: return try reader.forwardScalar(to: &writer)
    case .string:
      let text = try reader.readString()
      if text.withUTF8Span({ write(text: $0, to: &writer) }) { return }
      found = "\"\(text.prefix(60))\(text.count > 60 ? "…" : "")\""
    case .number:
      let number = try reader.readNumberText()
      switch kind {
      case .number, .json: return number.withUTF8Span { writer.writeNumber(text: $0) }
      case .text: return writer.write(number)
      case .integer, .boolean:
        if number.withUTF8Span({ write(text: $0, to: &writer) }) { return }
      case .instant, .bytes, .null: break
      }
      found = "\(number)"
    case .boolean:
      let value = try reader.readBool()
      switch kind {
      case .boolean, .json: return writer.write(value)
      case .text: return writer.write("\(value)")
      case .integer, .number, .instant, .bytes, .null: found = "\(value)"
      }
    case .array, .object:
      let isArray = try reader.nextKind() == .array
      switch kind {
      case .json: return try Millrace.forward(from: &reader, to: &writer)
      case .text:
        var nested = JSON.Writer()
        try Millrace.forward(from: &reader, to: &nested)
        try nested.finish()
        return writer.writeString(utf8: nested.bytes)
      case .integer, .number, .boolean, .instant, .bytes, .null: found = isArray ? "an array" : "an object"
      }
    }
    reader.rewind(to: start)
    try reader.fail(.custom(RowProblem.wrongKind(expected: expectation, found: found)))
  }

  private var expectation: String { kind == .instant ? "\(instantFormat)" : "\(kind)" }

  /// Writes a text as this kind.
  ///
  /// - Returns: `false` if the text is not of this kind. A part of it may have been written.
  private func write<Writer: FormatWriter & ~Copyable>(text: Span<UInt8>, to writer: inout Writer) -> Bool {
    switch kind {
    case .null: return false
    case .text: writer.writeString(utf8: text)
    case .integer, .number:
      guard numberForm(ofCell: text) == .json else { return false }
      let isInteger = text.indices.allSatisfy { ASCII.isDigit(text[$0]) || text[$0] == ASCII.minus }
      guard kind == .number || isInteger else { return false }
      writer.writeNumber(text: text)
    case .boolean:
      let word = String(decoding: Array(copying: text), as: UTF8.self).lowercased()
      guard ["true", "false", "1", "0"].contains(word) else { return false }
      writer.write(word == "true" || word == "1")
    case .instant:
      guard let instant = unsafe text.withUnsafeBufferPointer({ unsafe instantFormat.instant($0) }) else {
        return false
      }
      writer.write(instant, as: instantFormat.form)
    case .bytes:
      guard let bytes = bytes(base64: String(decoding: Array(copying: text), as: UTF8.self), .standard) else {
        return false
      }
      writer.write(bytes: bytes)
    case .json:
      do {
        var reader = try JSON.Reader(text)
        try Millrace.forward(from: &reader, to: &writer)
        try reader.finish()
      } catch {
        return false
      }
    }
    return true
  }
}

/// Elements of JSON whose members have kinds.
struct TypedElements: ElementSource, ~Copyable {
  private var base: JSON.Elements<IgnoredValue>
  private let kinds: MemberKinds

  init(_ base: consuming JSON.Elements<IgnoredValue>, _ kinds: MemberKinds) {
    self.base = base
    self.kinds = kinds
  }

  consuming func finish() -> JSON.Elements<IgnoredValue> { base }

  mutating func next<Value: Readable>(_ type: Value.Type) throws -> Value? { try nextForwarded(type) }

  mutating func forwardNext<Writer: FormatWriter & ~Copyable>(
    to writer: inout Writer, restart: (inout Writer) -> Void
  ) throws -> Bool {
    let isThere: Void? = try base.source.read { reader in
      restart(&writer)
      try kinds.forward(from: &reader, to: &writer)
    }
    // A bad element that was skipped may have been written in part.
    if isThere == nil { restart(&writer) }
    return isThere != nil
  }
}

extension ElementVisitor where Self: ~Copyable {
  /// Visits elements of JSON, with the kinds of their members.
  ///
  /// - Parameter kinds: nil to take them as they are.
  mutating func visit(_ elements: inout JSON.Elements<IgnoredValue>, _ kinds: MemberKinds?) throws {
    guard let kinds else { return try visit(&elements) }
    var typed = TypedElements(consume elements, kinds)
    do {
      try visit(&typed)
      elements = typed.finish()
    } catch {
      elements = typed.finish()
      throw error
    }
  }
}
