import Millrace

// A decode, and the parts that the next decode can reuse: memory, containers, and plans for types. Sessions are kept
// for the whole process. A decode within a decode, or on another thread, has a separate session.

/// A decode in progress.
final class DecodingSession: __DirectDecoding {
  let state: UnsafeMutablePointer<DecodingState>
  /// The reusable container for each type of keys.
  private var containers = IdentityTable<ContainerSlot>()
  /// The key types for which this decode has requested containers.
  private var keysInUse: [ObjectIdentifier] = []
  /// Containers that were still in use when another one with the same key type was requested.
  private var displaced: [ContainerSlot] = []
  private var keptTexts: [UnsafeMutablePointer<UInt8>] = []
  private(set) var userInfo: [CodingUserInfoKey: Any] = [:]
  /// The JSON5 document that the session's document was rewritten from, if there is one.
  var json5: JSON5Document?
  /// The converted keys at positions in the document.
  var convertedKeys: [UnsafePointer<UInt8>: String] = [:]
  /// The beginning of the dictionary that is being decoded, if key strategies must not apply to it.
  var dictionary: UnsafePointer<UInt8>?
  private var knownIndex: ContainerIndex?
  private var capacity = GuardedInput.padding
  /// Whether a part of the session is still in use after the decode has ended. Then every new container retains the
  /// session, and none is reused.
  private var isDetached = false

  override init() {
    state = .allocate(capacity: 1)
    super.init()
    state.initialize(to: DecodingState(session: self))
  }

  override func __readDirectly<Value: Readable>(
    _ type: Value.Type, at position: UnsafePointer<UInt8>, level: Int
  ) -> Value? {
    readDirectly(type, at: position, level: level)
  }

  deinit {
    forgetTexts()
    containers.deallocate()
    state.pointee.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
  }
}

// MARK: - The document

extension DecodingSession {
  /// Copies a document into the session.
  func begin(_ document: UnsafeBufferPointer<UInt8>, rules: DecodingRules, userInfo: [CodingUserInfoKey: Any]) {
    let needed = document.count + GuardedInput.padding
    if needed > capacity { allocateDocument(needed) }
    let start = state.pointee.start
    if let source = document.baseAddress { start.update(from: source, count: document.count) }
    (start + document.count).update(repeating: 0, count: GuardedInput.padding)
    dictionary = nil
    knownIndex = nil
    if !convertedKeys.isEmpty { convertedKeys.removeAll() }
    if state.pointee.rules !== rules {
      // Plans for types depend on the rules.
      state.pointee.plans.deallocate()
      state.pointee.plans = IdentityTable()
      state.pointee.rules = rules
    }
    if !userInfo.isEmpty || !self.userInfo.isEmpty { self.userInfo = userInfo }
    state.pointee.begin(document.count)
  }

  /// All containers of the document, which has been checked.
  var containerIndex: ContainerIndex {
    get {
      if let knownIndex { return knownIndex }
      let index = state.pointee.containerIndex
      knownIndex = index
      return index
    }
    set { knownIndex = newValue }
  }

  /// Replaces the document's memory by new memory, without content.
  private func allocateDocument(_ count: Int) {
    state.pointee.start.deallocate()
    state.pointee.start = .allocate(capacity: count)
    preferLargePages(from: state.pointee.start, count: count)
    capacity = count
  }

  /// Stores the text of a key that is not in the document in this form.
  func keep(_ text: UnsafeBufferPointer<UInt8>) -> UnsafePointer<UInt8> {
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: text.count + GuardedInput.padding)
    if let source = text.baseAddress { copy.initialize(from: source, count: text.count) }
    (copy + text.count).initialize(repeating: 0, count: GuardedInput.padding)
    keptTexts.append(copy)
    return UnsafePointer(copy)
  }

  private func forgetTexts() {
    for text in keptTexts { text.deallocate() }
    keptTexts.removeAll(keepingCapacity: true)
  }
}

// MARK: - Containers

extension DecodingSession {
  /// Returns a container for the object at `position`.
  @inline(__always)
  func container<Key: CodingKey>(
    keyedBy type: Key.Type, at position: UnsafePointer<UInt8>, level: Int
  ) throws -> KeyedDecodingContainer<Key> {
    state.pointee.cursor = position
    guard let slot = containers.find(ObjectIdentifier(type)), _fastPath(slot.pointee.isUnique) else {
      return try makeContainer(type, level)
    }
    let frame = slot.pointee.owner.frame
    if !frame.pointee.isInUse { use(type, frame) }
    try frame.pointee.begin(level: level)
    if _slowPath(state.pointee.rules.keys != nil) { convertKeys(in: slot.pointee.owner) }
    return slot.pointee.container(type)
  }

  @inline(never)
  private func makeContainer<Key: CodingKey>(
    _ type: Key.Type, _ level: Int
  ) throws -> KeyedDecodingContainer<Key> {
    let slot = slotInUse(for: type)
    if !isDetached { use(type, slot.owner.frame) }
    try slot.owner.frame.pointee.begin(level: level)
    if state.pointee.rules.keys != nil { convertKeys(in: slot.owner) }
    return slot.container(type)
  }

  /// Records that the container of a key type must be checked at the end of the decode.
  private func use<Key: CodingKey>(_ type: Key.Type, _ frame: UnsafeMutablePointer<DecodingFrame>) {
    frame.pointee.isInUse = true
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
    guard let known = containers.find(ObjectIdentifier(type)) else {
      return containers.insert(make(), for: ObjectIdentifier(type)).pointee
    }
    // The container in use will be available again soon, if a type contains itself.
    let free = displaced.indices.suffix(16).first {
      displaced[$0].owner.keys == type && displaced[$0].isUnique
    }
    let slot = free.map { displaced.remove(at: $0) } ?? make()
    displaced.append(known.pointee)
    known.pointee = slot
    return slot
  }

  /// Ends the decode.
  ///
  /// - Returns: The frames that the program still uses. If there are none, the session can be reused.
  private func end() -> Set<UnsafeMutablePointer<DecodingFrame>> {
    var kept: Set<UnsafeMutablePointer<DecodingFrame>> = []
    func check(_ slot: inout ContainerSlot) {
      slot.owner.frame.pointee.isInUse = false
      if !slot.isUnique {
        slot.owner.kept = self
        kept.insert(slot.owner.frame)
      }
    }
    // Not all containers are checked: in a process with many types, a decode requests few of them.
    for keys in keysInUse {
      if let slot = containers.find(keys) { check(&slot.pointee) }
    }
    keysInUse.removeAll(keepingCapacity: true)
    for index in displaced.indices { check(&displaced[index]) }
    displaced.removeAll()
    if kept.isEmpty { forgetTexts() }
    return kept
  }

  /// Leaves the session to the containers and decoders that the program still uses.
  private func detach(keeping frames: Set<UnsafeMutablePointer<DecodingFrame>>) {
    isDetached = true
    // Frames of earlier decodes may have been deallocated, so frames are only compared by address.
    state.pointee.forgetFrames { !frames.contains($0) }
    containers.deallocate()
    containers = IdentityTable()
  }

  /// Removes a frame that is about to be deallocated from the notes.
  func forget(_ frame: UnsafeMutablePointer<DecodingFrame>) { state.pointee.forgetFrames { $0 == frame } }

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
    let kept = session.end()
    guard kept.isEmpty, isKnownUniquelyReferenced(&session) else { return session.detach(keeping: kept) }
    // Only now, because a decoder that was kept still reads from the document.
    session.json5 = nil
    if session.capacity > largestKept { session.allocateDocument(GuardedInput.padding) }
    pool.recycle(session)
  }
}
