import Millrace

// Reuse of keyed containers.
//
// `container(keyedBy:)` returns a box around our container, a generic type of the standard library. Creating it takes
// an allocation, and requesting its type takes 400 instructions in a generic function. So there is one box for each
// type of keys. While the cache has the only reference to it, the box is pointed at another value and returned again. A
// `ContainerHolder` returns it, because it reads the type from its own metadata instead of requesting it.

/// The target of a keyed container: a value that can be replaced while the container stays the same.
///
/// It is not generic: the runtime would take about five thousand instructions to create the metadata for each type of
/// keys.
///
/// SAFETY: the session outlives the frame, or the frame retains it.
@safe
final class EncodingFrame {
  private let keys: any CodingKey.Type
  /// Not owned, and not retained during use: the session outlives all uses of its frames.
  private let unmanagedSession: Unmanaged<EncodingSession>
  /// Set if the container outlives its call.
  var escapedSession: EncodingSession?
  @exclusivity(unchecked) var id = 0
  @exclusivity(unchecked) var start = 0

  init(_ session: EncodingSession, keys: any CodingKey.Type) {
    self.keys = keys
    unsafe unmanagedSession = unsafe .passUnretained(session)
  }

  @inline(__always)
  func withSession<Result>(_ body: (EncodingSession) throws -> Result) rethrows -> Result {
    try unsafe unmanagedSession._withUnsafeGuaranteedRef(body)
  }

  var session: EncodingSession { unsafe unmanagedSession.takeUnretainedValue() }

  /// Returns the key at an address, which must have the type that this frame is for.
  func key(at address: UnsafeRawPointer) -> any CodingKey {
    func load<Key: CodingKey>(_ type: Key.Type) -> any CodingKey { unsafe address.load(as: type) }
    return load(keys)
  }

  @inline(__always)
  func name(of key: some CodingKey, _ session: EncodingSession) -> String {
    if unsafe _fastPath(!session.convertsKeys) { return key.stringValue }
    return session.convertedName(of: key, in: self)
  }
}

/// The keyed containers of a session, one for each type of keys.
///
/// SAFETY: the entries belong to this value, which deallocates them.
@safe
struct FrameCache: ~Copyable {
  // SAFETY: the address is of an object that `holder` retains.
  @safe
  private struct Entry {
    var type: ObjectIdentifier?
    /// The container, which is one reference to a box, or nil if its layout is different in this version of Swift.
    var box: UnsafeRawPointer?
    var holder: AnyObject?
    var frame: EncodingFrame?

    /// Whether the holder has the only reference to the box.
    mutating func isUnused() -> Bool {
      guard unsafe box != nil else { return false }
      return unsafe withUnsafeMutablePointer(to: &box) {
        unsafe $0.withMemoryRebound(to: AnyObject.self, capacity: 1) { unsafe isKnownUniquelyReferenced(&$0.pointee) }
      }
    }
  }

  private let entries = UnsafeMutablePointer<Entry>.allocate(capacity: FrameCache.capacity)
  /// The entries that were used since the last document ended: a flag for each index, and a list.
  private let isUsed = UnsafeMutablePointer<Bool>.allocate(capacity: FrameCache.capacity)
  private var used: [Int] = []
  /// Containers that were in use when another one with the same key type was requested, as for types that contain
  /// themselves.
  private var others: [Entry] = []

  private static var capacity: Int { 256 }
  /// The number of entries, and of other containers, that are searched before a new container is created.
  private static var probeLimit: Int { 8 }

  init() {
    unsafe entries.initialize(repeating: Entry(), count: Self.capacity)
    unsafe isUsed.initialize(repeating: false, count: Self.capacity)
  }

  deinit {
    unsafe isUsed.deallocate()
    unsafe entries.deinitialize(count: Self.capacity)
    unsafe entries.deallocate()
  }

  @inline(__always)
  mutating func container<Key: CodingKey>(
    _ type: Key.Type, of session: EncodingSession, _ id: Int, _ start: Int
  ) -> KeyedEncodingContainer<Key> {
    let index = hashedIndex(of: ObjectIdentifier(type), bits: 8)
    let entry = unsafe entries + index
    if unsafe _fastPath(entry.pointee.type == ObjectIdentifier(type) && entry.pointee.isUnused()) {
      if unsafe !isUsed[index] { use(index) }
      return unsafe Self.container(type, in: entry, id, start)
    }
    if let entry = unsafe unusedEntry(for: ObjectIdentifier(type)) {
      return unsafe Self.container(type, in: entry, id, start)
    }
    return makeContainer(type, of: session, id, start)
  }

  /// Records that an entry must be checked at the end of the document.
  @inline(never)
  private mutating func use(_ index: Int) {
    if unsafe isUsed[index] { return }
    unsafe isUsed[index] = true
    used.append(index)
  }

  /// Returns the container of an entry, pointed at a value.
  @inline(__always)
  private static func container<Key: CodingKey>(
    _ type: Key.Type, in entry: UnsafeMutablePointer<Entry>, _ id: Int, _ start: Int
  ) -> KeyedEncodingContainer<Key> {
    // SAFETY: an entry with a type has both.
    let frame = unsafe entry.pointee.frame.unsafelyUnwrapped
    unsafe frame.id = id
    unsafe frame.start = start
    let holder = unsafe entry.pointee.holder.unsafelyUnwrapped
    return unsafe unsafeDowncast(holder, to: ContainerHolder<KeyedEncodingContainer<Key>>.self).get()
  }

  /// Returns the index of the entry for a type: the first one that is free or has this type, or otherwise the one at
  /// the type's hash.
  private func index(for type: ObjectIdentifier) -> Int {
    let hashed = hashedIndex(of: type, bits: 8)
    for distance in 0..<Self.probeLimit {
      let index = (hashed + distance) % Self.capacity
      if unsafe entries[index].type == nil || entries[index].type == type { return index }
    }
    return hashed
  }

  /// Returns an entry whose container is not in use. It requests no metadata, so it is separate from the creation of
  /// containers.
  @inline(never)
  private mutating func unusedEntry(for type: ObjectIdentifier) -> UnsafeMutablePointer<Entry>? {
    let index = index(for: type)
    let entry = unsafe entries + index
    guard unsafe entry.pointee.type == type else { return nil }
    use(index)
    if unsafe entry.pointee.isUnused() { return unsafe entry }
    for other in others.indices.suffix(Self.probeLimit).reversed()
    where others[other].type == type && others[other].isUnused() {
      unsafe swap(&others[other], &entry.pointee)
      return unsafe entry
    }
    return nil
  }

  @inline(never)
  private mutating func makeContainer<Key: CodingKey>(
    _ type: Key.Type, of session: EncodingSession, _ id: Int, _ start: Int
  ) -> KeyedEncodingContainer<Key> {
    let index = index(for: ObjectIdentifier(type))
    if unsafe entries[index].type != nil { unsafe others.append(entries[index]) }
    use(index)
    let frame = EncodingFrame(session, keys: type)
    unsafe frame.id = id
    unsafe frame.start = start
    let container = KeyedEncodingContainer(KeyedContainer<Key>(frame: frame))
    let isReference = unsafe MemoryLayout<KeyedEncodingContainer<Key>>.size == MemoryLayout<UnsafeRawPointer>.size
    unsafe entries[index] = unsafe Entry(
      type: ObjectIdentifier(type),
      box: isReference ? unsafeBitCast(container, to: UnsafeRawPointer.self) : nil,
      holder: ContainerHolder(container), frame: frame)
    return container
  }

  /// Gives the session to all containers that are still referenced, which need it.
  ///
  /// - Returns: Whether there are no such containers.
  mutating func releaseEscaped(to session: EncodingSession) -> Bool {
    var isClean = true
    // Not all entries are checked: in a process with many types, a document uses few of them.
    for index in used {
      unsafe isUsed[index] = false
      if unsafe entries[index].isUnused() { continue }
      unsafe entries[index].frame?.escapedSession = session
      unsafe entries[index] = Entry()
      isClean = false
    }
    used.removeAll(keepingCapacity: true)
    for index in others.indices where !others[index].isUnused() {
      others[index].frame?.escapedSession = session
      isClean = false
    }
    if others.count > Self.probeLimit || !isClean { others.removeAll() }
    return isClean
  }
}
