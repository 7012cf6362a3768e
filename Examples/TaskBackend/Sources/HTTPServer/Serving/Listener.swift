import CLibevent

/// A socket that takes connections.
///
/// Several can listen at the same port (`SO_REUSEPORT`): on Linux the kernel spreads connections over them.
final class Listener {
  private var listener: OpaquePointer?
  /// Must not be freed before the listener.
  private let loop: EventLoop
  private let accept: (Int32) -> Void
  /// The port that is listened at.
  private(set) var port: UInt16 = 0

  /// - Parameters:
  ///   - address: a number such as `127.0.0.1` or `::1`, not a name.
  ///   - port: 0 for any that is free.
  ///   - isShared: whether others that say so, too, may listen at the same port.
  ///   - accept: is given the descriptors of connections, which are its own from then on.
  /// - Throws: ``SystemFailure``.
  init(
    _ loop: EventLoop, address: String, port: UInt16, isShared: Bool, accept: @escaping (Int32) -> Void
  ) throws {
    self.loop = loop
    self.accept = accept
    var storage = sockaddr_storage()
    var length = Int32(MemoryLayout<sockaddr_storage>.size)
    let flags =
      LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC | LEV_OPT_REUSEABLE | (isShared ? LEV_OPT_REUSEABLE_PORT : 0)
    listener = try withUnsafeMutablePointer(to: &storage) { storage in
      try storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { storage in
        guard evutil_parse_sockaddr_port(address, storage, &length) == 0 else {
          throw SystemFailure("the address \(address)", code: EINVAL)
        }
        Socket.setPort(port, of: UnsafeMutableRawPointer(storage))
        return evconnlistener_new_bind(
          loop.base,
          { _, descriptor, _, _, context in
            guard let context else { return }
            // SAFETY: the listener is freed with the object.
            Unmanaged<Listener>.fromOpaque(context).takeUnretainedValue().accept(descriptor)
          },
          Unmanaged.passUnretained(self).toOpaque(), flags, -1, storage, length)
      }
    }
    guard let listener else { throw SystemFailure("cannot listen at \(address), port \(port)") }
    self.port = try Socket.port(of: evconnlistener_get_fd(listener))
    // What fails is that there are no descriptors left. Until some are, there is no point in trying again and again.
    evconnlistener_set_error_cb(listener) { listener, _ in evconnlistener_disable(listener) }
  }

  /// Goes on after a failure.
  func resume() { if let listener { evconnlistener_enable(listener) } }

  /// An unused port: no process listens on it, also not with port sharing.
  ///
  /// - Parameter port: the only one that will do; 0 if any will.
  /// - Throws: ``SystemFailure`` when it is taken.
  static func freePort(_ port: UInt16, address: String) throws -> UInt16 {
    try Listener(EventLoop(), address: address, port: port, isShared: false) { Socket.close($0) }.port
  }

  deinit { if let listener { evconnlistener_free(listener) } }
}
