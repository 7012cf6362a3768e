import Millrace

// The state that all containers of one decode share.
//
// `Codable` creates containers that do not refer to each other. A program may use them in any order, keep them, and
// request values twice. All of them read from one document and share notes in this state: the current position, and for
// each nesting level the progress of its container. So an outer container continues after an inner one, and no part of
// a document in the usual order is scanned twice.
//
// The state has a constant address and is accessed by a pointer. If it consisted of properties of an object, each
// access would be checked for exclusivity at run time and would retain the object: that took half of the time for small
// documents.
//
// One rule makes this safe: a mutating method of the state never calls the program's code, because that code could
// access the state again during the call.

/// One document while it is being decoded.
///
/// SAFETY: the addresses are in the document, which is followed by zeros and outlives the decode.
@safe
struct DecodingState {
  /// The position at which the next value is read.
  var reading: DocumentCursor
  /// The document, followed by zeros.
  var start: UnsafeMutablePointer<UInt8>
  var end: UnsafePointer<UInt8>
  /// Whether the structure of the whole document has been checked. Containers exist only in checked documents.
  private(set) var isChecked = false
  /// Whether an object of the document has a key that is not a valid string.
  private(set) var hasInvalidKey = false
  /// The address up to which direct reading has failed.
  var directFailure: UInt = 0
  /// The lowest address of the stack of the decode's thread; 0 until it has been determined.
  var stackLowestAddress: UInt = 0
  let knowsLayoutOfShortStrings = layoutOfShortStringsIsKnown
  /// For each nesting level the container that was used there last.
  let marks: UnsafeMutablePointer<LevelMark>
  private let openBrackets: UnsafeMutablePointer<UInt8>
  var plans = IdentityTable<DecodingPlan>()
  /// The paths of containers that were requested: for each level, that of the last container.
  var containerPaths: [(start: UnsafePointer<UInt8>, path: [any CodingKey])] = unsafe []
  /// The value whose path was requested last.
  var lastPath: (position: UnsafePointer<UInt8>, path: [any CodingKey])?
  var errorTexts = IdentityTable<ErrorTexts>()
  var rules = DecodingRules.standard
  /// The session, which outlives its state.
  let session: Unmanaged<DecodingSession>

  init(session: DecodingSession) {
    unsafe self.session = unsafe .passUnretained(session)
    // Zeros, so that there always is a document.
    unsafe start = .allocate(capacity: GuardedInput.padding)
    unsafe start.update(repeating: 0, count: GuardedInput.padding)
    reading = unsafe DocumentCursor(position: UnsafePointer(start))
    unsafe end = unsafe UnsafePointer(start)
    unsafe openBrackets = .allocate(capacity: StructureCheck.maximumDepth)
    unsafe marks = .allocate(capacity: Self.levels)
    unsafe marks.initialize(repeating: LevelMark(), count: Self.levels)
  }

  /// One level for the outermost value, the maximum number of levels, and one for the value in the innermost container.
  private static var levels: Int { StructureCheck.maximumDepth + 2 }

  func deallocate() {
    unsafe start.deallocate()
    unsafe marks.deallocate()
    unsafe openBrackets.deallocate()
    plans.deallocate()
    errorTexts.deallocate()
  }
}

/// The progress of the container at one nesting level.
///
/// SAFETY: the addresses are in the document. That of a frame is removed before the frame is deallocated.
@safe
struct LevelMark {
  /// The value at this level, which has been read up to this mark's cursor; nil if nothing of it has been read.
  var start: UnsafePointer<UInt8>?
  /// The next key or element, or the byte after the value.
  var cursor: UnsafePointer<UInt8>?
  /// The key of the member that is being decoded. For an array, the element for which a container or a decoder was
  /// created last.
  var entry: UnsafePointer<UInt8>?
  /// The frame of the container, if it is an object's.
  var frame: UnsafeMutablePointer<DecodingFrame>?
  /// The index of the element at the cursor.
  var index: Int = 0
  /// The index of the element at ``entry``.
  var entryIndex: Int = 0
  var kind = Kind.scalar
  /// Whether the value's closing bracket has not been read yet.
  var isOpen = false

  enum Kind: UInt8 { case scalar, object, array }

  /// Begins an array whose opening bracket is at `start` and whose first element is at `cursor`.
  @inline(__always)
  mutating func beginArray(_ start: UnsafePointer<UInt8>, cursor: UnsafePointer<UInt8>, isOpen: Bool, index: Int = 0) {
    unsafe self.start = unsafe start
    unsafe self.cursor = unsafe cursor
    self.isOpen = isOpen
    self.index = index
    unsafe entry = nil
    kind = .array
  }
}

// MARK: - The document

extension DecodingState {
  /// Begins a document, which is at ``start``.
  mutating func begin(_ count: Int) {
    unsafe end = unsafe UnsafePointer(start + count)
    unsafe reading.position = unsafe UnsafePointer(start)
    isChecked = false
    hasInvalidKey = false
    directFailure = 0
    if unsafe lastPath != nil { unsafe lastPath = nil }
    if unsafe !containerPaths.isEmpty { unsafe containerPaths.removeAll(keepingCapacity: true) }
    unsafe marks[0].start = nil
    stackLowestAddress = 0
    skipBlanks(depth: 0)
  }

  /// Checks the structure of the document, unless it has been checked. The cursor is unchanged.
  ///
  /// - Throws: ``FormatError`` if the structure is not valid.
  @inline(never)
  mutating func checkStructure() throws {
    if isChecked { return }
    var check = structureCheck
    var recorder = NoRecorder()
    try check.run(&recorder)
    isChecked = true
    hasInvalidKey = check.hasInvalidKey
  }

  /// All containers of the document, which has been checked.
  var containerIndex: ContainerIndex {
    // The structure has been checked, so this does not throw.
    var check = structureCheck
    var recorder = IndexRecorder()
    try? check.run(&recorder)
    return ContainerIndex(recorder.entries)
  }

  private var structureCheck: StructureCheck {
    unsafe StructureCheck(
      start: UnsafePointer(start), end: end, allowsNotFinite: rules.takesNotFinite, brackets: openBrackets)
  }
}

// MARK: - Reading

extension DecodingState {
  /// Calls a closure with a reader at the cursor, and moves the cursor to the reader's position, also after an error.
  @inline(__always)
  mutating func read<Value>(depth: Int = 0, _ body: (inout JSON.Reader) throws -> Value) throws -> Value {
    var reader = unsafe JSON.Reader(
      GuardedInput(padded: start, cursor: cursor, end: end),
      nesting: NestingBudget(limit: StructureCheck.maximumDepth, depth: depth), indentation: reading.indentation,
      knowsLayoutOfShortStrings: knowsLayoutOfShortStrings)
    do {
      let value = try body(&reader)
      unsafe cursor = unsafe reader.input.cursor
      reading.indentation = reader.indentation
      return value
    } catch {
      unsafe cursor = unsafe reader.input.cursor
      throw error
    }
  }

  var cursor: UnsafePointer<UInt8> {
    @inline(__always) get { unsafe reading.position }
    @inline(__always) set { unsafe reading.position = unsafe newValue }
  }

  @inline(__always)
  mutating func skipBlanks(depth: Int) { reading.skipBlanks(depth: depth) }

  var isAtNull: Bool {
    unsafe UnsafeRawPointer(cursor).loadUnaligned(as: UInt32.self) == UInt32(littleEndian: 0x6C6C_756E)
  }

  /// Enters an array or an object with `depth` levels around it. Returns `false` if it is empty; then it has also been
  /// left.
  @inline(__always)
  mutating func enter(_ open: UInt8, _ close: UInt8, depth: Int, _ expected: FormatError.Expectation) throws -> Bool {
    if unsafe cursor.pointee != open { try failMismatch(expected) }
    if _slowPath(depth & 7 == 0) { try checkDepth(depth) }
    unsafe cursor += 1
    skipBlanks(depth: depth + 1)
    if unsafe cursor.pointee != close { return true }
    unsafe cursor += 1
    return false
  }

  /// Advances past a member or an element. Returns `false` at the end of the object or array, which has `depth` levels
  /// around it.
  ///
  /// As in Foundation, a trailing comma is allowed.
  @inline(__always)
  mutating func advance(_ close: UInt8, depth: Int) -> Bool {
    skipBlanks(depth: depth + 1)
    if unsafe _fastPath(cursor.pointee == ASCII.comma) {
      unsafe cursor += 1
      skipBlanks(depth: depth + 1)
      if unsafe _fastPath(cursor.pointee != close) { return true }
    }
    unsafe cursor += 1
    return false
  }

  /// Throws if the stack has not enough space for the containers at this depth.
  @inline(never)
  private mutating func checkDepth(_ depth: Int) throws {
    guard depth >= NestingBudget.assumedLevels else { return }
    var budget = NestingBudget(limit: .max, depth: depth)
    budget.stackLowestAddress = stackLowestAddress
    defer { stackLowestAddress = budget.stackLowestAddress }
    if case .stackExhausted = budget.refill() {
      throw unsafe FormatError(.stackExhausted, at: FormatError.Place(offset: cursor - UnsafePointer(start)))
    }
  }
}

// MARK: - Notes

extension DecodingState {
  func forgetFrames(_ isForgotten: (UnsafeMutablePointer<DecodingFrame>) -> Bool) {
    for level in 0..<Self.levels {
      if let frame = unsafe marks[level].frame, unsafe isForgotten(frame) { unsafe marks[level].frame = nil }
    }
  }

  /// Records that the value at `position` was read completely.
  @inline(__always)
  func noteEnd(of position: UnsafePointer<UInt8>, level: Int) {
    let mark = unsafe marks + level
    unsafe mark.pointee.start = unsafe position
    unsafe mark.pointee.cursor = unsafe cursor
    unsafe mark.pointee.isOpen = false
    unsafe mark.pointee.kind = .scalar
  }

  /// Moves past the value at `position`, which the program's code has read up to its mark.
  @inline(__always)
  mutating func leave(_ position: UnsafePointer<UInt8>, level: Int) {
    let mark = unsafe marks[level]
    if unsafe _fastPath(mark.start == position), let reached = unsafe mark.cursor {
      unsafe cursor = unsafe reached
      if _slowPath(mark.isOpen) { skipRest(mark.kind, level: level) }
    } else {
      unsafe cursor = unsafe position
      reading.skipValue()
    }
  }

  /// Moves past an array or object, starting at one of its elements or keys.
  @inline(never)
  private mutating func skipRest(_ kind: LevelMark.Kind, level: Int) {
    let close = kind == .object ? ASCII.closeBrace : ASCII.closeBracket
    repeat {
      if kind == .object { reading.skipKey(depth: level + 1) }
      reading.skipValue()
    } while advance(close, depth: level)
  }
}
