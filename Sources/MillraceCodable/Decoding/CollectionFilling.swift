import Millrace

// Arrays, and dictionaries with strings for keys, of any elements.
//
// The standard library decodes them through containers, one element after the other, and asks the runtime for several
// types on the way: for small collections that is most of what they take. Here they are filled at once. For this it must
// be known how their elements are decoded, which a cast would tell after looking through all conformances. Instead it is
// waited for: when a collection is decoded for the second time, or is long, its elements are marked, and the first of them
// that is decoded leaves what it takes to decode others.

/// Fills collections with elements of one type.
class CollectionFilling {
  /// Decodes the array at the state's cursor.
  ///
  /// - Parameter type: the array's, whose elements must be the filler's.
  func array<Value>(
    _ type: Value.Type, _ state: UnsafeMutablePointer<DecodingState>, level: Int
  ) throws -> Value { preconditionFailure("abstract method") }

  /// Reads the array at the state's cursor if its elements read themselves.
  ///
  /// - Returns: nil if it cannot be read so; then the cursor is where it was.
  func directArray<Value>(
    _ type: Value.Type, _ state: UnsafeMutablePointer<DecodingState>, level: Int
  ) -> Value? { nil }

  /// Decodes the dictionary with strings for keys at the state's cursor.
  func dictionary<Value>(
    _ type: Value.Type, _ state: UnsafeMutablePointer<DecodingState>, level: Int
  ) throws -> Value { preconditionFailure("abstract method") }
}

extension DecodingState {
  /// Plans for a collection that is decoded for the first time.
  mutating func makeCollectionPlan<Value: Decodable>(_ type: Value.Type) {
    guard let plan = plans.find(ObjectIdentifier(type)) else { return }
    switch KnownGeneric(type) {
    case .array(let element): (plan.pointee.kind, plan.pointee.element) = (.array, element)
    case .dictionary(let element): (plan.pointee.kind, plan.pointee.element) = (.dictionary, element)
    case nil: plan.pointee.kind = .own
    }
  }

  /// Leaves what it takes to fill collections with values of a type.
  @inline(never)
  mutating func learn<Element: Decodable>(_ type: Element.Type) {
    // A filler makes elements of the type that is known when this is compiled, which may be a superclass.
    guard type == Element.self, let plan = plans.find(ObjectIdentifier(type)) else { return }
    plan.pointee.kind = plan.pointee.direct == nil ? .own : .direct
    plan.pointee.filler = CollectionFiller<Element>()
  }

  /// Has the next value of a type leave what it takes to fill collections.
  @inline(never)
  func markElement<Element: Decodable>(_ type: Element.Type) {
    guard let plan = plans.find(ObjectIdentifier(type)), plan.pointee.filler == nil else { return }
    if plan.pointee.kind == .own || plan.pointee.kind == .direct { plan.pointee.kind = .element }
  }

  /// What a collection is filled by, if that is known.
  @inline(__always)
  func filler(by plan: UnsafeMutablePointer<DecodingPlan>) -> CollectionFilling? {
    if let filler = plan.pointee.filler { return filler }
    return findFiller(by: plan)
  }

  @inline(never)
  private func findFiller(by plan: UnsafeMutablePointer<DecodingPlan>) -> CollectionFilling? {
    guard let element = plan.pointee.element.flatMap(plans.find) else { return nil }
    if element.pointee.filler != nil {
      plan.pointee.filler = element.pointee.filler
    } else if element.pointee.kind == .own || element.pointee.kind == .direct {
      element.pointee.kind = .element
    }
    return plan.pointee.filler
  }
}

/// Decodes a collection by its containers.
func decodeCollectionByItself<Value: Decodable>(
  _ type: Value.Type, _ state: UnsafeMutablePointer<DecodingState>, level: Int
) throws -> Value {
  // The keys of a dictionary are data, and no key strategy applies to them.
  state.pointee.session.takeUnretainedValue().dictionary = state.pointee.cursor
  return try decodeByItself(type, state, level: level)
}

/// Reads the elements of the array at the state's cursor, one after the other.
///
/// - Parameters:
///   - type: the elements' type, for errors.
///   - read: reads the element at the state's cursor.
@inline(__always)
func readElements<Element>(
  of type: Element.Type, _ state: UnsafeMutablePointer<DecodingState>, level: Int, _ read: () throws -> Void
) throws {
  let start = state.pointee.cursor
  guard try state.pointee.enter(ASCII.openBracket, ASCII.closeBracket, depth: level, .array) else { return }
  let mark = state.pointee.marks + level
  mark.pointee.beginArray(start, cursor: state.pointee.cursor, isOpen: true, index: -1)
  repeat {
    let position = state.pointee.cursor
    mark.pointee.cursor = position
    mark.pointee.index &+= 1
    do { try read() } catch {
      throw state.pointee.session.takeUnretainedValue().decodingError(error, type, position, level + 1)
    }
  } while state.pointee.advance(ASCII.closeBracket, depth: level)
}

private final class CollectionFiller<Element: Decodable>: CollectionFilling {
  override func array<Value>(
    _ type: Value.Type, _ state: UnsafeMutablePointer<DecodingState>, level: Int
  ) throws -> Value {
    if let array = directArray(type, state, level: level) { return array }
    var elements = ElementMemory<Element>()
    defer { elements.deallocate() }
    try readElements(of: Element.self, state, level: level) {
      elements.next().initialize(to: try decodeValue(Element.self, state, level: level &+ 1))
      elements.count &+= 1
    }
    // SAFETY: the caller vouches for the type.
    return unsafeBitCast(elements.takeArray(), to: type)
  }

  override func directArray<Value>(
    _ type: Value.Type, _ state: UnsafeMutablePointer<DecodingState>, level: Int
  ) -> Value? {
    guard let plan = state.pointee.plans.find(ObjectIdentifier(Element.self)), plan.pointee.kind == .direct else {
      return nil
    }
    return plan.pointee.direct?.readArray(type, from: state, level: level)
  }

  override func dictionary<Value>(
    _ type: Value.Type, _ state: UnsafeMutablePointer<DecodingState>, level: Int
  ) throws -> Value {
    var elements: [String: Element] = [:]
    let position = state.pointee.cursor
    let isOpen = try state.pointee.enter(ASCII.openBrace, ASCII.closeBrace, depth: level, .object)
    if isOpen {
      let mark = state.pointee.marks + level
      mark.pointee.start = position
      mark.pointee.kind = .object
      mark.pointee.isOpen = true
      mark.pointee.frame = nil
      elements.reserveCapacity(3)
      repeat {
        mark.pointee.cursor = state.pointee.cursor
        mark.pointee.entry = state.pointee.cursor
        let key = try state.pointee.read(depth: level + 1) { try $0.readKey() }
        try decodeMember(of: &elements, key, state, level)
      } while state.pointee.advance(ASCII.closeBrace, depth: level)
    }
    // SAFETY: the caller vouches for the type.
    return unsafeBitCast(elements, to: type)
  }

  /// Decodes the value of a key, the first time that the key is there; later only its structure counts.
  ///
  /// Looked up twice: where the type of the dictionary is not known when this is compiled, its subscript could be changed in
  /// place, but at three allocations.
  @inline(__always)
  private func decodeMember(
    of elements: inout [String: Element], _ key: String, _ state: UnsafeMutablePointer<DecodingState>, _ level: Int
  ) throws {
    if _fastPath(elements.isEmpty || elements.index(forKey: key) == nil) {
      elements.updateValue(try element(state, level), forKey: key)
    } else {
      state.pointee.reading.skipValue()
    }
  }

  /// The element at the state's cursor, in a container at a level.
  @inline(__always)
  private func element(_ state: UnsafeMutablePointer<DecodingState>, _ level: Int) throws -> Element {
    let position = state.pointee.cursor
    do {
      return try decodeValue(Element.self, state, level: level &+ 1)
    } catch {
      throw state.pointee.session.takeUnretainedValue().decodingError(error, Element.self, position, level + 1)
    }
  }
}

/// Elements on their way into an array.
///
/// Where the type of the elements is not known when this is compiled, every use of an array asks the runtime for types;
/// memory does not.
struct ElementMemory<Element> {
  private var start = UnsafeMutablePointer<Element>.allocate(capacity: 8)
  private var capacity = 8
  var count = 0

  /// Where the next element goes.
  @inline(__always)
  mutating func next() -> UnsafeMutablePointer<Element> {
    if _slowPath(count == capacity) { grow() }
    return start + count
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: 4 * capacity)
    preferLargePages(from: larger, count: 4 * capacity * MemoryLayout<Element>.stride)
    larger.moveInitialize(from: start, count: count)
    start.deallocate()
    start = larger
    capacity *= 4
  }

  mutating func takeArray() -> [Element] {
    defer { count = 0 }
    if count == 0 { return [] }
    return [Element](unsafeUninitializedCapacity: count) { memory, initialized in
      let target = memory.baseAddress.unsafelyUnwrapped
      preferLargePages(from: target, count: count * MemoryLayout<Element>.stride)
      target.moveInitialize(from: start, count: count)
      initialized = count
    }
  }

  func deallocate() {
    start.deinitialize(count: count)
    start.deallocate()
  }
}
