// Rewinding. A mark is an offset in the document and the number of open levels, so it remains valid when the input has
// moved to its tail, and when an error left the reader at a deeper level.

extension JSON.Reader {
  /// A position in the document that a reader can return to.
  @frozen
  public struct Mark: Sendable {
    @usableFromInline let offset: Int
    @usableFromInline let depth: Int

    @inlinable
    init(offset: Int, depth: Int) {
      self.offset = offset
      self.depth = depth
    }
  }

  @inlinable
  public func mark() -> Mark { Mark(offset: input.offset, depth: nesting.depth) }

  @inlinable
  public mutating func rewind(to mark: Mark) {
    input.rewind(toOffset: mark.offset)
    nesting.rewind(toDepth: mark.depth)
  }
}

extension JSON.Value.Reader {
  /// A position in the tree that a reader can return to.
  public struct Mark: Sendable {
    fileprivate let current: JSON.Value
    fileprivate let levels: [Level]
  }

  public func mark() -> Mark { Mark(current: current, levels: levels) }

  public mutating func rewind(to mark: Mark) {
    current = mark.current
    levels = mark.levels
  }
}
