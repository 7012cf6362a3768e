import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What goes wrong with the storage, on standard error: details that clients are not told. At most one line a second, so
/// that a disk that is full does not get fuller.
final class ProblemLog: Sendable {
  private let lastSecond = Mutex<time_t>(0)

  func report(_ error: any Error) {
    let now = time(nil)
    let isFirst = lastSecond.withLock { exchange(&$0, with: now) != now }
    if isFirst { printError("task-backend: \(error)") }
  }
}
