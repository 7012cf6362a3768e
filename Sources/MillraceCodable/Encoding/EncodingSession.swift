import Millrace

// The bridge from `Encodable` to a document.
//
// A session is one call of an encoder. Values are written straight into the text in the order in which they come: no
// tree, no dictionary and no box for a value is built. Open values are a stack (`OpenValue`); an encoder or a container is
// a handle that knows the number of its value. As long as that is the innermost open one, which takes one comparison to
// determine, the handle writes. If it is further out, what is above is ended first: nested containers are finished when
// their parent is used again.
//
// Two things cannot be expressed in this way: adding to a value that has been ended (two nested containers filled by
// turns, a super encoder used late), and a key that the same object was given before, whose value is to be replaced.
// When one of them happens, the text written so far is turned into a tree (`EncodingTree`), and everything goes on there.
//
// A value whose encoding throws is taken back as a whole, since its caller may go on without it.
//
// Sessions are kept and used again, because their tables are dear to make. One that something still refers to, such as a
// container that was kept, is not.

/// One call of an encoder: what is written, and what is open.
package final class EncodingSession: __DirectEncoding {
  enum Mode {
    case text
    /// Another format than JSON.
    case format
    case tree
    /// Nothing more is written; `failure` is the reason.
    case failed
  }

  @exclusivity(unchecked) var writer = JSON.Writer()
  /// The number of the value that is written to without more questions: the innermost open one, or none unless the mode
  /// is `text`.
  @exclusivity(unchecked) var current = 0
  @exclusivity(unchecked) var mode = Mode.text
  @exclusivity(unchecked) var failure: (any Error)?

  /// The open values, from the whole document inwards.
  let open: UnsafeMutablePointer<OpenValue>
  /// The index of the innermost open value.
  @exclusivity(unchecked) var depth = 0
  @exclusivity(unchecked) var lastID = 0
  @exclusivity(unchecked) var budget = NestingBudget(limit: EncodingSession.openCapacity)
  /// The keys of those open values that own theirs.
  @exclusivity(unchecked) var ownedKeys: [Int: any CodingKey] = [:]
  @exclusivity(unchecked) var tags = KeyTags()

  @exclusivity(unchecked) var rules: EncodingRules
  @exclusivity(unchecked) var convertsKeys = false
  @exclusivity(unchecked) var convertedKeys: [String: String] = [:]

  @exclusivity(unchecked) var plans: TypePlans
  @exclusivity(unchecked) var frames = FrameCache()

  /// The types whose values have written themselves, and the one that did last.
  @exclusivity(unchecked) var directTypes: Set<ObjectIdentifier> = []
  @exclusivity(unchecked) var lastDirectType: ObjectIdentifier?
  /// Collections of such types.
  @exclusivity(unchecked) var directCollections: [ObjectIdentifier: any Writable.Type] = [:]
  /// The types that did not write themselves in this call.
  @exclusivity(unchecked) var rejectedTypes: Set<ObjectIdentifier> = []

  @exclusivity(unchecked) var tree: EncodingTree?
  @exclusivity(unchecked) var format: FormatOutput?

  /// The deepest container has this index, as in Foundation, whose limit is 512 levels without the last.
  static var deepestContainer: Int { 510 }
  /// The number of what is not on the stack, such as the nodes of a tree. It is never the current one.
  static var noID: Int { -1 }
  static var openCapacity: Int { deepestContainer + 4 }

  /// - Parameter ruledTypes: the types that the rules are for.
  init(ruledTypes: [ObjectIdentifier]) {
    rules = EncodingRules()
    plans = TypePlans(ruledTypes: ruledTypes)
    open = .allocate(capacity: Self.openCapacity)
    open.initialize(repeating: OpenValue(), count: Self.openCapacity)
    super.init()
  }

  package override func __writeDirectly<Value: Writable>(_ value: Value, id: Int, start: Int) -> Bool {
    guard ValueEncoder(session: self, id: id, start: start).writeDirectly(value) else { return false }
    if lastDirectType != ObjectIdentifier(Value.self) { noteDirectType(Value.self) }
    return true
  }

  deinit { open.deallocate() }

  var top: UnsafeMutablePointer<OpenValue> { @inline(__always) get { open + depth } }

  /// What was written, valid until more is.
  var text: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: writer.output.start.assumingMemoryBound(to: UInt8.self), count: writer.output.count)
  }

  /// Hands out what was written, with its memory.
  func takeText() -> [UInt8] {
    var writer = JSON.Writer()
    swap(&writer, &self.writer)
    return writer.takeBytes()
  }

  // MARK: A call

  func start(_ rules: EncodingRules, format: FormatOutput? = nil) {
    self.rules = rules
    convertsKeys = rules.keyConversion != nil
    self.format = format
    writer.output.numbersAreDescriptions = rules.describesNumbers
    mode = format == nil ? .text : .format
    budget = NestingBudget(limit: Self.openCapacity)
    depth = 0
    lastID += 1
    open[0] = OpenValue(id: lastID)
    current = mode == .text ? lastID : 0
  }

  /// Ends the document; what was written is in the writer.
  ///
  /// - Parameter value: for the error that it encoded nothing.
  func finish<Value>(_ value: Value) throws {
    if let failure { throw failure }
    if let tree {
      if tree.root.isEmpty { throw nothingEncoded(by: value) }
      mode = .text
      writer.removeAll()
      guard tree.root.write(to: &writer, levels: Self.deepestContainer + 1) else { throw TooDeep() }
    } else {
      if open[0].content == .nothing { throw nothingEncoded(by: value) }
      close(to: 0)
      endContent(of: open)
    }
  }

  private func nothingEncoded<Value>(by value: Value) -> EncodingError {
    invalid(value, "Top-level \(Value.self) did not encode any values.")
  }

  /// Forgets the call.
  ///
  /// - Returns: whether nothing refers to it any more.
  func reset() -> Bool {
    current = 0
    mode = .failed
    failure = nil
    tree = nil
    format = nil
    tags.removeAll()
    if !ownedKeys.isEmpty { ownedKeys.removeAll() }
    if !convertedKeys.isEmpty { convertedKeys.removeAll() }
    if !rejectedTypes.isEmpty { rejectedTypes.removeAll() }
    writer.removeAll()
    writer.output.dropLargeMemory()
    return frames.releaseEscaped(to: self)
  }

  // MARK: Failing

  /// Ends the call with an error: nothing more is written.
  func fail(_ error: any Error) {
    if failure == nil { failure = error }
    mode = .failed
    current = 0
  }

  /// What Foundation stops the process for is an error here.
  @inline(never)
  func failMisuse(_ description: String, at path: [any CodingKey]) {
    fail(EncodingError.invalidValue(Optional<Int>.none as Any, .init(codingPath: path, debugDescription: description)))
  }

  func throwFailure() throws {
    if let failure { throw failure }
  }
}

/// More levels of arrays and objects than there may be.
struct TooDeep: Error {}
