import Millrace

// The bridge from `Encodable` to a document.
//
// A session is one call of an encoder. Values are written directly to the text in the order in which they are encoded:
// no tree, no dictionary and no box for a value is built. Open values are a stack (`OpenValue`). An encoder or a
// container is a handle that contains the number of its value. If that is the innermost open value, which takes one
// comparison to determine, the handle writes. If it is further out, the values inside it are ended first: nested
// containers are finished when their parent is used again.
//
// Two cases cannot be handled in this way: adding to a value that has been ended (interleaved writing to two nested
// containers, a super encoder that is used late), and a duplicate key of an object, whose value must be replaced. In
// these cases the text written so far is converted to a tree (`EncodingTree`), to which all further values are written.
//
// A value whose encoding throws an error is removed as a whole, because its caller may continue without it.
//
// Sessions are reused, because their tables are expensive to create. A session with further references, for example
// from a container that was kept, is not reused.

/// One call of an encoder: the output, and the open values.
///
/// SAFETY: the open values belong to this object, which deallocates them.
@safe
package final class EncodingSession: __DirectEncoding {
  enum Mode {
    case text
    case format
    case tree
    /// No more values are written; `failure` is the reason.
    case failed
  }

  @exclusivity(unchecked) var writer = JSON.Writer()
  /// The number of the value that can be written to without further checks: the innermost open value, or none unless
  /// the mode is `text`.
  @exclusivity(unchecked) var current = 0
  @exclusivity(unchecked) var mode = Mode.text
  @exclusivity(unchecked) var failure: (any Error)?

  /// The open values, from the whole document inwards.
  let open: UnsafeMutablePointer<OpenValue>
  /// The index of the innermost open value.
  @exclusivity(unchecked) var depth = 0
  @exclusivity(unchecked) var lastID = 0
  @exclusivity(unchecked) var budget = NestingBudget(limit: EncodingSession.openCapacity)
  /// The keys of the open values that own their keys.
  @exclusivity(unchecked) var ownedKeys: [Int: any CodingKey] = [:]
  @exclusivity(unchecked) var tags = KeyTags()

  @exclusivity(unchecked) var rules: EncodingRules
  @exclusivity(unchecked) var convertsKeys = false
  @exclusivity(unchecked) var convertedKeys: [String: String] = [:]

  @exclusivity(unchecked) var plans: TypePlans
  @exclusivity(unchecked) var frames = FrameCache()

  /// The types whose values have been written directly, and the last such type.
  @exclusivity(unchecked) var directTypes: Set<ObjectIdentifier> = []
  @exclusivity(unchecked) var lastDirectType: ObjectIdentifier?
  /// Collections with elements of such types.
  @exclusivity(unchecked) var directCollections: [ObjectIdentifier: any Writable.Type] = [:]
  /// The types whose values could not be written directly in this call.
  @exclusivity(unchecked) var rejectedTypes: Set<ObjectIdentifier> = []

  @exclusivity(unchecked) var tree: EncodingTree?
  @exclusivity(unchecked) var format: FormatOutput?

  /// The index of the innermost possible container, as in Foundation, whose limit is 512 levels without the last.
  static var deepestContainer: Int { 510 }
  /// The number of values that are not on the stack, such as the nodes of a tree. It is never the current number.
  static var noID: Int { -1 }
  static var openCapacity: Int { deepestContainer + 4 }

  /// - Parameters:
  ///   - ruledTypes: The types that have rules.
  ///   - bridging: How objects are encoded that bridge to these types.
  init(ruledTypes: [ObjectIdentifier], bridging: ObjectBridging?) {
    unsafe rules = unsafe EncodingRules()
    unsafe plans = TypePlans(ruledTypes: ruledTypes, bridging: bridging)
    unsafe open = .allocate(capacity: Self.openCapacity)
    unsafe open.initialize(repeating: OpenValue(), count: Self.openCapacity)
    super.init()
  }

  package override func __writeDirectly<Value: Writable>(_ value: Value, id: Int, start: Int) -> Bool {
    guard ValueEncoder(session: self, id: id, start: start).writeDirectly(value) else { return false }
    if unsafe lastDirectType != ObjectIdentifier(Value.self) { noteDirectType(Value.self) }
    return true
  }

  deinit { unsafe open.deallocate() }

  var top: UnsafeMutablePointer<OpenValue> { @inline(__always) get { unsafe open + depth } }

  /// The written text. It is valid until more is written.
  var text: UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(
      start: writer.output.start.assumingMemoryBound(to: UInt8.self), count: writer.output.count)
  }

  /// Returns the written text, with its memory.
  func takeText() -> [UInt8] {
    var writer = JSON.Writer()
    unsafe swap(&writer, &self.writer)
    return writer.takeBytes()
  }

  // MARK: A call

  func start(_ rules: EncodingRules, format: FormatOutput? = nil) {
    unsafe self.rules = rules
    unsafe convertsKeys = rules.keyConversion != nil
    unsafe self.format = format
    unsafe writer.output.numbersAreDescriptions = rules.describesNumbers
    unsafe mode = format == nil ? .text : .format
    unsafe budget = NestingBudget(limit: Self.openCapacity)
    unsafe depth = 0
    unsafe lastID += 1
    unsafe open[0] = unsafe OpenValue(id: lastID)
    unsafe current = unsafe mode == .text ? lastID : 0
  }

  /// Ends the document. The output is then in the writer.
  ///
  /// - Parameter value: The root value, for the error that nothing was encoded for it.
  func finish<Value>(_ value: Value) throws {
    if let failure = unsafe failure { throw failure }
    if let tree = unsafe tree {
      if tree.root.isEmpty { throw nothingEncoded(by: value) }
      unsafe mode = .text
      unsafe writer.removeAll()
      guard unsafe tree.root.write(to: &writer, levels: Self.deepestContainer + 1) else { throw TooDeep() }
    } else {
      if unsafe open[0].content == .nothing { throw nothingEncoded(by: value) }
      close(to: 0)
      unsafe endContent(of: open)
    }
  }

  private func nothingEncoded<Value>(by value: Value) -> EncodingError {
    invalid(value, "Top-level \(Value.self) did not encode any values.")
  }

  /// Resets the state of the call.
  ///
  /// - Returns: Whether there are no further references to the session.
  func reset() -> Bool {
    unsafe current = 0
    unsafe mode = .failed
    unsafe failure = nil
    unsafe tree = nil
    unsafe format = nil
    unsafe tags.removeAll()
    if unsafe !ownedKeys.isEmpty { unsafe ownedKeys.removeAll() }
    if unsafe !convertedKeys.isEmpty { unsafe convertedKeys.removeAll() }
    if unsafe !rejectedTypes.isEmpty { unsafe rejectedTypes.removeAll() }
    unsafe writer.removeAll()
    unsafe writer.output.dropLargeMemory()
    return unsafe frames.releaseEscaped(to: self)
  }

  // MARK: Failing

  /// Ends the call with an error. No more values are written.
  func fail(_ error: any Error) {
    if unsafe failure == nil { unsafe failure = error }
    unsafe mode = .failed
    unsafe current = 0
  }

  /// Reports an error in a case for which Foundation stops the process.
  @inline(never)
  func failMisuse(_ description: String, at path: [any CodingKey]) {
    fail(EncodingError.invalidValue(Optional<Int>.none as Any, .init(codingPath: path, debugDescription: description)))
  }

  func throwFailure() throws {
    if let failure = unsafe failure { throw failure }
  }
}

/// The error for more nested arrays and objects than the limit.
struct TooDeep: Error {}
