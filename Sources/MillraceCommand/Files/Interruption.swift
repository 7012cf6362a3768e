import SystemLibrary

/// Removes unfinished files when the process is interrupted or told to end.
enum Interruption {
  /// The files to remove, and a null pointer, in memory that a signal handler may read.
  nonisolated(unsafe) private static var paths: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?

  /// Removes files when a signal ends the process, until ``forget()`` is called.
  static func remove(_ paths: [String]) {
    let memory = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: paths.count + 1)
    for (index, path) in paths.enumerated() { (memory + index).initialize(to: strdup(path)) }
    (memory + paths.count).initialize(to: nil)
    Self.paths = memory
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { number in
        var next = Interruption.paths
        while let path = next?.pointee {
          unlink(path)
          next = next?.successor()
        }
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  static func forget() {
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
    guard let paths else { return }
    self.paths = nil
    var next = paths
    while let path = next.pointee {
      free(path)
      next += 1
    }
    paths.deallocate()
  }
}
