// Memory for long arrays and dictionaries, from the size of the elements that were read and of the input that follows.
//
// If memory only doubles, each block between 128 KB and some megabytes is taken from the system and given back (malloc's
// thresholds), and every page of it is a page fault. A decode of 10,000 records of 40 bytes spent more than half of its
// time there.

/// The number of elements that there will be, if the others are as long as those that were read.
///
/// - Parameters:
///   - count: the elements that were read.
///   - factor: the estimate is at most so many times the count, because the rest of the input may be something else.
///   - start: the bytes of input that followed the first of them, or 0 if that is not known.
///   - remaining: the bytes of input that follow them.
@usableFromInline
func estimatedCount(after count: Int, atMost factor: Int, from start: Int, to remaining: Int) -> Int {
  let read = start - remaining
  guard read > 0 else { return count }
  return count + min(Int(Double(count) * Double(remaining) / Double(read)), (factor - 1) * count)
}

extension Array {
  /// The count at which memory is estimated for the first time: 32 KB.
  @inlinable static var firstEstimate: Int { Swift.max(16, 32_768 / MemoryLayout<Element>.stride) }
  /// Memory that is not used is not touched, and costs nothing; `withoutExcess` returns it.
  @inlinable static var estimateFactor: Int { 32 }

  /// The capacity to reserve. The caller reserves it: after a call with the array as an `inout` argument, the compiler
  /// would check before each append whether the array is shared.
  @inlinable
  static func estimatedCapacity(for elements: borrowing [Element], from start: Int, to remaining: Int) -> Int {
    let estimate = estimatedCount(after: elements.count, atMost: estimateFactor, from: start, to: remaining)
    return estimate > elements.capacity ? estimate + estimate / 8 : 0
  }

  /// The array, in memory of its size if most of its own is unused.
  @inlinable @inline(never)
  static func withoutExcess(_ elements: consuming [Element]) -> [Element] {
    elements.count < elements.capacity / 4 ? elements.map { $0 } : elements
  }
}

extension Dictionary {
  @inlinable static var firstEstimate: Int { 1024 }
  /// Elements are everywhere in the memory of a dictionary, so too much of it is slow.
  @inlinable static var estimateFactor: Int { 4 }
}
