// What all containers of one decode share.
//
// `Codable` hands out containers that know nothing of each other, and a program may use them in any order, keep them, and
// ask twice. All of them read from one document and leave notes for each other here: where reading stands, and for each
// level of nesting how far its container has come, so that what contains it goes on from there and nothing in a document
// in the usual order is looked at twice.
//
// The state is at an address that does not change and is reached by a pointer. As properties of an object each access
// would be checked for exclusivity at run time, and retain the object: that took half of the time for small documents.
//
// The rule that keeps this sound: a mutating method here never calls the program's code, which could come back while the
// state is lent to it.

/// One document while it is being decoded.
struct DecodingState {
  /// Where the next value is read, and where reading has come to.
  var cursor: UnsafePointer<UInt8>
  /// The document, with zeros behind its end.
  var start: UnsafeMutablePointer<UInt8>
  var end: UnsafePointer<UInt8>
  /// What the reader has found out about how lines are indented.
  var indentation = Indentation()
  /// Of the thread that the decode runs on; 0 until it is asked for.
  var stackLowestAddress: UInt = 0
  let knowsLayoutOfShortStrings = layoutOfShortStringsIsKnown
  /// For each level of nesting the container that was used there last.
  let marks: UnsafeMutablePointer<LevelMark>
  var plans = IdentityTable<DecodingPlan>()
  var rules = DecodingRules.standard
  /// The session, which outlives its state.
  let session: Unmanaged<DecodingSession>

  init(session: DecodingSession) {
    self.session = .passUnretained(session)
    // Zeros, so that there always is a document.
    start = .allocate(capacity: GuardedInput.padding)
    start.update(repeating: 0, count: GuardedInput.padding)
    cursor = UnsafePointer(start)
    end = cursor
    marks = .allocate(capacity: Self.levels)
    marks.initialize(repeating: LevelMark(), count: Self.levels)
  }

  /// The outermost value, as many levels as are admitted, and the value in the innermost container.
  private static var levels: Int { Skimmer.maximumDepth + 2 }

  func deallocate() {
    start.deallocate()
    marks.deallocate()
    plans.deallocate()
  }
}

/// How far the container at one level of nesting has come.
struct LevelMark {
  /// The value at this level. It was gone through as far as this mark says; nil if nobody has looked at it.
  var start: UnsafePointer<UInt8>?
  /// The next key or element, or the byte behind the value.
  var cursor: UnsafePointer<UInt8>?
  /// The key of the member that is being decoded.
  var key: UnsafePointer<UInt8>?
  /// The frame of the container, when it is an object's.
  var frame: UnsafeMutablePointer<DecodingFrame>?
  /// The index of the element that is being decoded.
  var index: Int = 0
  var kind = Kind.scalar
  /// Whether the value's closing bracket lies ahead.
  var isOpen = false

  enum Kind: UInt8 { case scalar, object, array }
}

// MARK: - Reading

extension DecodingState {
  /// Lends a reader at the cursor and moves the cursor to where it stops, also when it fails.
  @inline(__always)
  mutating func read<Value>(depth: Int = 0, _ body: (inout JSON.Reader) throws -> Value) throws -> Value {
    var reader = JSON.Reader(
      GuardedInput(padded: start, cursor: cursor, end: end),
      nesting: NestingBudget(limit: Skimmer.maximumDepth, depth: depth), indentation: indentation,
      knowsLayoutOfShortStrings: knowsLayoutOfShortStrings)
    do {
      let value = try body(&reader)
      cursor = reader.input.cursor
      indentation = reader.indentation
      return value
    } catch {
      cursor = reader.input.cursor
      throw error
    }
  }

  /// A walk from the cursor on.
  var skimmer: Skimmer {
    Skimmer(start: start, end: end, takesNotFinite: rules.takesNotFinite, position: cursor)
  }

  @inline(__always)
  mutating func skipBlanks(depth: Int) {
    if _fastPath(cursor.pointee > ASCII.space) { return }
    if cursor.pointee == ASCII.space, cursor[1] > ASCII.space {
      cursor += 1
    } else {
      skipBlanksOutOfLine(depth: depth)
    }
  }

  @inline(never)
  private mutating func skipBlanksOutOfLine(depth: Int) {
    let line = cursor + 1
    if cursor.pointee == ASCII.lineFeed, let token = indentation.token(ofLine: line, depth: depth) {
      cursor = token
      return
    }
    var skimmer = skimmer
    skimmer.skimBlanks()
    cursor = skimmer.position
    indentation.learn(cursor - line, depth: depth)
  }

  /// Moves behind the value at the cursor.
  mutating func skim(depth: Int) throws {
    var skimmer = skimmer
    defer { cursor = skimmer.position }
    try skimmer.skimValue(depth: depth)
  }

  var isAtNull: Bool { UnsafeRawPointer(cursor).loadUnaligned(as: UInt32.self) == UInt32(littleEndian: 0x6C6C_756E) }

  /// Enters an array or an object `depth` levels deep: `false` when it is empty, and left already.
  @inline(__always)
  mutating func enter(_ open: UInt8, _ close: UInt8, depth: Int, _ expected: FormatError.Expectation) throws -> Bool {
    if cursor.pointee != open { try failExpecting(expected) }
    if _slowPath(depth & 7 == 0) { try checkDepth(depth) }
    cursor += 1
    skipBlanks(depth: depth + 1)
    if cursor.pointee != close { return true }
    cursor += 1
    return false
  }

  /// Goes on behind a member or an element: `false` when the object or array, `depth` levels deep, ends here.
  ///
  /// As with Foundation a comma may be the last.
  @inline(__always)
  mutating func advance(_ close: UInt8, depth: Int, _ expected: FormatError.Expectation) throws -> Bool {
    skipBlanks(depth: depth + 1)
    if _fastPath(cursor.pointee == ASCII.comma) {
      cursor += 1
      skipBlanks(depth: depth + 1)
      if _fastPath(cursor.pointee != close) { return true }
    } else if cursor.pointee != close {
      try failExpecting(expected)
    }
    cursor += 1
    return false
  }

  @inline(never)
  func failExpecting(_ expected: FormatError.Expectation) throws -> Never {
    var copy = self
    try copy.read { try $0.failExpecting(expected) }
  }

  /// Throws when a container cannot be entered at this depth, because of the limit or the stack.
  @inline(never)
  private mutating func checkDepth(_ depth: Int) throws {
    let place = FormatError.Place(offset: cursor - UnsafePointer(start))
    if depth >= Skimmer.maximumDepth { throw FormatError(.nestedTooDeep(limit: Skimmer.maximumDepth), at: place) }
    guard depth >= NestingBudget.assumedLevels else { return }
    var budget = NestingBudget(limit: .max, depth: depth)
    budget.stackLowestAddress = stackLowestAddress
    defer { stackLowestAddress = budget.stackLowestAddress }
    if case .stackExhausted = budget.refill() { throw FormatError(.stackExhausted, at: place) }
  }
}

// MARK: - Notes

extension DecodingState {
  /// Goes through the objects around the place that reading has come to.
  ///
  /// - Throws: ``FormatError`` if one of their keys is no string.
  func checkKeysOfOpenObjects() throws {
    for level in 0..<Self.levels {
      guard let start = marks[level].start else { return }
      if let frame = marks[level].frame, frame.pointee.start == start, frame.pointee.level == level {
        try frame.pointee.passOverRest()
      }
    }
  }

  func forgetFrames(_ isForgotten: (UnsafeMutablePointer<DecodingFrame>) -> Bool) {
    for level in 0..<Self.levels {
      if let frame = marks[level].frame, isForgotten(frame) { marks[level].frame = nil }
    }
  }

  /// Notes that the value at `position` was read as a whole.
  @inline(__always)
  func noteEnd(of position: UnsafePointer<UInt8>, level: Int) {
    let mark = marks + level
    mark.pointee.start = position
    mark.pointee.cursor = cursor
    mark.pointee.isOpen = false
    mark.pointee.kind = .scalar
  }

  /// Moves behind the value at `position`, which the program's code has read as far as its mark says.
  ///
  /// - Throws: ``FormatError`` if what nobody asked for is broken.
  @inline(__always)
  mutating func leave(_ position: UnsafePointer<UInt8>, level: Int) throws {
    let mark = marks[level]
    guard _fastPath(mark.start == position), let reached = mark.cursor else {
      cursor = position
      return try skim(depth: level)
    }
    cursor = reached
    if _slowPath(mark.isOpen) { try skimRest(mark.kind, level: level) }
  }

  /// Moves behind an array or object from one of its elements or keys on.
  @inline(never)
  private mutating func skimRest(_ kind: LevelMark.Kind, level: Int) throws {
    repeat {
      if kind == .object { try skimKey() }
      try skim(depth: level + 1)
    } while try kind == .object
      ? advance(ASCII.closeBrace, depth: level, .commaOrEndOfObject)
      : advance(ASCII.closeBracket, depth: level, .commaOrEndOfArray)
  }

  /// Moves behind a key of an object that a container was asked for. Unlike others it must be a string without errors.
  mutating func skimKey() throws {
    var skimmer = skimmer
    if try !skimmer.skimKey() { try read { try $0.skipString() } }
    cursor = skimmer.position
  }
}
