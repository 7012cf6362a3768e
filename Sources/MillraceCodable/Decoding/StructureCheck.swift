import Millrace

// The check of a document's structure, which is made before any code of a type runs.
//
// Foundation's decoder scans a whole document before it calls the first `init(from:)`, so code of types may rely on it:
// a loop over `isAtEnd` ends, and `count` is never nil. This check gives the same guarantee in one pass. It accepts
// what Foundation's scan accepts, which is more than RFC 8259 allows: it checks brackets, quotes, colons, commas and
// the three literals, but not the contents of strings or numbers, and allows a trailing comma. An invalid string or
// number is reported when that value is decoded.
//
// There is no recursion: the open containers are on a stack of brackets, whose maximum size is Foundation's limit.

/// A scan over a whole document that checks its structure.
///
/// SAFETY: the document is followed by zeros, and outlives the check. There are as many brackets as levels.
@safe
struct StructureCheck {
  /// The document, followed by zeros.
  let start: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>
  /// Whether `NaN` and `Infinity` are numbers, as in JSON5.
  let allowsNotFinite: Bool
  /// Memory for ``maximumDepth`` bytes: the closing bracket of each open container except the innermost one.
  let brackets: UnsafeMutablePointer<UInt8>
  /// Whether a key is not a valid string: it has an invalid escape, a control character, or bytes that are not UTF-8.
  private(set) var hasInvalidKey = false

  /// The maximum nesting depth in Foundation, in levels.
  static var maximumDepth: Int { 512 }

  init(
    start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, allowsNotFinite: Bool, brackets: UnsafeMutablePointer<UInt8>
  ) {
    unsafe self.start = unsafe start
    unsafe self.end = unsafe end
    self.allowsNotFinite = allowsNotFinite
    unsafe self.brackets = unsafe brackets
  }

  /// Checks the document.
  ///
  /// - Parameter recorder: Receives containers and their elements and members.
  /// - Throws: ``FormatError`` if the structure is not valid, or if content other than white space follows the value.
  /// - Complexity: O(*n*) in the length of the document.
  @inline(__always)
  mutating func run(_ recorder: inout some ContainerRecorder) throws {
    var scan = unsafe DocumentCursor(position: start)
    var depth = 0
    // The closing bracket of the innermost open container.
    var close: UInt8 = 0
    scan.skipBlanks(depth: 0)
    while true {
      // A value begins here.
      recorder.beginEntry()
      var isEmpty = false
      switch scan.byte {
      case ASCII.quote: try skipString(&scan)
      case ASCII.openBrace, ASCII.openBracket:
        if _slowPath(depth == Self.maximumDepth) { try unsafe failTooDeep(at: scan.position) }
        unsafe recorder.open(scan.position)
        unsafe brackets[depth] = close
        depth &+= 1
        // The code of a closing bracket is that of the opening bracket plus two, for both kinds.
        close = scan.byte &+ 2
        unsafe scan.position += 1
        scan.skipBlanks(depth: depth)
        isEmpty = scan.byte == close
        if _fastPath(!isEmpty) {
          if close == ASCII.closeBrace { try skipKey(&scan, depth) }
          continue
        }
      case ASCII.minus, ASCII.zero...ASCII.nine:
        if _slowPath(allowsNotFinite), scan.take("-Infinity") { break }
        scan.skipNumber()
        // Long lists of numbers are frequent.
        while scan.byte == ASCII.comma, close == ASCII.closeBracket, unsafe scan.position[1] &- ASCII.zero < 10 {
          recorder.beginEntry()
          unsafe scan.position += 1
          scan.skipNumber()
        }
      case ASCII.lowercaseT: if !scan.take("true") { try unsafe fail(.boolean, at: scan.position) }
      case ASCII.lowercaseF: if !scan.take("false") { try unsafe fail(.boolean, at: scan.position) }
      case ASCII.lowercaseN: if !scan.take("null") { try unsafe fail(.null, at: scan.position) }
      default:
        if !allowsNotFinite || !(scan.take("NaN") || scan.take("Infinity")) {
          try unsafe fail(.value, at: scan.position)
        }
      }
      // A value ends here. Several containers may end with it.
      while true {
        if _slowPath(depth == 0) { return try finish(&scan) }
        if _fastPath(!isEmpty) {
          scan.skipBlanks(depth: depth)
          if _fastPath(scan.byte == ASCII.comma) {
            unsafe scan.position += 1
            scan.skipBlanks(depth: depth)
            if _fastPath(scan.byte != close) { break }
          } else if scan.byte != close {
            try unsafe fail(close == ASCII.closeBrace ? .commaOrEndOfObject : .commaOrEndOfArray, at: scan.position)
          }
        }
        isEmpty = false
        unsafe recorder.close(scan.position)
        unsafe scan.position += 1
        depth &-= 1
        close = unsafe brackets[depth]
      }
      if close == ASCII.closeBrace { try skipKey(&scan, depth) }
    }
  }

  private func finish(_ scan: inout DocumentCursor) throws {
    scan.skipBlanks(depth: 0)
    guard unsafe scan.position != end else { return }
    throw unsafe FormatError(.trailingContent, at: FormatError.Place(offset: scan.position - start))
  }

  // MARK: Strings

  /// Skips a key, its colon, and the white space around the colon.
  @inline(__always)
  private mutating func skipKey(_ scan: inout DocumentCursor, _ depth: Int) throws {
    if _slowPath(scan.byte != ASCII.quote) { try unsafe fail(.key, at: scan.position) }
    let key = unsafe scan.position
    let bytes = unsafe SixteenBytes(at: key + 1)
    let length = bytes.stringSpecials.firstLane
    if unsafe _fastPath(length < 16 && key[1 &+ length] == ASCII.quote && bytes.isASCII(first: length)) {
      unsafe scan.position = unsafe key + (length &+ 2)
    } else {
      try skipString(&scan)
      unsafe checkKey(key, scan.position)
    }
    if _slowPath(scan.byte != ASCII.colon) {
      scan.skipBlanks(depth: depth)
      if scan.byte != ASCII.colon { try unsafe fail(.colon, at: scan.position) }
    }
    unsafe scan.position += 1
    scan.skipBlanks(depth: depth)
  }

  /// Checks a key that is long, escaped or not ASCII, and records whether it is a valid string.
  @inline(never)
  private mutating func checkKey(_ key: UnsafePointer<UInt8>, _ keyEnd: UnsafePointer<UInt8>) {
    guard !hasInvalidKey else { return }
    var reader = unsafe JSON.Reader(
      GuardedInput(padded: UnsafeMutablePointer(mutating: start), cursor: key, end: end),
      nesting: NestingBudget(limit: 1, depth: 0), indentation: Indentation(), knowsLayoutOfShortStrings: false)
    do { try reader.skipString() } catch { hasInvalidKey = true }
  }

  /// Skips a string, up to the next quote that is not escaped.
  @inline(__always)
  private func skipString(_ scan: inout DocumentCursor) throws {
    let bytes = unsafe SixteenBytes(at: scan.position + 1)
    let length = bytes.stringSpecials.firstLane
    let quote = unsafe scan.position + (1 &+ length)
    if unsafe _fastPath(length < 16 && quote.pointee == ASCII.quote) {
      unsafe scan.position = unsafe quote + 1
    } else {
      try skipLongString(&scan)
    }
  }

  @inline(never)
  private func skipLongString(_ scan: inout DocumentCursor) throws {
    var rest = unsafe scan.position + 1
    while true {
      let specials = unsafe SixteenBytes(at: rest).stringSpecials
      if specials.isEmpty {
        unsafe rest += 16
        continue
      }
      unsafe rest += specials.firstLane
      switch unsafe rest.pointee {
      case ASCII.quote:
        unsafe scan.position = unsafe rest + 1
        return
      case ASCII.backslash: unsafe rest += try lengthOfEscape(at: rest)
      default:
        if unsafe rest == end { try unsafe fail(.endOfString, at: end) }
        unsafe rest += 1
      }
    }
  }

  /// Returns the number of bytes to skip for an escape, whether or not the escape is valid.
  private func lengthOfEscape(at escape: UnsafePointer<UInt8>) throws -> Int {
    if unsafe end - escape < 2 { try unsafe fail(.endOfString, at: end) }
    guard unsafe escape[1] == ASCII.lowercaseU else { return 2 }
    for index in 2..<6 where unsafe escape + index >= end || escape[index] == ASCII.quote {
      try unsafe fail(.endOfString, at: min(escape + index, end))
    }
    return 6
  }

  // MARK: Errors

  @inline(never)
  private func fail(_ expected: FormatError.Expectation, at position: UnsafePointer<UInt8>) throws -> Never {
    let problem: FormatError.Problem =
      unsafe position == end
      ? .unexpectedEnd(expected: expected) : .unexpectedByte(position.pointee, expected: expected)
    throw unsafe FormatError(problem, at: FormatError.Place(offset: position - start))
  }

  @inline(never)
  private func failTooDeep(at position: UnsafePointer<UInt8>) throws -> Never {
    throw unsafe FormatError(.nestedTooDeep(limit: Self.maximumDepth), at: FormatError.Place(offset: position - start))
  }
}

/// Receives the containers that a check finds.
protocol ContainerRecorder {
  /// An element, a member, or the root value begins.
  mutating func beginEntry()
  mutating func open(_ bracket: UnsafePointer<UInt8>)
  mutating func close(_ bracket: UnsafePointer<UInt8>)
}

/// A recorder that records nothing.
struct NoRecorder: ContainerRecorder {
  func beginEntry() {}
  func open(_ bracket: UnsafePointer<UInt8>) {}
  func close(_ bracket: UnsafePointer<UInt8>) {}
}
