import Millrace

// Keyed containers that are used again.
//
// What `container(keyedBy:)` returns is a box around our container, a type of the standard library with a parameter.
// To make one takes an allocation, and to name its type takes 400 instructions in a function that is generic itself. So
// there is one box for each type of keys, and while the cache has the only reference to it, it is pointed at another value and
// handed out again. A `ContainerHolder` hands it out, since it finds the type in itself instead of asking the runtime.

/// What a keyed container writes to: a value that can change while the container itself stays.
///
/// It is not generic: the runtime would take some five thousand instructions to make the metadata for each type of keys.
final class EncodingFrame {
  private let keys: any CodingKey.Type
  /// Not owned, and not retained to be used either: the session lives as long as its frames do something.
  private let unmanagedSession: Unmanaged<EncodingSession>
  /// Set when the container outlives its call.
  var escapedSession: EncodingSession?
  @exclusivity(unchecked) var id = 0
  @exclusivity(unchecked) var start = 0

  init(_ session: EncodingSession, keys: any CodingKey.Type) {
    self.keys = keys
    unmanagedSession = .passUnretained(session)
  }

  @inline(__always)
  func withSession<Result>(_ body: (EncodingSession) throws -> Result) rethrows -> Result {
    try unmanagedSession._withUnsafeGuaranteedRef(body)
  }

  var session: EncodingSession { unmanagedSession.takeUnretainedValue() }

  /// The key at an address, which is of the type that this frame is for.
  func key(at address: UnsafeRawPointer) -> any CodingKey {
    func load<Key: CodingKey>(_ type: Key.Type) -> any CodingKey { address.load(as: type) }
    return load(keys)
  }

  /// The name of a key in the document.
  @inline(__always)
  func name(of key: some CodingKey, _ session: EncodingSession) -> String {
    if _fastPath(!session.convertsKeys) { return key.stringValue }
    return session.convertedName(of: key, in: self)
  }
}

/// The keyed containers of a session, one for each type of keys.
struct FrameCache: ~Copyable {
  private struct Entry {
    var type: ObjectIdentifier?
    /// The container, which is one reference to a box; nil if it is anything else in this version of Swift.
    var box: UnsafeRawPointer?
    var holder: AnyObject?
    var frame: EncodingFrame?

    /// Whether nothing but the holder refers to the box.
    mutating func isUnused() -> Bool {
      guard box != nil else { return false }
      return withUnsafeMutablePointer(to: &box) {
        $0.withMemoryRebound(to: AnyObject.self, capacity: 1) { isKnownUniquelyReferenced(&$0.pointee) }
      }
    }
  }

  private let entries = UnsafeMutablePointer<Entry>.allocate(capacity: FrameCache.capacity)
  /// Which entries were handed out since the last document ended, for each index and as a list.
  private let isUsed = UnsafeMutablePointer<Bool>.allocate(capacity: FrameCache.capacity)
  private var used: [Int] = []
  /// Containers that were in use when their type was asked for again, as with types that contain themselves.
  private var others: [Entry] = []

  private static var capacity: Int { 256 }
  /// How many entries and how many of the others are looked at before a new container is made.
  private static var patience: Int { 8 }

  init() {
    entries.initialize(repeating: Entry(), count: Self.capacity)
    isUsed.initialize(repeating: false, count: Self.capacity)
  }

  deinit {
    isUsed.deallocate()
    entries.deinitialize(count: Self.capacity)
    entries.deallocate()
  }

  /// A container for a value.
  @inline(__always)
  mutating func container<Key: CodingKey>(
    _ type: Key.Type, of session: EncodingSession, _ id: Int, _ start: Int
  ) -> KeyedEncodingContainer<Key> {
    let index = hashedIndex(of: ObjectIdentifier(type), bits: 8)
    let entry = entries + index
    if _fastPath(entry.pointee.type == ObjectIdentifier(type) && entry.pointee.isUnused()) {
      if !isUsed[index] { use(index) }
      return Self.container(type, in: entry, id, start)
    }
    if let entry = unusedEntry(for: ObjectIdentifier(type)) { return Self.container(type, in: entry, id, start) }
    return makeContainer(type, of: session, id, start)
  }

  /// Notes that the end of the document has to look after an entry.
  @inline(never)
  private mutating func use(_ index: Int) {
    if isUsed[index] { return }
    isUsed[index] = true
    used.append(index)
  }

  /// The container of an entry, pointed at a value.
  @inline(__always)
  private static func container<Key: CodingKey>(
    _ type: Key.Type, in entry: UnsafeMutablePointer<Entry>, _ id: Int, _ start: Int
  ) -> KeyedEncodingContainer<Key> {
    // SAFETY: an entry with a type has both.
    let frame = entry.pointee.frame.unsafelyUnwrapped
    frame.id = id
    frame.start = start
    let holder = entry.pointee.holder.unsafelyUnwrapped
    return unsafeDowncast(holder, to: ContainerHolder<KeyedEncodingContainer<Key>>.self).get()
  }

  /// The index of the entry that has a type or is to have it: the first one that is free or has it already, or else the
  /// one that the type's hash says.
  private func index(for type: ObjectIdentifier) -> Int {
    let hashed = hashedIndex(of: type, bits: 8)
    for distance in 0..<Self.patience {
      let index = (hashed + distance) % Self.capacity
      if entries[index].type == nil || entries[index].type == type { return index }
    }
    return hashed
  }

  /// An entry whose container is not in use. It asks for no metadata, and so is not a part of what makes a container.
  @inline(never)
  private mutating func unusedEntry(for type: ObjectIdentifier) -> UnsafeMutablePointer<Entry>? {
    let index = index(for: type)
    let entry = entries + index
    guard entry.pointee.type == type else { return nil }
    use(index)
    if entry.pointee.isUnused() { return entry }
    for other in others.indices.suffix(Self.patience).reversed()
    where others[other].type == type && others[other].isUnused() {
      swap(&others[other], &entry.pointee)
      return entry
    }
    return nil
  }

  @inline(never)
  private mutating func makeContainer<Key: CodingKey>(
    _ type: Key.Type, of session: EncodingSession, _ id: Int, _ start: Int
  ) -> KeyedEncodingContainer<Key> {
    let index = index(for: ObjectIdentifier(type))
    if entries[index].type != nil { others.append(entries[index]) }
    use(index)
    let frame = EncodingFrame(session, keys: type)
    frame.id = id
    frame.start = start
    let container = KeyedEncodingContainer(KeyedContainer<Key>(frame: frame))
    let isReference = MemoryLayout<KeyedEncodingContainer<Key>>.size == MemoryLayout<UnsafeRawPointer>.size
    entries[index] = Entry(
      type: ObjectIdentifier(type),
      box: isReference ? unsafeBitCast(container, to: UnsafeRawPointer.self) : nil,
      holder: ContainerHolder(container), frame: frame)
    return container
  }

  /// Gives the containers that are still referred to the session that they need.
  ///
  /// - Returns: whether there are none.
  mutating func releaseEscaped(to session: EncodingSession) -> Bool {
    var isClean = true
    // Not all entries: in a process of many types a document has a few of those that there are.
    for index in used {
      isUsed[index] = false
      if entries[index].isUnused() { continue }
      entries[index].frame?.escapedSession = session
      entries[index] = Entry()
      isClean = false
    }
    used.removeAll(keepingCapacity: true)
    for index in others.indices where !others[index].isUnused() {
      others[index].frame?.escapedSession = session
      isClean = false
    }
    if others.count > Self.patience || !isClean { others.removeAll() }
    return isClean
  }
}

/// Spreads types over a table of 2^bits entries.
@inline(__always)
func hashedIndex(of type: ObjectIdentifier, bits: UInt64) -> Int {
  Int(truncatingIfNeeded: (UInt64(UInt(bitPattern: type)) &* 0x9E37_79B9_7F4A_7C15) &>> (64 &- bits))
}
