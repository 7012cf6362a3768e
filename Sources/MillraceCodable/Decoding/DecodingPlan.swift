import Millrace

struct DecodingPlan {
  var kind: Kind
  /// For types that are decoded by a strategy.
  var foreign: (any StrategyDecoding.Type)?
  var direct: DirectReading?
  /// For element types of arrays and dictionaries, and for arrays and dictionaries that are filled in one loop.
  var filler: CollectionFilling?
  /// For arrays and dictionaries: the type of the elements.
  var element: ObjectIdentifier?

  /// Whether values are decoded by the type's `init(from:)`.
  var isOwn: Bool { if case .own = kind { true } else { false } }
  var isDirect: Bool { if case .direct = kind { true } else { false } }

  enum Kind {
    /// By the type's `init(from:)`.
    case own
    case known(KnownType)
    /// An array or a dictionary with string keys that is decoded for the first time.
    case newCollection
    /// An array that a filler for its elements fills.
    case array
    /// A dictionary with string keys that a filler for its values fills.
    case dictionary
    /// The element type of an array or a dictionary, for which a filler must be stored.
    case element
    case foreign
    case direct
  }
}

extension DecodingState {
  /// Creates the plan for a type on the first request. It needs no conformance lookup.
  @inline(never)
  mutating func makePlan<Value: Decodable>(_ type: Value.Type) -> UnsafeMutablePointer<DecodingPlan> {
    let kind: DecodingPlan.Kind =
      if let known = KnownType(type) { .known(known) } else { KnownGeneric(type) == nil ? .own : .newCollection }
    let foreign = rules.foreignTypes[ObjectIdentifier(type)]
    let plan = DecodingPlan(kind: foreign == nil ? kind : .foreign, foreign: foreign)
    return unsafe plans.insert(plan, for: ObjectIdentifier(type))
  }
}

// MARK: - Values

/// Decodes the value at the state's cursor, and moves the cursor past it. `level` is the number of arrays and objects
/// around it.
///
/// - Precondition: The structure of the document has been checked.
/// - Throws: ``FormatError`` for an error in the document, and errors of the program's code.
@inline(__always)
func decodeValue<Value: Decodable>(
  _ type: Value.Type, _ state: UnsafeMutablePointer<DecodingState>, level: Int
) throws -> Value {
  let plan = unsafe state.pointee.plans.find(ObjectIdentifier(type)) ?? state.pointee.makePlan(type)
  if unsafe _fastPath(plan.pointee.isOwn) { return try unsafe decodeByItself(type, state, level: level) }
  return try unsafe decode(type, by: plan, state, level: level)
}

/// Reads a whole document directly, as a value or an array of values of a type that supports it. No code of a type runs
/// then, so the structure of the document need not be checked before.
///
/// - Returns: Nil if the value cannot be read directly; then the cursor is unchanged.
@inline(__always)
func readDocumentDirectly<Value: Decodable>(
  _ type: Value.Type, _ state: UnsafeMutablePointer<DecodingState>
) -> Value? {
  guard let plan = unsafe state.pointee.plans.find(ObjectIdentifier(type)), unsafe !plan.pointee.isOwn else {
    return nil
  }
  let position = unsafe state.pointee.cursor
  let value: Value? =
    switch unsafe plan.pointee.kind {
    case .direct: unsafe plan.pointee.direct?.read(type, from: state, level: 0)
    case .array: unsafe state.pointee.filler(by: plan)?.directArray(type, state, level: 0)
    case .known(.strings): unsafe readArrayDirectly([String].self, state)
    case .known(.ints): unsafe readArrayDirectly([Int].self, state)
    case .known(.doubles): unsafe readArrayDirectly([Double].self, state)
    case .known(.doubleArrays): unsafe readArrayDirectly([[Double]].self, state)
    default: nil
    }
  guard let value else { return nil }
  unsafe state.pointee.skipBlanks(depth: 0)
  if unsafe state.pointee.cursor == state.pointee.end { return value }
  unsafe state.pointee.cursor = unsafe position
  return nil
}

private func readArrayDirectly<Elements: Readable, Value>(
  _ type: Elements.Type, _ state: UnsafeMutablePointer<DecodingState>
) -> Value? {
  let position = unsafe state.pointee.cursor
  do {
    // SAFETY: the plan guarantees that the types are equal.
    return unsafe unsafeBitCast(try state.pointee.read { try $0.read(type) }, to: Value.self)
  } catch {
    unsafe state.pointee.cursor = unsafe position
    return nil
  }
}

@inline(never)
func decodeByItself<Value: Decodable>(
  _ type: Value.Type, _ state: UnsafeMutablePointer<DecodingState>, level: Int
) throws -> Value {
  let position = unsafe state.pointee.cursor
  unsafe state.pointee.marks[level].start = nil
  // The requested type may be a subclass of the static type.
  let value = try unsafe type.init(
    from: ValueDecoder(session: state.pointee.session.takeUnretainedValue(), position: position, level: level))
  unsafe state.pointee.leave(position, level: level)
  return value
}

@inline(never)
private func decode<Value: Decodable>(
  _ type: Value.Type, by plan: UnsafeMutablePointer<DecodingPlan>, _ state: UnsafeMutablePointer<DecodingState>,
  level: Int
) throws -> Value {
  /// Casts a value to `Value`, which is the type that the kind of the plan specifies.
  @inline(__always)
  func cast<Other>(_ value: Other) -> Value { unsafe unsafeBitCast(value, to: Value.self) }
  // The plan's address is valid until other types are decoded.
  switch unsafe plan.pointee.kind {
  case .known(.string): return unsafe cast(try String.decode(from: &state.pointee))
  case .known(.int): return unsafe cast(try Int.decode(from: &state.pointee))
  case .known(.double): return unsafe cast(try Double.decode(from: &state.pointee))
  case .known(.bool): return unsafe cast(try Bool.decode(from: &state.pointee))
  case .known(.strings): return unsafe cast(try [String].read(from: state, level: level))
  case .known(.ints): return unsafe cast(try [Int].read(from: state, level: level))
  case .known(.doubles): return unsafe cast(try [Double].read(from: state, level: level))
  case .known(.doubleArrays): return unsafe cast(try [[Double]].read(from: state, level: level))
  case .own: return try unsafe decodeByItself(type, state, level: level)
  case .newCollection:
    unsafe state.pointee.makeCollectionPlan(type)
    return try unsafe decodeCollectionByItself(type, state, level: level)
  case .array:
    guard let filler = unsafe state.pointee.filler(by: plan) else {
      return try unsafe decodeByItself(type, state, level: level)
    }
    return try unsafe filler.array(type, state, level: level)
  case .dictionary:
    guard unsafe state.pointee.rules.keys == nil, let filler = unsafe state.pointee.filler(by: plan) else {
      return try unsafe decodeCollectionByItself(type, state, level: level)
    }
    return try unsafe filler.dictionary(type, state, level: level)
  case .element:
    unsafe state.pointee.learn(type)
    return try unsafe decodeByItself(type, state, level: level)
  case .foreign:
    guard let foreign = unsafe plan.pointee.foreign else { return try unsafe decodeByItself(type, state, level: level) }
    return try unsafe decode(type, by: foreign, state, level: level)
  case .direct:
    guard let value = unsafe plan.pointee.direct?.read(type, from: state, level: level) else {
      return try unsafe decodeByItself(type, state, level: level)
    }
    return value
  }
}

private func decode<Value: Decodable>(
  _ type: Value.Type, by foreign: any StrategyDecoding.Type, _ state: UnsafeMutablePointer<DecodingState>, level: Int
) throws -> Value {
  let position = unsafe state.pointee.cursor
  if unsafe state.pointee.isAtNull { try unsafe state.pointee.failMismatch(.string) }
  unsafe state.pointee.marks[level].start = nil
  let decoder = unsafe ValueDecoder(
    session: state.pointee.session.takeUnretainedValue(), position: position, level: level)
  let value = try unsafe withUnsafeTemporaryAllocation(
    byteCount: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment
  ) { memory in
    // SAFETY: a type with a strategy is never empty, and was found by the identity of `Value`.
    let target = unsafe memory.baseAddress.unsafelyUnwrapped
    try unsafe foreign.decode(from: decoder, into: target)
    return unsafe target.assumingMemoryBound(to: Value.self).move()
  }
  unsafe state.pointee.leave(position, level: level)
  return value
}
