import SystemLibrary

/// Removes unfinished files when the process is interrupted or told to end.
package enum Interruption {
  private struct Registry {
    var paths: [Int: [String]] = [:]
    var count = 0
  }

  private static let registry = Locked(Registry())
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// The files to remove, and a null pointer, in memory that a signal handler may read.
  ///
  /// An array that was replaced is not deallocated, because a handler may be reading it.
  nonisolated(unsafe) private static var published: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?

  /// Creates a file that is removed when a signal ends the process. A signal that arrives meanwhile takes effect afterwards.
  ///
  /// - Parameter create: Creates the file and returns its path, or nil if that failed.
  /// - Returns: Unregisters the file, which is then kept.
  package static func removeCreated(by create: () -> String?) -> () -> Void {
    var blocked = sigset_t()
    unsafe sigemptyset(&blocked)
    for number in signals { unsafe sigaddset(&blocked, number) }
    var previous = sigset_t()
    unsafe pthread_sigmask(SIG_BLOCK, &blocked, &previous)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &previous, nil) }
    return remove(create().map { [$0] } ?? [])
  }

  /// Removes files when a signal ends the process.
  ///
  /// - Returns: Unregisters the files, which are then kept.
  package static func remove(_ paths: [String]) -> () -> Void {
    guard !paths.isEmpty else { return {} }
    let number = registry.withLock { registry in
      registry.count += 1
      registry.paths[registry.count] = paths
      publish(registry)
      return registry.count
    }
    return {
      registry.withLock { registry in
        registry.paths[number] = nil
        publish(registry)
      }
    }
  }

  private static func publish(_ registry: Registry) {
    let paths = registry.paths.values.flatMap { $0 }
    guard !paths.isEmpty else {
      unsafe published = nil
      for number in signals { signal(number, SIG_DFL) }
      return
    }
    let memory = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: paths.count + 1)
    for (index, path) in paths.enumerated() { unsafe (memory + index).initialize(to: strdup(path)) }
    unsafe (memory + paths.count).initialize(to: nil)
    unsafe published = unsafe memory
    for number in signals {
      signal(number) { number in
        var next = unsafe Interruption.published
        while let path = unsafe next?.pointee {
          unsafe unlink(path)
          unsafe next = unsafe next?.successor()
        }
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }
}
