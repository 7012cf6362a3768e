import Synchronization

/// A loop with its listener, its connections and its handler: one thread.
final class Worker {
  let loop: EventLoop
  let limits: Limits
  let timeout: UInt64
  /// Bytes that may wait for a client before it counts as slow.
  let congestion = 1 << 16
  /// How long a client may do nothing before it counts as slow when others need its memory, in nanoseconds.
  static var patience: UInt64 { 250_000_000 }
  /// How long a loop with one or two connections waits for the next request without sleeping, in nanoseconds: to be woken
  /// takes as long as many requests take.
  static var spin: UInt64 { 50_000 }
  /// How long the requests of one connection are handled before other connections are served, in nanoseconds.
  static var turn: UInt64 { 2_000_000 }
  /// How long a client may take to close its side of a connection, in nanoseconds.
  var lingering: UInt64 { isStopping ? 500_000_000 : 2_000_000_000 }
  private let configuration: Server.Configuration
  private let connectionCount: ConnectionCount
  private let traffic: SharedTraffic

  var handler: (any RequestHandler)?
  /// The host of requests that name none.
  let defaultHost: String
  private(set) var isStopping = false
  private var listener: Listener?
  private var connections: [ObjectIdentifier: Connection] = [:]
  private var timers: [Event] = []
  private var postponed: [Connection] = []
  private var nextTurn: Event?
  /// When the last request was answered.
  private(set) var lastAnswer: UInt64 = 0
  /// The bytes of requests and answers that wait in all connections, and how many there may be.
  private var waitingBytes = 0
  private let maximumWaitingBytes: Int

  // What the connections share, since only one of them is served at a time.
  let inputMemory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  var head = ResponseHead()
  var bytesIn = 0
  /// How many times something was read from a connection.
  var readCount = 0
  var bytesOut = 0
  private var commonFields = ""

  init(
    _ configuration: Server.Configuration, port: UInt16, _ connectionCount: ConnectionCount, _ traffic: SharedTraffic
  ) throws {
    loop = try EventLoop()
    self.configuration = configuration
    self.connectionCount = connectionCount
    self.traffic = traffic
    maximumWaitingBytes = configuration.maximumWaitingBytesOfLoop
    limits = Limits(headSize: configuration.maximumHeadSize, bodySize: configuration.maximumBodySize)
    timeout = configuration.timeout.nanoseconds
    defaultHost = Server.host(configuration.address, port)
    listener = try Listener(loop, address: configuration.address, port: port, isShared: true) { [unowned self] in
      accept($0)
    }
    tick()
    timers = [loop.every(.milliseconds(250)) { [unowned self] in tick() }]
    nextTurn = Event(loop, flags: 0) { [unowned self] in
      for connection in exchange(&postponed, with: []) { connection.continueTurn() }
    }
  }

  deinit { inputMemory.deallocate() }

  /// Runs until everything has stopped.
  func run() {
    loop.run { [unowned self] in connections.count > 2 || Clock.now() &- lastAnswer > Self.spin }
    for connection in connections.values { connection.close() }
  }

  private func accept(_ descriptor: Int32) {
    Socket.sendAtOnce(descriptor)
    let connection = Connection(self, descriptor)
    connections[ObjectIdentifier(connection)] = connection
    let count = connectionCount.value.add(1, ordering: .relaxed).newValue
    traffic.value.withLock { $0.openConnections += 1 }
    if count > configuration.maximumConnections {
      connection.refuse(Refusal(.serviceUnavailable, "too many connections; try again later"))
    }
  }

  /// Whether a connection comes from a trusted proxy.
  func trustsPeer(of descriptor: Int32) -> Bool {
    guard !configuration.trustedProxies.isEmpty, let address = Socket.address(ofPeer: descriptor) else { return false }
    return configuration.trustedProxies.contains { $0.contains(address) }
  }

  func remove(_ connection: Connection) {
    connections[ObjectIdentifier(connection)] = nil
    connectionCount.value.subtract(1, ordering: .relaxed)
    traffic.value.withLock { $0.openConnections -= 1 }
    if isStopping, connections.isEmpty { loop.stop() }
  }

  // MARK: Sharing

  /// Calls `continueTurn()` after the loop has looked at all other connections.
  func postpone(_ connection: Connection) {
    postponed.append(connection)
    if postponed.count == 1 { nextTurn?.addForNextTurn() }
  }

  /// Counts bytes that wait, and closes connections if there are too many.
  func countMemory(_ change: Int) {
    waitingBytes += change
    if change > 0, waitingBytes > maximumWaitingBytes { releaseMemory() }
  }

  /// Closes the connections that burden the others most, of those with more than a few bytes, until a quarter of the memory is free: so many that it need not
  /// be done again for each byte.
  private func releaseMemory() {
    let now = Clock.now()
    let slowest = connections.values.filter { $0.countedBytes > 1 << 14 }.map { ($0, $0.burden(at: now)) }
      .sorted { $0.1 > $1.1 }
    for (connection, _) in slowest {
      if waitingBytes <= maximumWaitingBytes / 4 * 3 { return }
      connection.close()
    }
  }

  // MARK: Time

  private func tick() {
    listener?.resume()
    makeCommonFields()
    countBytes()
    let now = Clock.now()
    for connection in connections.values { connection.check(at: now) }
  }

  private func makeCommonFields() {
    commonFields = "Date: \(Clock.date())\r\n"
    for (name, value) in configuration.commonFields { commonFields += "\(name): \(value)\r\n" }
  }

  func appendCommonFields() { head.append(commonFields) }

  // MARK: Observation

  func record(_ method: Method, _ status: Status, since arrival: UInt64) {
    lastAnswer = Clock.now()
    let nanoseconds = lastAnswer &- arrival
    traffic.value.withLock { traffic in
      traffic.record(method, status, nanoseconds: nanoseconds)
      traffic.bytesIn += exchange(&bytesIn, with: 0)
      traffic.bytesOut += exchange(&bytesOut, with: 0)
    }
  }

  private func countBytes() {
    traffic.value.withLock { traffic in
      traffic.bytesIn += exchange(&bytesIn, with: 0)
      traffic.bytesOut += exchange(&bytesOut, with: 0)
    }
  }

  // MARK: The end

  /// Takes no more connections, and stops when those that are there have been answered, or the time for that is over.
  func stop() {
    guard !isStopping else { return }
    isStopping = true
    listener = nil
    for connection in connections.values { connection.stop() }
    if connections.isEmpty { return loop.stop() }
    timers.append(loop.every(configuration.grace) { [unowned self] in loop.stop() })
  }
}

/// How many connections all loops have.
final class ConnectionCount: Sendable {
  let value = Atomic(0)
}

/// What one loop has observed, for all threads to see.
final class SharedTraffic: Sendable {
  let value = Mutex(Traffic())
}

extension Duration {
  fileprivate var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    return UInt64(clamping: seconds) &* 1_000_000_000 &+ UInt64(clamping: attoseconds / 1_000_000_000)
  }
}
