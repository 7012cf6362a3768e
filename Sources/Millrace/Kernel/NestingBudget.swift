import CThreadStack

/// How much deeper a reader or writer may go.
///
/// Two things bound nesting: the limit that the caller set, and the stack of the thread, because values are read by
/// recursion and one level of a wide type can take 12 KB of it. Asking for the remaining stack at every brace would be
/// dear, so levels are granted eight at a time: one decrement and a branch for each, and the questions at a refill.
@usableFromInline
package struct NestingBudget {
  @inlinable static var grant: Int { 8 }
  /// Refills below this depth do not ask for the stack: so much is assumed.
  @inlinable package static var assumedLevels: Int { 16 }
  /// What must be left of the stack at a refill, in bytes: eight levels of a very wide type in a debug build.
  static var stackReserve: UInt { 192 << 10 }
  /// What each level read so far may take of the stack when the values are destroyed, in bytes: that is done by
  /// recursion, too, and in an optimized build it can go deeper into the stack than reading did.
  static var destructionPerLevel: UInt { 384 }

  /// What is left of the levels granted so far.
  @usableFromInline package var remaining: Int
  @usableFromInline var granted: Int
  @usableFromInline let limit: Int
  /// The lowest address of the thread's stack; 0 until it is asked for.
  package var stackLowestAddress: UInt = 0

  @inlinable
  package init(limit: Int) {
    self.limit = limit
    granted = min(Self.grant, max(limit, 0))
    remaining = granted
  }

  /// A budget of which some levels are used up.
  @inlinable @inline(__always)
  package init(limit: Int, depth: Int) {
    self.limit = limit
    granted = min(max(limit, 0), depth &+ Self.grant)
    remaining = max(granted &- depth, 0)
  }

  /// The open levels.
  @usableFromInline var depth: Int { granted &- remaining }

  /// Closes or opens levels until `depth` are open, of which as many were granted already.
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

  /// The bytes between here and the end of the thread's stack, which grows downwards on every platform of Swift.
  private var remainingStack: UInt {
    mutating get {
      if stackLowestAddress == 0 { stackLowestAddress = UInt(millrace_thread_stack_lowest_address()) }
      guard stackLowestAddress != 0 else { return .max }
      var here = 0
      let address = withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
      return address > stackLowestAddress ? address - stackLowestAddress : 0
    }
  }
}
