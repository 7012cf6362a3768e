import Millrace

/// The container of an array.
///
/// Its size is the largest that an existential stores without allocating.
///
/// SAFETY: the position is in the document of its session, which this value retains.
@safe
struct UnkeyedElements: UnkeyedDecodingContainer {
  private let session: DecodingSession
  /// The next element, or the byte after the array.
  private var position: UnsafePointer<UInt8>
  /// The depth in the lowest ten bits, whether the end has been reached in the next bit, and the index in the bits
  /// above.
  private var progress: Int

  private static var levelMask: Int { 1023 }
  private static var endBit: Int { 1024 }
  private static var oneElement: Int { 2048 }
  /// The index from which an array is long enough that a filler for the next array is determined.
  private static var learningIndex: Int { 16 }

  private var level: Int {
    @inline(__always) get { progress & Self.levelMask }
  }

  var currentIndex: Int { progress / Self.oneElement }
  var isAtEnd: Bool { progress & Self.endBit != 0 }

  private var state: UnsafeMutablePointer<DecodingState> {
    @inline(__always) get { unsafe session.state }
  }

  @inline(__always)
  init(_ session: DecodingSession, _ start: UnsafePointer<UInt8>, _ level: Int) throws {
    self.session = session
    let state = unsafe session.state
    unsafe state.pointee.cursor = unsafe start
    let isOpen = try unsafe state.pointee.enter(ASCII.openBracket, ASCII.closeBracket, depth: level, .array)
    unsafe position = unsafe state.pointee.cursor
    progress = isOpen ? level : level | Self.endBit
    let mark = unsafe state.pointee.marks + level
    unsafe mark.pointee.beginArray(start, cursor: position, isOpen: isOpen)
    unsafe mark[1].start = nil  // nothing in the array has been read yet
  }

  var codingPath: [any CodingKey] { unsafe session.path(toArrayAround: position, isAtEnd: isAtEnd, level: level) }

  var count: Int? {
    unsafe isAtEnd ? currentIndex : session.containerIndex.container(around: position)?.count
  }

  // MARK: Elements

  @inline(__always)
  private mutating func element<Value>(_ read: () throws -> Value) throws -> Value {
    if isAtEnd { throw ended(Value.self) }
    unsafe state.pointee.cursor = unsafe position
    do {
      let value = try read()
      advance()
      return value
    } catch {
      throw failure(error, Value.self)
    }
  }

  /// Advances past the value that was just read.
  @inline(__always)
  private mutating func advance() {
    let isOpen = unsafe state.pointee.advance(ASCII.closeBracket, depth: level)
    let mark = unsafe state.pointee.marks + level
    if unsafe _fastPath(mark.pointee.cursor == position) {
      unsafe mark.pointee.cursor = unsafe state.pointee.cursor
      unsafe mark.pointee.isOpen = isOpen
      unsafe mark.pointee.index &+= 1
    }
    unsafe position = unsafe state.pointee.cursor
    progress &+= isOpen ? Self.oneElement : Self.oneElement | Self.endBit
  }

  @inline(__always)
  private mutating func scalar<Value: JSONScalar>(_ type: Value.Type) throws -> Value {
    let state = unsafe state
    return try element { try unsafe Value.decode(from: &state.pointee) }
  }

  mutating func decodeNil() throws -> Bool {
    if isAtEnd { throw ended(Never.self) }
    unsafe state.pointee.cursor = unsafe position
    guard unsafe state.pointee.isAtNull else { return false }
    unsafe state.pointee.cursor += 4
    advance()
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let (state, level) = unsafe (state, level)
    // Many more elements may follow, in this array or the next one.
    if _slowPath(currentIndex == Self.learningIndex) { unsafe state.pointee.markElement(type) }
    return try element { try unsafe decodeValue(type, state, level: level &+ 1) }
  }

  /// Like the implementation of the standard library, which however requests the static type.
  mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    if isAtEnd { return nil }
    return try decodeNil() ? nil : try decode(type)
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try scalar(type) }
  mutating func decode(_ type: String.Type) throws -> String { try scalar(type) }
  mutating func decode(_ type: Double.Type) throws -> Double { try scalar(type) }
  mutating func decode(_ type: Float.Type) throws -> Float { try scalar(type) }
  mutating func decode(_ type: Int.Type) throws -> Int { try scalar(type) }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try scalar(type) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try scalar(type) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try scalar(type) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try scalar(type) }
  @available(WideIntegers, *)
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try scalar(type) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try scalar(type) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try scalar(type) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try scalar(type) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try scalar(type) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try scalar(type) }
  @available(WideIntegers, *)
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try scalar(type) }

  // MARK: Containers

  /// Creates the decoder of the element at the position, or a container of it, and skips the element.
  @inline(__always)
  private mutating func takeDecoder<Result>(_ make: (ValueDecoder) throws -> Result) throws -> Result {
    if isAtEnd { throw ended(Result.self) }
    let result = try unsafe make(ValueDecoder(session: session, position: position, level: level + 1))
    let mark = unsafe state.pointee.marks + level
    if unsafe mark.pointee.cursor == position {
      unsafe mark.pointee.entry = unsafe position
      unsafe mark.pointee.entryIndex = unsafe mark.pointee.index
    }
    unsafe state.pointee.cursor = unsafe position
    unsafe state.pointee.reading.skipValue()
    advance()
    return result
  }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try takeDecoder { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try takeDecoder { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try takeDecoder { $0 as any Decoder } }

  // MARK: Errors

  @inline(never)
  private func ended(_ type: Any.Type) -> any Error {
    DecodingError.valueNotFound(
      type,
      DecodingError.Context(
        codingPath: codingPath + [IndexKey(currentIndex)],
        debugDescription: "Unkeyed container is at end."))
  }

  @inline(never)
  private func failure(_ error: any Error, _ type: Any.Type) -> any Error {
    return session.decodingError(error, type, path: codingPath + [IndexKey(currentIndex)])
  }
}
