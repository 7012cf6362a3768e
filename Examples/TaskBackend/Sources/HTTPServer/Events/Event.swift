import CLibevent

/// Something that a loop waits for, and what is called then.
///
/// What is waited for ends with this object. It may let go of itself while it is called.
public final class Event {
  private var event: OpaquePointer?
  /// Must not be freed before the event.
  private let loop: EventLoop
  private let isReady: () -> Void

  /// - Parameter flags: what is waited for, as libevent's `EV_…`.
  init(_ loop: EventLoop, descriptor: Int32 = -1, flags: Int32, _ isReady: @escaping () -> Void) {
    self.loop = loop
    self.isReady = isReady
    event = event_new(
      loop.base, descriptor, Int16(flags),
      { _, _, context in
        guard let context else { return }
        // SAFETY: the event is freed with the object. Retained here, because what is called may let go of it.
        Unmanaged<Event>.fromOpaque(context).takeUnretainedValue().isReady()
      },
      Unmanaged.passUnretained(self).toOpaque())
  }

  deinit { if let event { event_free(event) } }

  /// Waits for it.
  func add() { if let event { event_add(event, nil) } }

  /// Waits for it no more.
  func remove() { if let event { event_del(event) } }

  /// Has it called by the loop, from whatever thread.
  func activate() { if let event { event_active(event, Int32(EV_READ), 0) } }

  /// Has it called once, after everything that the system reports until then.
  func addForNextTurn() {
    var time = timeval()
    if let event { event_add(event, &time) }
  }

  fileprivate func add(every interval: Duration) {
    let (seconds, attoseconds) = interval.components
    var time = timeval()
    time.tv_sec = .init(seconds)
    time.tv_usec = .init(attoseconds / 1_000_000_000_000)
    if let event { event_add(event, &time) }
  }
}

extension EventLoop {
  /// Calls a function again and again, as long as somebody keeps what is returned.
  public func every(_ interval: Duration, _ body: @escaping () -> Void) -> Event {
    let event = Event(self, flags: EV_PERSIST, body)
    event.add(every: interval)
    return event
  }

  /// Calls a function whenever the process gets a signal, as long as somebody keeps what is returned.
  public func onSignal(_ signal: Int32, _ body: @escaping () -> Void) -> Event {
    let event = Event(self, descriptor: signal, flags: EV_SIGNAL | EV_PERSIST, body)
    event.add()
    return event
  }
}
