import Millrace

/// The object that a keyed container retains: its frame, and everything with the same lifetime.
///
/// It is not generic, and there is no class for each type of keys: the runtime would take about five thousand
/// instructions to create the metadata of each.
///
/// SAFETY: the frame belongs to this object, which deallocates it. The session outlives it, or is retained by it.
@safe
final class FrameOwner {
  let frame: UnsafeMutablePointer<DecodingFrame>
  unowned(unsafe) let session: DecodingSession
  let keys: any CodingKey.Type
  /// The session, if the container has outlived its decode.
  var kept: DecodingSession?

  init(_ session: DecodingSession, keys: any CodingKey.Type) {
    unsafe self.session = session
    self.keys = keys
    unsafe frame = .allocate(capacity: 1)
    unsafe frame.initialize(to: DecodingFrame(state: session.state, owner: self))
  }

  deinit {
    unsafe kept?.forget(frame)
    unsafe frame.pointee.deallocate()
    unsafe frame.deinitialize(count: 1)
    unsafe frame.deallocate()
  }

  /// Returns a key as an element of a path.
  func pathKey(_ name: String) -> any CodingKey { keys.init(stringValue: name) ?? PathKey(name) }
}

/// A keyed container that is reused, followed by its frame.
///
/// The container is a reference to an object that the standard library allocates for it. Creating one for each object
/// of a document would take most of the time of decoding. So it is created once for each type of keys, and reused when
/// there is no other reference to it.
struct ContainerSlot {
  /// The reference that the container consists of. The holder's container retains it.
  private var reference: UInt
  /// A `ContainerHolder` of the key type.
  let holder: AnyObject
  let owner: FrameOwner

  init<Key: CodingKey>(_ container: KeyedDecodingContainer<Key>, _ owner: FrameOwner) {
    precondition(MemoryLayout<KeyedDecodingContainer<Key>>.size == MemoryLayout<UInt>.size)
    // SAFETY: with this size, it can only be the reference to its box.
    reference = unsafe unsafeBitCast(container, to: UInt.self)
    holder = ContainerHolder(container)
    self.owner = owner
  }

  /// Whether the holder has the only reference to the container.
  @inline(__always)
  var isUnique: Bool {
    mutating get {
      unsafe withUnsafeMutablePointer(to: &reference) {
        unsafe $0.withMemoryRebound(to: AnyObject.self, capacity: 1) { unsafe isKnownUniquelyReferenced(&$0.pointee) }
      }
    }
  }

  /// Returns the container, whose key type must be the one that it was created for.
  @inline(__always)
  func container<Key: CodingKey>(_ type: Key.Type) -> KeyedDecodingContainer<Key> {
    unsafe unsafeDowncast(holder, to: ContainerHolder<KeyedDecodingContainer<Key>>.self).get()
  }
}
