import Millrace

// A decode, and the parts that the next decode can reuse: memory, containers, and plans for types. Sessions are kept
// for the whole process. A decode within a decode, or on another thread, has a separate session.

/// A decode in progress.
///
/// SAFETY: the state belongs to this object, which deallocates it and the texts that it keeps.
@safe
final class DecodingSession: __DirectDecoding {
  let state: UnsafeMutablePointer<DecodingState>
  /// The reusable container for each type of keys.
  private var containers = IdentityTable<ContainerSlot>()
  /// The key types for which this decode has requested containers.
  private var keysInUse: [ObjectIdentifier] = []
  /// Containers that were still in use when another one with the same key type was requested.
  private var displaced: [ContainerSlot] = []
  private var keptTexts: [UnsafeMutablePointer<UInt8>] = unsafe []
  private(set) var userInfo: [CodingUserInfoKey: Any] = [:]
  /// The JSON5 document that the session's document was rewritten from, if there is one.
  var json5: JSON5Document?
  /// The converted keys at positions in the document.
  var convertedKeys: [UnsafePointer<UInt8>: String] = unsafe [:]
  /// The beginning of the dictionary that is being decoded, if key strategies must not apply to it.
  var dictionary: UnsafePointer<UInt8>?
  private var knownIndex: ContainerIndex?
  private var capacity = GuardedInput.padding
  /// Whether a part of the session is still in use after the decode has ended. Then every new container retains the
  /// session, and none is reused.
  private var isDetached = false

  override init() {
    unsafe state = .allocate(capacity: 1)
    super.init()
    unsafe state.initialize(to: DecodingState(session: self))
  }

  override func __readDirectly<Value: Readable>(
    _ type: Value.Type, at position: UnsafePointer<UInt8>, level: Int
  ) -> Value? {
    unsafe readDirectly(type, at: position, level: level)
  }

  deinit {
    forgetTexts()
    containers.deallocate()
    unsafe state.pointee.deallocate()
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }
}

// MARK: - The document

extension DecodingSession {
  /// Copies a document into the session.
  func begin(_ document: UnsafeBufferPointer<UInt8>, rules: DecodingRules, userInfo: [CodingUserInfoKey: Any]) {
    let needed = document.count + GuardedInput.padding
    if needed > capacity { allocateDocument(needed) }
    let start = unsafe state.pointee.start
    if let source = document.baseAddress { unsafe start.update(from: source, count: document.count) }
    unsafe (start + document.count).update(repeating: 0, count: GuardedInput.padding)
    unsafe dictionary = nil
    knownIndex = nil
    if unsafe !convertedKeys.isEmpty { unsafe convertedKeys.removeAll() }
    if unsafe state.pointee.rules !== rules {
      // Plans for types depend on the rules.
      unsafe state.pointee.plans.deallocate()
      unsafe state.pointee.plans = IdentityTable()
      unsafe state.pointee.rules = rules
    }
    if !userInfo.isEmpty || !self.userInfo.isEmpty { self.userInfo = userInfo }
    unsafe state.pointee.begin(document.count)
  }

  /// All containers of the document, which has been checked.
  var containerIndex: ContainerIndex {
    get {
      if let knownIndex { return knownIndex }
      let index = unsafe state.pointee.containerIndex
      knownIndex = index
      return index
    }
    set { knownIndex = newValue }
  }

  /// Replaces the document's memory by new memory, without content.
  private func allocateDocument(_ count: Int) {
    unsafe state.pointee.start.deallocate()
    unsafe state.pointee.start = .allocate(capacity: count)
    unsafe preferLargePages(from: state.pointee.start, count: count)
    capacity = count
  }

  /// Stores the text of a key that is not in the document in this form.
  func keep(_ text: UnsafeBufferPointer<UInt8>) -> UnsafePointer<UInt8> {
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: text.count + GuardedInput.padding)
    if let source = text.baseAddress { unsafe copy.initialize(from: source, count: text.count) }
    unsafe (copy + text.count).initialize(repeating: 0, count: GuardedInput.padding)
    unsafe keptTexts.append(copy)
    return unsafe UnsafePointer(copy)
  }

  private func forgetTexts() {
    unsafe keptTexts.forEach { unsafe $0.deallocate() }
    unsafe keptTexts.removeAll(keepingCapacity: true)
  }
}

// MARK: - Containers

extension DecodingSession {
  /// Returns a container for the object at `position`.
  @inline(__always)
  func container<Key: CodingKey>(
    keyedBy type: Key.Type, at position: UnsafePointer<UInt8>, level: Int
  ) throws -> KeyedDecodingContainer<Key> {
    unsafe state.pointee.cursor = unsafe position
    guard let slot = unsafe containers.find(ObjectIdentifier(type)), unsafe _fastPath(slot.pointee.isUnique) else {
      return try makeContainer(type, level)
    }
    let frame = unsafe slot.pointee.owner.frame
    if unsafe !frame.pointee.isInUse { unsafe use(type, frame) }
    try unsafe frame.pointee.begin(level: level)
    if unsafe _slowPath(state.pointee.rules.keys != nil) { unsafe convertKeys(in: slot.pointee.owner) }
    return unsafe slot.pointee.container(type)
  }

  @inline(never)
  private func makeContainer<Key: CodingKey>(
    _ type: Key.Type, _ level: Int
  ) throws -> KeyedDecodingContainer<Key> {
    let slot = slotInUse(for: type)
    if !isDetached { unsafe use(type, slot.owner.frame) }
    try unsafe slot.owner.frame.pointee.begin(level: level)
    if unsafe state.pointee.rules.keys != nil { convertKeys(in: slot.owner) }
    return slot.container(type)
  }

  /// Records that the container of a key type must be checked at the end of the decode.
  private func use<Key: CodingKey>(_ type: Key.Type, _ frame: UnsafeMutablePointer<DecodingFrame>) {
    unsafe frame.pointee.isInUse = true
    keysInUse.append(ObjectIdentifier(type))
  }

  /// Returns a slot whose container is unused. The slot is in the table unless the session is detached.
  private func slotInUse<Key: CodingKey>(for type: Key.Type) -> ContainerSlot {
    func make() -> ContainerSlot {
      let owner = FrameOwner(self, keys: type)
      return ContainerSlot(KeyedDecodingContainer(KeyedMembers<Key>(owner)), owner)
    }
    if isDetached {
      let slot = make()
      slot.owner.kept = self
      return slot
    }
    guard let known = unsafe containers.find(ObjectIdentifier(type)) else {
      return unsafe containers.insert(make(), for: ObjectIdentifier(type)).pointee
    }
    // The container in use will be available again soon, if a type contains itself.
    let free = displaced.indices.suffix(16).first {
      displaced[$0].owner.keys == type && displaced[$0].isUnique
    }
    let slot = free.map { displaced.remove(at: $0) } ?? make()
    unsafe displaced.append(known.pointee)
    unsafe known.pointee = slot
    return slot
  }

  /// Ends the decode.
  ///
  /// - Returns: The frames that the program still uses. If there are none, the session can be reused.
  private func end() -> Set<UnsafeMutablePointer<DecodingFrame>> {
    var kept: Set<UnsafeMutablePointer<DecodingFrame>> = unsafe []
    func check(_ slot: inout ContainerSlot) {
      unsafe slot.owner.frame.pointee.isInUse = false
      if !slot.isUnique {
        slot.owner.kept = self
        unsafe kept.insert(slot.owner.frame)
      }
    }
    // Not all containers are checked: in a process with many types, a decode requests few of them.
    for keys in keysInUse {
      if let slot = unsafe containers.find(keys) { unsafe check(&slot.pointee) }
    }
    keysInUse.removeAll(keepingCapacity: true)
    for index in displaced.indices { check(&displaced[index]) }
    displaced.removeAll()
    if unsafe kept.isEmpty { forgetTexts() }
    return unsafe kept
  }

  /// Leaves the session to the containers and decoders that the program still uses.
  private func detach(keeping frames: Set<UnsafeMutablePointer<DecodingFrame>>) {
    isDetached = true
    // Frames of earlier decodes may have been deallocated, so frames are only compared by address.
    unsafe state.pointee.forgetFrames { unsafe !frames.contains($0) }
    containers.deallocate()
    containers = IdentityTable()
  }

  /// Removes a frame that is about to be deallocated from the notes.
  func forget(_ frame: UnsafeMutablePointer<DecodingFrame>) { unsafe state.pointee.forgetFrames { unsafe $0 == frame } }

  /// The maximum size of a document whose memory is kept, in bytes.
  private static var largestKept: Int { 1 << 20 }
}

// MARK: - Sessions of the process

extension DecodingSession {
  static let pool = ObjectPool<DecodingSession>()

  static func take() -> DecodingSession { pool.take() ?? DecodingSession() }

  /// Returns a session that the decoder no longer needs to the pool.
  ///
  /// - Parameter session: The decoder's only reference to the session.
  static func recycle(_ session: inout DecodingSession) {
    let kept = unsafe session.end()
    guard unsafe kept.isEmpty, isKnownUniquelyReferenced(&session) else { return unsafe session.detach(keeping: kept) }
    // Only now, because a decoder that was kept still reads from the document.
    session.json5 = nil
    if session.capacity > largestKept { session.allocateDocument(GuardedInput.padding) }
    pool.recycle(session)
  }
}
