// Copies between spans, arrays and output spans, which the standard library does not have yet. They are the only places where
// elements are copied by address.

extension Array where Element: BitwiseCopyable {
  /// Creates an array with the elements of a span.
  @inlinable
  package init(copying span: Span<Element>) { self = unsafe span.withUnsafeBufferPointer { unsafe Array($0) } }

  /// Appends the elements of a span.
  @inlinable
  package mutating func append(contentsOf span: Span<Element>) {
    unsafe span.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}

extension OutputSpan where Element: BitwiseCopyable {
  /// Appends the elements of a span.
  ///
  /// - Precondition: There is capacity for them.
  @inlinable
  package mutating func append(contentsOf span: Span<Element>) {
    precondition(span.count <= freeCapacity, "not enough capacity for \(span.count) elements")
    unsafe withUnsafeMutableBufferPointer { memory, initialized in
      unsafe span.withUnsafeBufferPointer {
        _ = unsafe UnsafeMutableBufferPointer(rebasing: memory[initialized...]).initialize(fromContentsOf: $0)
      }
      initialized += span.count
    }
  }
}
