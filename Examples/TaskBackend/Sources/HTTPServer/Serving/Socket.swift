import CLibevent

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The calls of the system for a connected socket that does not block.
enum Socket {
  /// What came of an attempt to read or write.
  enum Outcome {
    case transferred(Int)
    /// Nothing can be done at the moment.
    case wouldBlock
    /// The peer writes no more.
    case ended
    case failed
  }

  static func read(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer) -> Outcome {
    while true {
      let count = recv(descriptor, memory.baseAddress, memory.count, 0)
      if count > 0 { return .transferred(count) }
      if count == 0 { return .ended }
      if errno != EINTR { return errno == EAGAIN || errno == EWOULDBLOCK ? .wouldBlock : .failed }
    }
  }

  /// Writes pieces one after the other, as far as the system takes them.
  static func write(_ descriptor: Int32, _ pieces: UnsafeBufferPointer<iovec>) -> Outcome {
    while true {
      let count = writev(descriptor, pieces.baseAddress, Int32(pieces.count))
      if count >= 0 { return .transferred(count) }
      if errno != EINTR { return errno == EAGAIN || errno == EWOULDBLOCK ? .wouldBlock : .failed }
    }
  }

  /// Tells the peer that nothing more will be written.
  static func endWriting(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  static func close(_ descriptor: Int32) { _ = systemClose(descriptor) }

  /// Has small pieces sent at once (no algorithm of Nagle's): an answer is written as a whole.
  static func sendAtOnce(_ descriptor: Int32) {
    var one: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Has writing to a connection that is gone be an error instead of the end of the process.
  static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Has the process open as many descriptors as it may. What it is granted at first is for programs that use `select`.
  static func allowManyDescriptors() {
    var limit = rlimit()
    guard getrlimit(numberOfDescriptors, &limit) == 0 else { return }
    #if canImport(Darwin)
      limit.rlim_cur = min(limit.rlim_max, rlim_t(OPEN_MAX))
    #else
      limit.rlim_cur = limit.rlim_max
    #endif
    setrlimit(numberOfDescriptors, &limit)
  }

  /// Has large blocks of memory go back to the system when they are freed. By itself glibc keeps them after a while.
  static func returnFreedMemory() {
    #if canImport(Glibc)
      mallopt(M_MMAP_THRESHOLD, 1 << 17)
    #endif
  }

  #if canImport(Glibc)
    private static let numberOfDescriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let numberOfDescriptors = RLIMIT_NOFILE
  #endif

  /// - Throws: ``SystemFailure``.
  static func port(of descriptor: Int32) throws -> UInt16 {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let code = withUnsafeMutablePointer(to: &storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    guard code == 0 else { throw SystemFailure("getsockname") }
    return withUnsafeBytes(of: storage) { UInt16($0[portOffset]) << 8 | UInt16($0[portOffset + 1]) }
  }

  /// The address of a peer as 16 bytes of IPv6, mapped if it is one of IPv4. Nil if the peer is gone.
  static func address(ofPeer descriptor: Int32) -> [UInt8]? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let code = withUnsafeMutablePointer(to: &storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) }
    }
    guard code == 0 else { return nil }
    return withUnsafeBytes(of: storage) { bytes in
      Int32(storage.ss_family) == AF_INET ? AddressRange.mapped(bytes[4..<8]) : Array(bytes[8..<24])
    }
  }

  /// The network of a peer: an address of IPv4, or the first half of one of IPv6, which is what one customer gets.
  /// Nil if the peer is gone.
  static func network(ofPeer descriptor: Int32) -> [UInt8]? {
    // An address of IPv4 in one of IPv6 begins with ten bytes of zero.
    address(ofPeer: descriptor).map { Array($0[..<8].allSatisfy { $0 == 0 } ? $0[8...] : $0[..<8]) }
  }

  /// Sets the port in an address of either family.
  static func setPort(_ port: UInt16, of address: UnsafeMutableRawPointer) {
    address.storeBytes(of: port.bigEndian, toByteOffset: portOffset, as: UInt16.self)
  }

  /// Where the port is in addresses of both families, in the network's order.
  private static var portOffset: Int { 2 }
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
