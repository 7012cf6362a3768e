// Duplicate keys are found by a separate pass before the document is read, and only if the options require it. The
// reader then only needs the offsets of the keys to skip, which are rare.

extension JSON {
  /// Returns the offsets of all keys that occurred before in the same object, in ascending order, or nil if there are
  /// none.
  ///
  /// - Throws: ``FormatError`` at the first duplicate key if the options reject them, and at the first byte that is not
  ///   well-formed.
  @usableFromInline @inline(never)
  static func duplicateKeyOffsets(
    in document: UnsafeBufferPointer<UInt8>, _ options: ReadingOptions, _ grammar: Grammar
  ) throws -> [Int]? {
    var limits = options
    limits.duplicateKeys = .lastWins
    var reader = try unsafe Reader(document.span, options: limits)
    var found: [Int] = []
    try reader.findDuplicateKeys(&found, areRejected: options.duplicateKeys == .rejected, grammar)
    return found.isEmpty ? nil : found.sorted()
  }
}

extension JSON.Reader {
  fileprivate mutating func findDuplicateKeys(
    _ found: inout [Int], areRejected: Bool, _ grammar: JSON.Grammar
  ) throws {
    if grammar == .json5, takeNotFiniteLiteral() != nil { return }
    switch try nextKind() {
    case .array:
      guard try beginArray() else { return }
      repeat { try findDuplicateKeys(&found, areRejected: areRejected, grammar) } while try nextElement()
    case .object:
      guard try beginMap() else { return }
      var keys: Set<JSON.ExactKey> = []
      repeat {
        let start = input.offset
        let key = try readKey()
        if !keys.insert(JSON.ExactKey(text: key)).inserted {
          if areRejected { throw FormatError(.duplicateKey(key), at: FormatError.Place(offset: start)) }
          found.append(start)
        }
        try findDuplicateKeys(&found, areRejected: areRejected, grammar)
      } while try nextMember()
    case .null, .boolean, .number, .string: try skipValue()
    }
  }
}
