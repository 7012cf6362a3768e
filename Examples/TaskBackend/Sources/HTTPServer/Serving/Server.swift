/// A server of HTTP/1.1: a few loops, each of which listens, reads, has its requests handled, and answers.
///
/// A connection stays with the loop that took it, so that nothing but messages ever goes from one thread to another.
///
/// Of libevent these are the loops, the listeners and the buffers. Its own server, evhttp, is not used: it answers what it
/// does not understand with pages of its own, does not tell heads that are too large from bodies, cannot say how many
/// connections there are, and lets a client take forever that sends a byte now and then.
public final class Server {
  /// Where it listens, such as `127.0.0.1:8082`.
  public let host: String
  private let workers: [Worker]
  private let stopping: [Mailbox<Void>]

  /// Listens from now on. Requests are answered when it runs.
  ///
  /// - Parameter makeHandler: makes what answers the requests of a loop; is given the loop, and a function that says what was
  ///   observed of all loops together.
  /// - Throws: ``SystemFailure``, and what making a handler throws.
  public init(
    _ configuration: Configuration,
    makeHandler: (EventLoop, _ observation: @escaping @Sendable () -> Traffic) throws -> any RequestHandler
  ) throws {
    Socket.ignoreBrokenPipes()
    Socket.allowManyDescriptors()
    Socket.returnFreedMemory()
    let connectionCount = ConnectionCount()
    let traffic = (0..<max(1, configuration.loops)).map { _ in SharedTraffic() }
    let port = try Listener.freePort(configuration.port, address: configuration.address)
    let workers = try traffic.map { try Worker(configuration, port: port, connectionCount, $0) }
    for worker in workers { worker.handler = try makeHandler(worker.loop) { Self.sum(traffic) } }
    self.workers = workers
    stopping = workers.map { worker in Mailbox(worker.loop) { _ in worker.stop() } }
    host = Self.host(configuration.address, port)
  }

  /// The loop of the thread that calls ``run()``.
  public var loop: EventLoop { workers[0].loop }

  /// Runs until everything has stopped: one loop on this thread, the others on threads of their own.
  ///
  /// - Throws: ``SystemFailure``.
  public func run() throws {
    let threads = try workers.dropFirst().map { worker in
      // SAFETY: from here on a worker is used by its own thread alone.
      nonisolated(unsafe) let worker = worker
      return try WorkerThread { worker.run() }
    }
    workers[0].run()
    for thread in threads { thread.join() }
  }

  /// Takes no more connections, answers what is in flight, and has ``run()`` return. From whatever thread.
  public func stop() {
    for mailbox in stopping { mailbox.send(()) }
  }

  private static func sum(_ traffic: [SharedTraffic]) -> Traffic {
    var sum = Traffic()
    for part in traffic { part.value.withLock { sum.add($0) } }
    return sum
  }

  static func host(_ address: String, _ port: UInt16) -> String {
    address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
  }
}
