import Millrace

// Arrays, and dictionaries with string keys, with elements of any type.
//
// The standard library decodes them with containers, one element after the other, and requests several types from the
// runtime: for small collections that takes most of the time. Here they are filled in one loop. This requires knowledge
// of how their elements are decoded, which a cast would determine by searching all conformances. Instead the knowledge
// is collected: when a collection is decoded for the second time, or is long, its elements are marked, and the first
// element that is decoded stores a filler for its type.

/// Fills collections with elements of one type.
class CollectionFilling {
  /// Decodes the array at the state's cursor.
  ///
  /// - Parameter type: The type of the array, whose elements must have the filler's type.
  func array<Value>(
    _ type: Value.Type, _ state: UnsafeMutablePointer<DecodingState>, level: Int
  ) throws -> Value { preconditionFailure("abstract method") }

  /// Reads the array at the state's cursor directly, if its elements support it.
  ///
  /// - Returns: Nil if the array cannot be read directly; then the cursor is unchanged.
  func directArray<Value>(
    _ type: Value.Type, _ state: UnsafeMutablePointer<DecodingState>, level: Int
  ) -> Value? { nil }

  /// Decodes the dictionary with string keys at the state's cursor.
  func dictionary<Value>(
    _ type: Value.Type, _ state: UnsafeMutablePointer<DecodingState>, level: Int
  ) throws -> Value { preconditionFailure("abstract method") }
}

extension DecodingState {
  /// Creates the plan for a collection that is decoded for the first time.
  mutating func makeCollectionPlan<Value: Decodable>(_ type: Value.Type) {
    guard let plan = unsafe plans.find(ObjectIdentifier(type)) else { return }
    switch KnownGeneric(type) {
    case .array(let element): unsafe (plan.pointee.kind, plan.pointee.element) = (.array, element)
    case .dictionary(let element): unsafe (plan.pointee.kind, plan.pointee.element) = (.dictionary, element)
    case nil: unsafe plan.pointee.kind = .own
    }
  }

  @inline(never)
  mutating func learn<Element: Decodable>(_ type: Element.Type) {
    // A filler creates elements of the static type, which may be a superclass.
    guard type == Element.self, let plan = unsafe plans.find(ObjectIdentifier(type)) else { return }
    unsafe plan.pointee.kind = unsafe plan.pointee.direct == nil ? .own : .direct
    unsafe plan.pointee.filler = CollectionFiller<Element>()
  }

  /// Marks a type, so that the next value of it stores a filler for collections.
  @inline(never)
  func markElement<Element: Decodable>(_ type: Element.Type) {
    guard let plan = unsafe plans.find(ObjectIdentifier(type)), unsafe plan.pointee.filler == nil else { return }
    if unsafe plan.pointee.isOwn || plan.pointee.isDirect { unsafe plan.pointee.kind = .element }
  }

  /// The filler for a collection, if it is known.
  @inline(__always)
  func filler(by plan: UnsafeMutablePointer<DecodingPlan>) -> CollectionFilling? {
    if let filler = unsafe plan.pointee.filler { return filler }
    return unsafe findFiller(by: plan)
  }

  @inline(never)
  private func findFiller(by plan: UnsafeMutablePointer<DecodingPlan>) -> CollectionFilling? {
    // The filler of a collection is for its elements, not for collections of it.
    guard let element = unsafe plan.pointee.element.flatMap(plans.find), unsafe element.pointee.element == nil else {
      return nil
    }
    if unsafe element.pointee.filler != nil {
      unsafe plan.pointee.filler = unsafe element.pointee.filler
    } else if unsafe element.pointee.isOwn || element.pointee.isDirect {
      unsafe element.pointee.kind = .element
    }
    return unsafe plan.pointee.filler
  }
}

/// Decodes a collection with its containers.
func decodeCollectionByItself<Value: Decodable>(
  _ type: Value.Type, _ state: UnsafeMutablePointer<DecodingState>, level: Int
) throws -> Value {
  // The keys of a dictionary are data, so key strategies do not apply to them. Another type may be read from the same place afterwards.
  let session = unsafe state.pointee.session.takeUnretainedValue()
  let outer = unsafe session.dictionary
  unsafe session.dictionary = unsafe state.pointee.cursor
  defer { unsafe session.dictionary = unsafe outer }
  return try unsafe decodeByItself(type, state, level: level)
}

/// Reads the elements of the array at the state's cursor, one after the other.
///
/// - Parameters:
///   - type: The type of the elements, for errors.
///   - read: A function that reads the element at the state's cursor.
@inline(__always)
func readElements<Element>(
  of type: Element.Type, _ state: UnsafeMutablePointer<DecodingState>, level: Int, _ read: () throws -> Void
) throws {
  let start = unsafe state.pointee.cursor
  guard try unsafe state.pointee.enter(ASCII.openBracket, ASCII.closeBracket, depth: level, .array) else { return }
  let mark = unsafe state.pointee.marks + level
  unsafe mark.pointee.beginArray(start, cursor: state.pointee.cursor, isOpen: true, index: -1)
  repeat {
    let position = unsafe state.pointee.cursor
    unsafe mark.pointee.cursor = unsafe position
    unsafe mark.pointee.index &+= 1
    do { try read() } catch {
      throw unsafe state.pointee.session.takeUnretainedValue().decodingError(error, type, position, level + 1)
    }
  } while unsafe state.pointee.advance(ASCII.closeBracket, depth: level)
}

private final class CollectionFiller<Element: Decodable>: CollectionFilling {
  override func array<Value>(
    _ type: Value.Type, _ state: UnsafeMutablePointer<DecodingState>, level: Int
  ) throws -> Value {
    if let array = unsafe directArray(type, state, level: level) { return array }
    let start = unsafe state.pointee.cursor
    guard try unsafe state.pointee.enter(ASCII.openBracket, ASCII.closeBracket, depth: level, .array) else {
      return unsafe unsafeBitCast([Element](), to: type)
    }
    let mark = unsafe state.pointee.marks + level
    unsafe mark.pointee.beginArray(start, cursor: state.pointee.cursor, isOpen: true, index: -1)
    var source = unsafe state
    let elements = try unsafe ElementMemory<Element>.readArray(from: &source) { state in
      unsafe mark.pointee.cursor = unsafe state.pointee.cursor
      unsafe mark.pointee.index &+= 1
      return try unsafe element(state, level)
    } advance: { state in
      unsafe state.pointee.advance(ASCII.closeBracket, depth: level)
    } remaining: { state in
      unsafe state.pointee.end - state.pointee.cursor
    }
    // SAFETY: the caller guarantees the type.
    return unsafe unsafeBitCast(elements, to: type)
  }

  override func directArray<Value>(
    _ type: Value.Type, _ state: UnsafeMutablePointer<DecodingState>, level: Int
  ) -> Value? {
    guard let plan = unsafe state.pointee.plans.find(ObjectIdentifier(Element.self)), unsafe plan.pointee.isDirect
    else {
      return nil
    }
    return unsafe plan.pointee.direct?.readArray(type, from: state, level: level)
  }

  override func dictionary<Value>(
    _ type: Value.Type, _ state: UnsafeMutablePointer<DecodingState>, level: Int
  ) throws -> Value {
    var elements: [String: Element] = [:]
    let position = unsafe state.pointee.cursor
    let isOpen = try unsafe state.pointee.enter(ASCII.openBrace, ASCII.closeBrace, depth: level, .object)
    if isOpen {
      let mark = unsafe state.pointee.marks + level
      unsafe mark.pointee.start = unsafe position
      unsafe mark.pointee.kind = .object
      unsafe mark.pointee.isOpen = true
      unsafe mark.pointee.frame = nil
      elements.reserveCapacity(3)
      repeat {
        unsafe mark.pointee.cursor = unsafe state.pointee.cursor
        unsafe mark.pointee.entry = unsafe state.pointee.cursor
        let key = try unsafe state.pointee.read(depth: level + 1) { try $0.readKey() }
        try unsafe decodeMember(of: &elements, key, state, level)
      } while unsafe state.pointee.advance(ASCII.closeBrace, depth: level)
    }
    // SAFETY: the caller guarantees the type.
    return unsafe unsafeBitCast(elements, to: type)
  }

  /// Decodes the value of a key at the first occurrence of the key. For later occurrences only the structure is
  /// checked.
  ///
  /// The key is hashed twice: if the type of the dictionary is not known at compile time, an update in place through
  /// the subscript would cost three allocations.
  @inline(__always)
  private func decodeMember(
    of elements: inout [String: Element], _ key: String, _ state: UnsafeMutablePointer<DecodingState>, _ level: Int
  ) throws {
    if _fastPath(elements.isEmpty || elements.index(forKey: key) == nil) {
      unsafe elements.updateValue(try element(state, level), forKey: key)
    } else {
      unsafe state.pointee.reading.skipValue()
    }
  }

  /// Decodes the element at the state's cursor, in a container at a level.
  @inline(__always)
  private func element(_ state: UnsafeMutablePointer<DecodingState>, _ level: Int) throws -> Element {
    let position = unsafe state.pointee.cursor
    do {
      return try unsafe decodeValue(Element.self, state, level: level &+ 1)
    } catch {
      throw unsafe state.pointee.session.takeUnretainedValue().decodingError(error, Element.self, position, level + 1)
    }
  }
}
