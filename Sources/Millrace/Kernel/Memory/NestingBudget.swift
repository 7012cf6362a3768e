import CThreadStack

/// The number of levels that a reader or writer may still open.
///
/// Two limits bound the nesting: the maximum depth that the caller set, and the stack of the thread, because values are
/// read by recursion and one level of a large type can take 12 KB of stack. Checking the remaining stack at every brace
/// would be expensive, so levels are granted eight at a time: one decrement and a branch for each level, and the checks
/// at a refill.
@usableFromInline
package struct NestingBudget {
  @inlinable static var grant: Int { 8 }
  /// Refills below this depth do not check the stack, because this much stack is assumed.
  @inlinable package static var assumedLevels: Int { 16 }
  /// The minimum remaining stack at a refill, in bytes: eight levels of a very large type in a debug build.
  static var stackReserve: UInt { 192 << 10 }
  /// The stack that each level read so far may need when the values are destroyed, in bytes. Destruction is also
  /// recursive, and in an optimized build it can use more of the stack than reading did.
  static var destructionPerLevel: UInt { 384 }

  /// The number of granted levels that are not open yet.
  @usableFromInline package var remaining: Int
  @usableFromInline var granted: Int
  @usableFromInline let limit: Int
  /// The lowest address of the thread's stack, or 0 until it has been determined.
  package var stackLowestAddress: UInt = 0

  @inlinable
  package init(limit: Int) {
    self.limit = limit
    granted = min(Self.grant, max(limit, 0))
    remaining = granted
  }

  /// Creates a budget in which some levels are already open.
  @inlinable @inline(__always)
  package init(limit: Int, depth: Int) {
    self.limit = limit
    granted = min(max(limit, 0), depth &+ Self.grant)
    remaining = max(granted &- depth, 0)
  }

  /// The number of open levels.
  @usableFromInline var depth: Int { granted &- remaining }

  /// Sets the number of open levels to `depth`, which must not exceed the granted levels.
  @inlinable
  mutating func rewind(toDepth depth: Int) { remaining = granted &- depth }

  package enum Refill { case granted, limitReached, stackExhausted }

  /// Grants more levels after `remaining` fell below zero.
  package mutating func refill() -> Refill {
    guard granted < limit else { return .limitReached }
    if granted >= Self.assumedLevels, remainingStack < neededStack { return .stackExhausted }
    let more = min(Self.grant, limit - granted)
    granted += more
    remaining += more
    return .granted
  }

  private var neededStack: UInt { max(Self.stackReserve, UInt(granted) * Self.destructionPerLevel) }

  /// The number of bytes up to the end of the thread's stack, which grows downwards on every platform of Swift.
  private var remainingStack: UInt {
    mutating get {
      if stackLowestAddress == 0 { stackLowestAddress = UInt(millrace_thread_stack_lowest_address()) }
      guard stackLowestAddress != 0 else { return .max }
      var here = 0
      let address = unsafe withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
      return address > stackLowestAddress ? address - stackLowestAddress : 0
    }
  }
}
