import Millrace

/// What a keyed container holds on to: its frame, and whatever must live as long.
///
/// It is not generic, and neither is it a class for each type of keys: the runtime would take some five thousand
/// instructions to make the metadata of each.
final class FrameOwner {
  let frame: UnsafeMutablePointer<DecodingFrame>
  unowned(unsafe) let session: DecodingSession
  /// The type of the keys.
  let keys: any CodingKey.Type
  /// The session, once the container has outlived its decode.
  var kept: DecodingSession?

  init(_ session: DecodingSession, keys: any CodingKey.Type) {
    self.session = session
    self.keys = keys
    frame = .allocate(capacity: 1)
    frame.initialize(to: DecodingFrame(state: session.state, owner: self))
  }

  deinit {
    kept?.forget(frame)
    frame.pointee.deallocate()
    frame.deinitialize(count: 1)
    frame.deallocate()
  }

  /// A key as an element of a path.
  func pathKey(_ name: String) -> any CodingKey { keys.init(stringValue: name) ?? PathKey(name) }
}

/// A keyed container that is handed out again and again, and the frame after it.
///
/// The container is a reference to an object that the standard library makes for it. Made anew for each object of a
/// document it would be most of what decoding takes; so it is made once for each type of keys, and used again when there
/// is no other reference to it.
struct ContainerSlot {
  /// The reference that the container consists of. The holder's container retains it.
  private var reference: UInt
  /// A `ContainerHolder` of the key type.
  let holder: AnyObject
  let owner: FrameOwner

  init<Key: CodingKey>(_ container: KeyedDecodingContainer<Key>, _ owner: FrameOwner) {
    precondition(MemoryLayout<KeyedDecodingContainer<Key>>.size == MemoryLayout<UInt>.size)
    // SAFETY: of that size, it can only be the reference to its box.
    reference = unsafeBitCast(container, to: UInt.self)
    holder = ContainerHolder(container)
    self.owner = owner
  }

  /// Whether the holder has the only reference to the container.
  @inline(__always)
  var isUnique: Bool {
    mutating get {
      withUnsafeMutablePointer(to: &reference) {
        $0.withMemoryRebound(to: AnyObject.self, capacity: 1) { isKnownUniquelyReferenced(&$0.pointee) }
      }
    }
  }

  /// The container, of the key type that it was made for.
  @inline(__always)
  func container<Key: CodingKey>(_ type: Key.Type) -> KeyedDecodingContainer<Key> {
    unsafeDowncast(holder, to: ContainerHolder<KeyedDecodingContainer<Key>>.self).get()
  }
}
