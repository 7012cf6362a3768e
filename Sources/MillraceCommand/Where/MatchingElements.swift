import Millrace

/// The elements of another source that fulfill a condition.
struct MatchingElements<Base: ElementSource & ~Copyable>: ElementSource, ~Copyable {
  private var base: Base
  private let matcher: RowMatcher

  init(_ base: consuming Base, _ matcher: RowMatcher) {
    self.base = base
    self.matcher = matcher
  }

  consuming func finish() -> Base { base }

  mutating func next<Value: Readable>(_ type: Value.Type) throws -> Value? {
    try matcher.isDone ? base.next(type) : nextForwarded(type)
  }

  mutating func forwardNext<Writer: FormatWriter & ~Copyable>(
    to writer: inout Writer, restart: (inout Writer) -> Void
  ) throws -> Bool {
    if matcher.isDone { return try base.forwardNext(to: &writer, restart: restart) }
    repeat {
      matcher.tape.removeAll()
      guard try base.forwardNext(to: &matcher.tape, restart: { $0.removeAll() }) else { return false }
    } while !matcher.matches()
    restart(&writer)
    matcher.tape.replay(to: &writer)
    return true
  }
}
