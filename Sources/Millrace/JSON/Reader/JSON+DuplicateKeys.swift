// Duplicate keys are found by a pass of their own, before the document is read, and only when the options ask for it.
// Reading then only needs the offsets of the keys to be skipped, of which there are hardly ever any.

extension JSON {
  /// The offsets of all keys that their object holds already, in ascending order; nil if there are none.
  ///
  /// - Throws: ``FormatError`` at the first of them if the options reject them, and at the first thing that is wrong
  ///   with the document.
  @usableFromInline @inline(never)
  static func duplicateKeyOffsets(
    in document: UnsafeBufferPointer<UInt8>, _ options: ReadingOptions, _ grammar: Grammar
  ) throws -> [Int]? {
    var limits = options
    limits.duplicateKeys = .lastWins
    var reader = try Reader(document.span, options: limits)
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
      guard try beginDictionary() else { return }
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
