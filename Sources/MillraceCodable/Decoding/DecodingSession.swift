import Millrace

// One decode, and what it can hand on to the next: memory, containers, and what was determined about types. Sessions are
// kept for the whole process; a decode within a decode, or on another thread, has a separate one.

/// A decode in progress.
final class DecodingSession: __DirectDecoding {
  let state: UnsafeMutablePointer<DecodingState>
  /// For each type of keys the container that is handed out.
  private var containers = IdentityTable<ContainerSlot>()
  /// The types of keys that this decode asked for containers of.
  private var keysInUse: [ObjectIdentifier] = []
  /// Containers that were still in use when one of their type was asked for again.
  private var displaced: [ContainerSlot] = []
  private var keptTexts: [UnsafeMutablePointer<UInt8>] = []
  private(set) var userInfo: [CodingUserInfoKey: Any] = [:]
  /// The document that the session's document was rewritten from, if it is JSON5.
  var json5: JSON5Document?
  /// What a key strategy made of the keys at places in the document.
  var convertedKeys: [UnsafePointer<UInt8>: String] = [:]
  /// Where the dictionary begins that is being decoded, if key strategies are to leave it alone.
  var dictionary: UnsafePointer<UInt8>?
  private var knownIndex: ContainerIndex?
  private var capacity = GuardedInput.padding
  /// Whether something of it is still in use though the decode has ended. Then every container that is made keeps the
  /// session, and none is handed out twice.
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
      // What is known of types depends on the rules.
      state.pointee.plans.deallocate()
      state.pointee.plans = IdentityTable()
      state.pointee.rules = rules
    }
    if !userInfo.isEmpty || !self.userInfo.isEmpty { self.userInfo = userInfo }
    state.pointee.begin(document.count)
  }

  /// All containers of the document. The document has been checked.
  var containerIndex: ContainerIndex {
    get {
      if let knownIndex { return knownIndex }
      let index = state.pointee.containerIndex
      knownIndex = index
      return index
    }
    set { knownIndex = newValue }
  }

  /// Exchanges the document's memory for other memory, without content.
  private func allocateDocument(_ count: Int) {
    state.pointee.start.deallocate()
    state.pointee.start = .allocate(capacity: count)
    preferLargePages(from: state.pointee.start, count: count)
    capacity = count
  }

  /// Keeps the text of a key that is not in the document as it is.
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
  /// The container of the object at `position`.
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

  /// Notes that the end of the decode has to look after the container of a type of keys.
  private func use<Key: CodingKey>(_ type: Key.Type, _ frame: UnsafeMutablePointer<DecodingFrame>) {
    frame.pointee.isInUse = true
    keysInUse.append(ObjectIdentifier(type))
  }

  /// A slot whose container is unused, in the table unless the session is detached.
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
    // The one that is in use will be free again soon, if a type contains itself.
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
  /// - Returns: the frames that the program still uses. If there is none, the session can be used again.
  private func end() -> Set<UnsafeMutablePointer<DecodingFrame>> {
    var kept: Set<UnsafeMutablePointer<DecodingFrame>> = []
    func check(_ slot: inout ContainerSlot) {
      slot.owner.frame.pointee.isInUse = false
      if !slot.isUnique {
        slot.owner.kept = self
        kept.insert(slot.owner.frame)
      }
    }
    // Not all containers: in a process of many types a decode asks for a few of those that there are.
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
    // Frames of earlier decodes may be gone already, so the notes' frames are compared and not looked into.
    state.pointee.forgetFrames { !frames.contains($0) }
    containers.deallocate()
    containers = IdentityTable()
  }

  /// Forgets a frame that is about to go.
  func forget(_ frame: UnsafeMutablePointer<DecodingFrame>) { state.pointee.forgetFrames { $0 == frame } }

  /// Memory for larger documents than this, in bytes, is not kept.
  private static var largestKept: Int { 1 << 20 }
}

// MARK: - Sessions of the process

extension DecodingSession {
  static let pool = ObjectPool<DecodingSession>()

  static func take() -> DecodingSession { pool.take() ?? DecodingSession() }

  /// Takes back a session that the decoder needs no more.
  ///
  /// - Parameter session: the decoder's only reference to it.
  static func giveBack(_ session: inout DecodingSession) {
    let kept = session.end()
    guard kept.isEmpty, isKnownUniquelyReferenced(&session) else { return session.detach(keeping: kept) }
    // Only now: a decoder that was kept still reads from the document.
    session.json5 = nil
    if session.capacity > largestKept { session.allocateDocument(GuardedInput.padding) }
    pool.giveBack(session)
  }
}
