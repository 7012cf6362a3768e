// What a generated reader does with a key that is not the one it expected, and with values that the caller skips.

extension JSON.Reader {
  @inline(never)
  public mutating func findField(_ search: inout FieldSearch) throws -> Int {
    guard let names = search.table.index, duplicateKeyOffsets == nil else { return try findFieldByText(&search) }
    let count = lengthOfShortKey
    guard count > 0 else { return try findFieldByText(&search) }
    let index = unsafe names.find(padded: input.cursor + 1, count: count)
    try skipShortKey(count)
    return index < 0 && search.skipsUnknown ? try skipUnknownMembers(&search, names) : index
  }

  /// Skips the value of an unknown member, and the members after it that are unknown, too.
  @inline(never)
  private mutating func skipUnknownMembers(_ search: inout FieldSearch, _ names: FieldIndex) throws -> Int {
    let filter = names.filter
    while true {
      try skipValueInPlace()
      guard try nextMemberOfLines() else { return FieldSearch.end }
      let count = lengthOfShortKey
      var index = FieldSearch.unknown
      if count == 0 {
        index = try findFieldByText(&search)
      } else {
        let key = unsafe input.cursor + 1
        if unsafe filter.mayContain(key, count: count) { index = unsafe names.find(padded: key, count: count) }
        try skipShortKey(count)
      }
      if index >= 0 { return index }
    }
  }

  /// The length of the key at the cursor if it has 1 to 31 bytes of ASCII and no escapes, otherwise 0.
  @inline(__always)
  private var lengthOfShortKey: Int {
    let start = unsafe input.cursor + 1
    let (low, high) = unsafe (input.sixteenBytes(at: start), input.sixteenBytes(at: start + 16))
    let count = (low.plainTextEnds.bits | high.plainTextEnds.bits &<< 16).trailingZeroBitCount
    return unsafe _fastPath(input.byte == ASCII.quote && count < 32 && start[count] == ASCII.quote) ? count : 0
  }

  /// Reads past a short key and its colon.
  @inline(__always)
  private mutating func skipShortKey(_ count: Int) throws {
    unsafe input.cursor += count + 2
    try readColon()
  }

  /// Which field the next member is, by its text: for keys that are long, not ASCII or have escapes, for tables of few names, and
  /// if duplicate keys matter.
  @inline(never)
  private mutating func findFieldByText(_ search: inout FieldSearch) throws -> Int {
    if input.byte != ASCII.quote { try failExpecting(.key) }
    let offset = input.offset
    var index = try unsafe withText { name, _ in unsafe search.index(of: name) }
    if isDuplicate(offset) { index = FieldSearch.duplicate }
    try readColon()
    return index
  }

  /// Which field the next member is, by other names than those in the table.
  @usableFromInline
  mutating func findField(_ search: inout FieldSearch, among names: [[UInt8]]) throws -> Int {
    if input.byte != ASCII.quote { try failExpecting(.key) }
    let offset = input.offset
    var index = try unsafe withText { name, _ in unsafe search.index(of: name, among: names) }
    if isDuplicate(offset) { index = FieldSearch.duplicate }
    try readColon()
    return index
  }

  /// Whether the key at this offset is one that was there before and counts no more.
  private func isDuplicate(_ offset: Int) -> Bool { duplicateKeyOffsets?.binarySearch(offset) ?? false }

  @inline(never)
  public mutating func skipValue() throws { try skipValueInPlace() }

  // Arrays and objects are skipped by a function of their own, so that all other values are skipped in place.
  @inline(__always)
  private mutating func skipValueInPlace() throws {
    switch input.byte {
    case ASCII.quote: try skipString()
    case ASCII.openBrace, ASCII.openBracket: try skipContainer()
    case ASCII.lowercaseT, ASCII.lowercaseF: _ = try readBoolWithoutBranch()
    case ASCII.lowercaseN: try skipNull()
    case ASCII.minus, ASCII.zero...ASCII.nine: try skipNumber()
    default: try failExpecting(.value)
    }
  }

  @inline(never)
  private mutating func skipContainer() throws {
    if input.byte == ASCII.openBrace {
      guard try beginMap() else { return }
      repeat {
        try skipString(.key)
        try readColon()
        try skipValueInPlace()
      } while try nextMemberOfLines()
    } else {
      guard try beginArray() else { return }
      repeat { try skipValueInPlace() } while try nextElement()
    }
  }

  public mutating func __skipAhead() throws {
    let start = input.offset
    let opening = input.byte
    guard opening == ASCII.openBrace || opening == ASCII.openBracket else { return try skipValue() }
    if let end = skippedEnds?[start] { return input.rewind(toOffset: end) }
    if opening == ASCII.openBrace {
      if try beginMap() {
        repeat {
          try skipKey()
          try __skipAhead()
        } while try nextMember()
      }
    } else if try beginArray() {
      repeat { try __skipAhead() } while try nextElement()
    }
    guard input.offset - start >= Self.longSkip else { return }
    if skippedEnds == nil { skippedEnds = [:] }
    skippedEnds?[start] = input.offset
  }

  /// Values of this size are worth noting, in bytes: finding a note takes as long as skipping a few hundred bytes.
  private static var longSkip: Int { 256 }

  /// Reads past a key and its colon.
  @usableFromInline
  package mutating func skipKey() throws {
    try skipString(.key)
    try readColon()
  }

  private mutating func skipNull() throws {
    if !takeNull() { try failExpecting(.null) }
  }
}

// MARK: - What `Codable` reads differently

extension JSON.Reader {
  @inlinable
  public mutating func readInstant() throws -> Instant {
    // A date decodes itself as a number.
    if matchesCodable { try failExpecting(.number) }
    return try RFC3339.read(from: &self)
  }

  public mutating func __admitAlias() throws {
    // Containers prefer the name to the other names, wherever it is in the object.
    if matchesCodable { try failExpecting(.key) }
  }

  @inlinable
  public func admits<Key: ObjectKey>(_ keys: Key.Type) -> Bool {
    // Dictionaries with other keys decode themselves as arrays.
    !matchesCodable || keys == String.self || keys == Int.self
  }
}

// MARK: - Forwarding

extension JSON.Reader {
  @inlinable
  public mutating func forwardKey<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) throws {
    if input.byte != ASCII.quote { try failExpecting(.key) }
    try unsafe withText { text, _ in unsafe writer.writeKey(utf8: text.span) }
    try readColon()
  }

  @inlinable
  public mutating func forwardScalar<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) throws {
    switch input.byte {
    case ASCII.quote: try unsafe withText { text, _ in unsafe writer.writeString(utf8: text.span) }
    case ASCII.lowercaseT, ASCII.lowercaseF: writer.write(try readBool())
    case ASCII.lowercaseN:
      if !takeNull() { try failExpecting(.null) }
      writer.writeNull()
    default:
      let number = try scanNumber()
      unsafe writer.writeNumber(text: number.text.span)
      unsafe input.cursor = unsafe number.end
    }
  }
}

extension Array where Element == Int {
  /// Whether the ascending array holds the number.
  fileprivate func binarySearch(_ number: Int) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == number
  }
}
