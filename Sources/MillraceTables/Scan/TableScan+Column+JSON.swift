import Millrace

// Storing JSON in columns: one switch over the kinds of columns, with a function of the reader for each.

extension JSON.Reader {
  /// Reads a value and stores it in a column.
  ///
  /// - Throws: ``FormatError`` for a value that is not well-formed or that the column does not accept. The column may have
  ///   an entry at the index by then.
  mutating func scan(
    into column: TableScan.Column.Address, at index: Int, _ rules: inout TableScan.Rules
  ) throws {
    guard rules.recovers else { return try unsafe scanStrictly(into: column, at: index, &rules) }
    let mark = mark()
    do {
      try unsafe scanStrictly(into: column, at: index, &rules)
    } catch {
      guard let problem = error as? FormatError, problem.problem.isOfWellFormedValue else { throw error }
      rewind(to: mark)
      unsafe column.pointee.truncate(to: index)
      try unsafe recover(into: column, at: index, from: problem, &rules)
    }
  }

  @inline(never)
  private mutating func recover(
    into column: TableScan.Column.Address, at index: Int, from problem: FormatError, _ rules: inout TableScan.Rules
  ) throws {
    if rules.coercion == .lenient, try unsafe scanAsText(into: column, at: index) { return }
    guard rules.keepsRows else { throw problem }
    if rules.problem == nil { rules.problem = problem }
    try skipValue()
    unsafe column.pointee.storeNull(at: index)
  }

  /// Stores a value by its text, like the text of a cell, and moves past it.
  private mutating func scanAsText(into column: TableScan.Column.Address, at index: Int) throws -> Bool {
    let mark = mark()
    if input.byte == ASCII.quote {
      let kind = unsafe column.pointee.kind
      let isStored =
        switch kind {
        case .structure, .list, .map, .string: false
        default: try unsafe withText { text, _ in unsafe column.pointee.store(cell: text, at: index, .lenient) }
        }
      if !isStored { rewind(to: mark) }
      return isStored
    }
    if unsafe column.pointee.kind == .string {
      unsafe column.pointee.store(text: try scanValueText(), at: index)
      return true
    }
    guard input.byte != ASCII.openBrace, input.byte != ASCII.openBracket else { return false }
    if unsafe column.pointee.store(cell: try scanValueText(), at: index, .lenient) { return true }
    rewind(to: mark)
    return false
  }

  private mutating func scanValueText() throws -> UnsafeBufferPointer<UInt8> {
    let start = unsafe input.cursor
    try skipValue()
    return unsafe UnsafeBufferPointer(start: start, count: input.cursor - start)
  }

  /// Stores a value other than a string as its JSON text, without white space, like a writer of rows.
  @inline(never)
  private mutating func scanJSONText(into column: TableScan.Column.Address, at index: Int) throws {
    if input.byte == ASCII.openBrace || input.byte == ASCII.openBracket {
      var writer = JSON.Writer(capacity: 256)
      try forward(from: &self, to: &writer)
      try writer.finish()
      unsafe writer.bytes.withUnsafeBufferPointer { unsafe column.pointee.store(text: $0, at: index) }
    } else {
      unsafe column.pointee.store(text: try scanValueText(), at: index)
    }
  }

  @inline(__always)
  private mutating func scanStrictly(
    into column: TableScan.Column.Address, at index: Int, _ rules: inout TableScan.Rules
  ) throws {
    if input.byte == ASCII.lowercaseN, takeNull() { return unsafe column.pointee.storeNull(at: index) }
    switch unsafe column.pointee.kind {
    case .int64:
      let value = try readInt64()
      if _slowPath(value == 0), rules.isExact { try rejectNegativeZero() }
      unsafe column.pointee.store(value, at: index)
    case .double:
      let mark = mark()
      let value = try readDouble()
      if _slowPath(value.magnitude >= 0x1p53), rules.isExact { try rejectInteger(at: mark) }
      unsafe column.pointee.store(value, at: index)
    case .string:
      if _slowPath(input.byte != ASCII.quote), rules.isExact { return try unsafe scanJSONText(into: column, at: index) }
      try unsafe withText { text, _ in unsafe column.pointee.store(padded: text, at: index) }
    case .boolean: unsafe column.pointee.store(bit: try readBoolWithoutBranch(), at: index)
    case .structure: try unsafe scanObject(into: column, at: index, &rules)
    case .list: try unsafe scanArray(into: column, at: index, &rules)
    default: try unsafe scanUncommon(into: column, at: index, &rules)
    }
  }

  @inline(never)
  private mutating func scanUncommon(
    into column: TableScan.Column.Address, at index: Int, _ rules: inout TableScan.Rules
  ) throws {
    switch unsafe column.pointee.kind {
    case .int32: unsafe column.pointee.store(try readInteger(Int32.self), at: index)
    case .int16: unsafe column.pointee.store(try readInteger(Int16.self), at: index)
    case .int8: unsafe column.pointee.store(try readInteger(Int8.self), at: index)
    case .uint64: unsafe column.pointee.store(try readUInt64(), at: index)
    case .uint32: unsafe column.pointee.store(try readInteger(UInt32.self), at: index)
    case .uint16: unsafe column.pointee.store(try readInteger(UInt16.self), at: index)
    case .uint8: unsafe column.pointee.store(try readInteger(UInt8.self), at: index)
    case .float: unsafe column.pointee.store(try readFloat(), at: index)
    case .decimal:
      if input.byte == ASCII.quote { return try unsafe scanText(into: column, at: index) }
      let number = try scanNumber()
      guard unsafe column.pointee.store(cell: number.text, at: index, .strict) else {
        try fail(.numberOutOfRange(type: unsafe "\(column.pointee.field.type)"))
      }
      unsafe input.cursor = unsafe number.end
    case .date, .timestamp, .binary: try unsafe scanText(into: column, at: index)
    case .map: try unsafe scanMap(into: column, at: index, &rules)
    default:
      // A column of nulls accepts only nulls.
      let kind = try nextKind()
      try fail(.mismatch(expected: .null, found: kind))
    }
  }

  /// Fails if the number before the cursor is a negative zero, which an integer cannot represent.
  @inline(never)
  private mutating func rejectNegativeZero() throws {
    if unsafe (input.cursor - 2).pointee == ASCII.minus { try fail(.notAnInteger) }
  }

  /// Fails if the number that was read is an integer of which a double may not have all digits.
  @inline(never)
  private mutating func rejectInteger(at mark: Mark) throws {
    let end = self.mark()
    rewind(to: mark)
    let number = try scanNumber()
    if number.isInteger, unsafe Int64(decimal: number.text)?.isExactAsDouble != true {
      try fail(.numberOutOfRange(type: "Double"))
    }
    rewind(to: end)
  }

  private mutating func readInteger<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
    let mark = mark()
    let value = try readInt64()
    if let integer = Integer(exactly: value) { return integer }
    rewind(to: mark)
    try fail(.numberOutOfRange(type: "\(type)"))
  }

  /// Stores a string that the column parses.
  private mutating func scanText(into column: TableScan.Column.Address, at index: Int) throws {
    let mark = mark()
    let found: String? = try unsafe withText { text, _ in
      if unsafe column.pointee.store(cell: text, at: index, .strict) { return nil }
      return unsafe String(decoding: text.prefix(60), as: UTF8.self)
    }
    guard let found else { return }
    rewind(to: mark)
    try fail(.invalidValue(type: unsafe column.pointee.layout.accepted, found: "\"\(found)\""))
  }

  mutating func scanObject(into column: TableScan.Column.Address, at index: Int, _ rules: inout TableScan.Rules) throws
  {
    let isEmpty = try !beginMap()
    unsafe column.pointee.storeStructure(at: index)
    if isEmpty { return }
    // SAFETY: a column of structures has keys, which are never moved.
    let keys = unsafe column.pointee.keys.unsafelyUnwrapped
    let none = unsafe keys.pointee.none
    var key = unsafe none
    repeat {
      if unsafe !keys.pointee.isClosed { unsafe skipPlainMembers(after: &key) }
      var next = unsafe key.pointee.next
      if unsafe _slowPath(!next.pointee.isText(at: input.cursor)) {
        unsafe next = try unsafe findKey(in: keys, after: key)
      } else {
        unsafe input.cursor += Int(next.pointee.count)
        skipBlanks()
      }
      if unsafe next != none { unsafe key = unsafe next }
      if let member = unsafe next.pointee.column {
        if unsafe _slowPath(member.pointee.count > index), rules.isExact {
          try unsafe fail(.duplicateKey(member.pointee.field.name))
        }
        try unsafe scan(into: member, at: index, &rules)
      } else {
        if unsafe _slowPath(keys.pointee.isClosed) { try unsafe fail(.unknownField(expected: keys.pointee.expected)) }
        try skipValue()
      }
    } while try nextMemberOfRow()
  }

  /// Skips members that are not in the schema, as long as they have the expected keys and plain values.
  ///
  /// - Parameter key: The last stored key of the object.
  @inline(__always)
  private mutating func skipPlainMembers(after key: inout TableScan.Keys.Key.Address) {
    var cursor = unsafe input.cursor
    while true {
      let next = unsafe key.pointee.next
      guard unsafe next.pointee.column == nil, unsafe next.pointee.isText(at: cursor),
        let end = unsafe JSON.endOfPlainScalar(at: cursor + Int(next.pointee.count)),
        let member = unsafe Self.nextMember(after: end)
      else { break }
      unsafe cursor = unsafe member
      unsafe key = unsafe next
    }
    unsafe input.cursor = unsafe cursor
  }

  /// Returns the first byte after a comma if it is a quote, or if it is a space and a quote follows.
  @inline(__always)
  private static func nextMember(after end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
    guard unsafe end.pointee == ASCII.comma else { return nil }
    if unsafe end[1] == ASCII.space, unsafe end[2] == ASCII.quote { return unsafe end + 2 }
    return unsafe end[1] == ASCII.quote ? end + 1 : nil
  }

  /// Moves to the next member. In rows, a comma is usually followed by a quote, or by a space and a quote.
  @inline(__always)
  private mutating func nextMemberOfRow() throws -> Bool {
    if let member = unsafe Self.nextMember(after: input.cursor) {
      unsafe input.cursor = unsafe member
      return true
    }
    return try nextMember()
  }

  /// Reads a key and its colon that did not have the expected text.
  ///
  /// - Parameter previous: The last stored key of the object.
  @inline(never)
  private mutating func findKey(
    in keys: UnsafeMutablePointer<TableScan.Keys>, after previous: TableScan.Keys.Key.Address
  ) throws -> TableScan.Keys.Key.Address {
    // The expected member may be missing.
    let second = unsafe previous.pointee.next.pointee.next
    if unsafe second.pointee.isText(at: input.cursor) {
      unsafe input.cursor += Int(second.pointee.count)
      skipBlanks()
      return unsafe second
    }
    let start = unsafe input.cursor
    if input.byte != ASCII.quote { _ = try readKey() }
    let found = try unsafe withText { name, _ in unsafe keys.pointee.find(name) }
    try readColon()
    guard unsafe found != keys.pointee.none else { return unsafe found }
    unsafe previous.pointee.next = unsafe found
    // SAFETY: the input of a scan is padded, so it is not moved while a key is read.
    if unsafe !found.pointee.isText(at: start) {
      unsafe found.pointee.learn(UnsafeBufferPointer(start: start, count: input.cursor - start))
    }
    return unsafe found
  }

  private mutating func scanArray(
    into column: TableScan.Column.Address, at index: Int, _ rules: inout TableScan.Rules
  ) throws {
    let elements = unsafe column.pointee.children[0]
    let hasElements = try beginArray()
    var end = unsafe column.pointee.beginList(at: index)
    if hasElements {
      repeat {
        try unsafe scan(into: elements, at: end, &rules)
        end &+= 1
      } while try nextElement()
    }
    unsafe column.pointee.endList(end, at: index)
  }

  private mutating func scanMap(into column: TableScan.Column.Address, at index: Int, _ rules: inout TableScan.Rules)
    throws
  {
    let entries = unsafe column.pointee.children[0]
    let (names, values) = unsafe (entries.pointee.children[0], entries.pointee.children[1])
    let hasMembers = try beginMap()
    var end = unsafe column.pointee.beginList(at: index)
    if hasMembers {
      repeat {
        unsafe entries.pointee.storeStructure(at: end)
        try unsafe withText { name, _ in unsafe names.pointee.store(text: name, at: end) }
        try readColon()
        try unsafe scan(into: values, at: end, &rules)
        end &+= 1
      } while try nextMember()
    }
    unsafe column.pointee.endList(end, at: index)
  }
}

extension FormatError.Problem {
  /// Whether the document is well-formed and the value has another kind than its column.
  var isOfWellFormedValue: Bool {
    switch self {
    case .duplicateKey: true
    default: isOfColumn
    }
  }

  /// Whether a column of another type could hold the value.
  var isOfColumn: Bool {
    switch self {
    case .mismatch, .numberOutOfRange, .notAnInteger, .invalidValue, .unknownField: true
    default: false
    }
  }
}
