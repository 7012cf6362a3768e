#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A thread of its own for something that runs for long.
public struct WorkerThread {
  private let thread: pthread_t

  /// Starts a thread.
  ///
  /// - Parameter body: the function that the thread runs. It must only use values that no other thread uses, or that are safe to share.
  /// - Throws: ``SystemFailure``.
  public init(_ body: sending @escaping () -> Void) throws {
    let context = Unmanaged.passRetained(Body(body)).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = pthread_create(&thread, nil, { WorkerThread.run($0) }, context)
    #else
      var thread = pthread_t()
      let code = pthread_create(&thread, nil, { $0.flatMap(WorkerThread.run) }, context)
    #endif
    guard code == 0 else {
      Unmanaged<Body>.fromOpaque(context).release()
      throw SystemFailure("pthread_create", code: code)
    }
    #if canImport(Darwin)
      guard let thread else { throw SystemFailure("pthread_create") }
    #endif
    self.thread = thread
  }

  /// Waits for its end.
  public func join() { pthread_join(thread, nil) }

  private final class Body {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  private static func run(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Body>.fromOpaque(context).takeRetainedValue().body()
    return nil
  }
}

/// How many processors there are.
public func processorCount() -> Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
