import CLibevent

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A loop that waits for descriptors, timers and signals, and calls their handlers.
///
/// It belongs to the thread that runs it. From other threads only ``Mailbox`` reaches it.
public final class EventLoop {
  let base: OpaquePointer
  /// - Throws: ``SystemFailure`` when the system grants no means to wait.
  public init() throws {
    // Has libevent take locks, without which no other thread could wake the loop.
    guard evthread_use_pthreads() == 0, let base = event_base_new() else { throw SystemFailure("event_base_new") }
    self.base = base
  }

  deinit { event_base_free(base) }

  /// Runs until ``stop()``.
  ///
  /// - Parameter mayWait: whether to sleep until something happens. As long as it says no, the loop asks again and again,
  ///   which takes the processor to itself but wakes up sooner.
  public func run(mayWait: () -> Bool = { true }) {
    var isStopped = false
    while !isStopped {
      let waits = mayWait()
      // Whoever else needs this processor, perhaps the client itself, comes first.
      if !waits { sched_yield() }
      // Once: otherwise libevent asks again until nothing has happened, without a yield in between.
      event_base_loop(base, EVLOOP_ONCE | (waits ? 0 : EVLOOP_NONBLOCK) | EVLOOP_NO_EXIT_ON_EMPTY)
      isStopped = event_base_got_break(base) != 0
    }
  }

  /// Has ``run()`` return as soon as what is called at the moment has returned.
  public func stop() { event_base_loopbreak(base) }
}
