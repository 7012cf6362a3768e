import CLibevent

/// A socket that takes connections.
///
/// Several listen at the same port (`SO_REUSEPORT`): on Linux the kernel spreads connections over them.
final class Listener {
  private var listener: OpaquePointer?
  private let accept: (Int32) -> Void
  /// The port that is listened at.
  private(set) var port: UInt16 = 0

  /// - Parameters:
  ///   - address: a number such as `127.0.0.1` or `::1`, not a name.
  ///   - port: 0 for any that is free.
  ///   - accept: is given the descriptors of connections, which are its own from then on.
  /// - Throws: ``SystemFailure``.
  init(_ loop: EventLoop, address: String, port: UInt16, accept: @escaping (Int32) -> Void) throws {
    self.accept = accept
    var storage = sockaddr_storage()
    var length = Int32(MemoryLayout<sockaddr_storage>.size)
    let name = address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
    let flags = LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC | LEV_OPT_REUSEABLE | LEV_OPT_REUSEABLE_PORT
    listener = try withUnsafeMutablePointer(to: &storage) { storage in
      try storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { storage in
        guard evutil_parse_sockaddr_port(name, storage, &length) == 0 else {
          throw SystemFailure("the address \(address)", code: EINVAL)
        }
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
    guard let listener else { throw SystemFailure("listening on \(name)") }
    self.port = try Socket.port(of: evconnlistener_get_fd(listener))
  }

  deinit { if let listener { evconnlistener_free(listener) } }
}
