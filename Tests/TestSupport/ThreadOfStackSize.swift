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
/// - Parameter stackSize: in bytes, a multiple of the page size, and at least 128 KiB, the least on ARM64. The stack is
///   exactly as large, with a page in front of it that stops the process: asked for a size, a system may also give out
///   the larger stack of an earlier thread.
public func onThread<Result>(stackSize: Int, _ body: @escaping () -> Result) -> Result {
  let page = sysconf(Int32(_SC_PAGESIZE))
  let stack = mmap(nil, page + stackSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
  guard let stack, stack != MAP_FAILED, mprotect(stack, page, PROT_NONE) == 0 else {
    fatalError("no stack of \(stackSize) bytes")
  }
  defer { munmap(stack, page + stackSize) }

  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  guard pthread_attr_setstack(&attributes, stack + page, stackSize) == 0 else { fatalError("the stack is rejected") }

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
