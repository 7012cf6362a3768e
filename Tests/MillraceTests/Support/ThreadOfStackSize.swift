#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a thread is to do.
private final class ThreadBody {
  let run: () -> Void
  init(_ run: @escaping () -> Void) { self.run = run }

  static func start(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
    return nil
  }
}

/// Runs something on a thread of its own and waits for it.
///
/// - Parameter stackSize: in bytes.
func onThread<Result>(stackSize: Int, _ body: @escaping () -> Result) -> Result {
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  guard pthread_attr_setstacksize(&attributes, stackSize) == 0 else { fatalError("no stack of \(stackSize) bytes") }

  var result: Result?
  withoutActuallyEscaping({ result = body() }) { run in
    let argument = Unmanaged.passRetained(ThreadBody(run)).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
      let error = pthread_create(&thread, &attributes, { ThreadBody.start($0) }, argument)
      guard error == 0, let thread else { fatalError("no thread: error \(error)") }
    #else
      var thread = pthread_t()
      let error = pthread_create(&thread, &attributes, { ThreadBody.start($0.unsafelyUnwrapped) }, argument)
      guard error == 0 else { fatalError("no thread: error \(error)") }
    #endif
    pthread_join(thread, nil)
  }
  return result.unsafelyUnwrapped
}
