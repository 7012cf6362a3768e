import CLibevent

/// A connection with a client. It belongs to its loop's thread.
///
/// There is one request at a time. The bytes of further ones wait, within the limits of a request; then nothing is read
/// any more until the answer is on its way.
public final class Connection {
  enum Phase {
    /// The next request is read.
    case reading
    /// A request is being handled.
    case handling
    /// An answer of unknown length is being written.
    case streaming
    /// Events are written, until somebody closes the connection.
    case events
    /// The last answer is written. What the client still sends is read and forgotten: a socket that is closed with unread
    /// bytes takes the answer back (RFC 9112, section 9.6).
    case lingering
    case closed
  }

  let worker: Worker
  /// The number of the read that was the last of this loop. Requests that are handled with the same number had all arrived
  /// before the first of them was handled.
  public var readNumber: Int { worker.readCount }
  let descriptor: Int32
  var phase = Phase.reading

  // Reading
  var parser: RequestParser
  var input = InputBuffer()
  var inputHasEnded = false
  var isDispatching = false
  private(set) var readEvent: Event?

  // Writing
  /// What the system has not taken yet.
  let output = evbuffer_new()
  var writeEvent: Event?
  var closesWhenWritten = false

  // The request that is handled
  var method = Method.other
  var isHTTP11 = true
  var keepsAlive = false
  var arrival: UInt64 = 0
  /// Whether the client has taken an answer as a whole before.
  public internal(set) var hasTakenAnswers = false

  // Deadlines, in nanoseconds of the clock
  /// When the client must have sent a request, or be gone.
  var deadline: UInt64 = .max
  /// When the client must have read something.
  var outputDeadline: UInt64 = .max
  /// When the client last read something while something waited for it.
  var lastProgress: UInt64 = 0

  // Sharing the loop and its memory
  /// The bytes of this connection that the worker has counted.
  var countedBytes = 0
  /// Whether the loop calls `continueTurn()` after it has served other connections.
  var isPostponed = false

  /// Called once when the connection is gone, for whatever reason.
  public var onClose: (() -> Void)?
  /// Called whenever the client has read what had to wait for it.
  public var onDrain: (() -> Void)?

  init(_ worker: Worker, _ descriptor: Int32) {
    self.worker = worker
    self.descriptor = descriptor
    parser = RequestParser(
      worker.limits, defaultHost: worker.defaultHost, isFromTrustedProxy: worker.trustsPeer(of: descriptor))
    deadline = Clock.now() &+ worker.timeout
    readEvent = Event(worker.loop, descriptor: descriptor, flags: EV_READ | EV_PERSIST) { [unowned self] in receive() }
    readEvent?.add()
  }

  deinit { if let output { evbuffer_free(output) } }

  /// Ends the connection as it is.
  public func close() {
    guard phase != .closed else { return }
    phase = .closed
    readEvent = nil
    writeEvent = nil
    Socket.close(descriptor)
    countMemory()
    worker.remove(self)
    onDrain = nil
    let onClose = exchange(&onClose, with: nil)
    onClose?()
  }

  /// How long the client has read nothing although something waits for it.
  public var idleTime: Duration {
    outputCount > 0 ? .nanoseconds(Int64(clamping: Clock.now() &- lastProgress)) : .zero
  }

  /// The network of the client. Limits that many clients share are shared by networks first.
  public private(set) lazy var network = Socket.network(ofPeer: descriptor)

  /// Whether an answer can still be given.
  public var isOpen: Bool { phase != .closed && phase != .lingering }

  /// Whether the body of the answer is not sent.
  public var isForHead: Bool { method == .head }

  func pauseReading() { readEvent?.remove() }
  func resumeReading() { if !inputHasEnded { readEvent?.add() } }
}

// MARK: - Time

extension Connection {
  /// Looks whether the client has let a deadline pass.
  func check(at now: UInt64) {
    if now > outputDeadline { return close() }
    guard now > deadline else { return }
    switch phase {
    case .reading where !input.isEmpty || parser.isInBody:
      refuse(Refusal(.requestTimeout, "the request did not arrive in time"))
    case .reading, .lingering: close()
    case .handling, .streaming, .events, .closed: break
    }
  }

  /// Ends the connection as soon as what is in flight has been answered.
  func stop() {
    keepsAlive = false
    switch phase {
    case .reading where input.isEmpty && !parser.isInBody:
      // What has just arrived is answered. There is nothing else to be read, so that closing takes nothing back.
      receive()
      if phase == .reading, input.isEmpty, !parser.isInBody {
        if outputCount == 0 { close() } else { closesWhenWritten = true }
      }
    case .events: linger()
    case .reading, .handling, .streaming, .lingering, .closed: break
    }
  }
}
