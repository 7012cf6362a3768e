import Glibc

/// How a process ends.
public enum ExitCondition: Sendable {
  case success, failure
}

@_silgen_name("fork") private func forkProcess() -> pid_t

/// Runs the body in a copy of this process.
public func __expect(
  processExitsWith condition: ExitCondition, _ comment: @autoclosure () -> Comment? = nil,
  performing body: () throws -> Void, text: String, location: SourceLocation
) async {
  let child = forkProcess()
  if child == 0 {
    // What the process prints when it ends early is of no interest.
    close(STDERR_FILENO)
    do { try body() } catch { _exit(1) }
    _exit(0)
  }
  var status: Int32 = 0
  waitpid(child, &status, 0)
  __expect(
    (status == 0) == (condition == .success), comment(), text: "the process ends with \(condition)", location: location)
}
