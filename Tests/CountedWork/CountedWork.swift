#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// What scripts/stages/callgrind.py counts the instructions of, in the programs of Tests/Complexity and Tests/Instructions.

/// Does work. callgrind counts what this function calls, and nothing else.
///
/// - Parameter work: The address of a closure of the type `() throws -> Void`. An error ends the process.
@inline(never)
public func measured(_ work: UnsafeRawPointer) {
  do {
    try work.assumingMemoryBound(to: (() throws -> Void).self).pointee()
  } catch { check(false, "\(error)") }
}

/// Ends the process unless a result is right.
public func check(_ isRight: Bool, _ about: @autoclosure () -> String = "the result is wrong") {
  if isRight { return }
  let message = Array((about() + "\n").utf8)
  _ = write(STDERR_FILENO, message, message.count)
  exit(1)
}
