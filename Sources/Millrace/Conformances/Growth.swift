// Capacities of long arrays and dictionaries, estimated from the size of the elements read so far and the remaining
// input.
//
// If capacities only double, each block between 128 KB and a few megabytes is requested from the system and returned to
// it (malloc's thresholds), and every page of it causes a page fault. A decode of 10,000 records of 40 bytes spent more
// than half of its time there.

/// Returns an estimate of the final number of elements. It assumes that the remaining elements are as long as those
/// read so far.
///
/// - Parameters:
///   - count: The number of elements read so far.
///   - factor: The maximum ratio of the estimate to `count`, because the rest of the input may contain other values.
///   - start: The number of bytes of input from the first element on, or 0 if it is not known.
///   - remaining: The number of bytes of input after the elements read so far.
@usableFromInline
package func estimatedCount(after count: Int, atMost factor: Int, from start: Int, to remaining: Int) -> Int {
  let read = start - remaining
  guard read > 0 else { return count }
  return count + min(Int(Double(count) * Double(remaining) / Double(read)), (factor - 1) * count)
}

extension Array {
  /// The number of elements at which the capacity is estimated for the first time: 32 KB.
  @inlinable static var firstEstimate: Int { Swift.max(16, 32_768 / MemoryLayout<Element>.stride) }
  /// Unused capacity is cheap, because untouched pages are not mapped; `withoutExcess` releases it.
  @inlinable static var estimateFactor: Int { 32 }

  /// Returns the capacity to reserve. The caller reserves it: if this function did, with the array as an `inout`
  /// argument, the compiler would check before each append whether the array is shared.
  @inlinable
  static func estimatedCapacity(for elements: borrowing [Element], from start: Int, to remaining: Int) -> Int {
    let estimate = estimatedCount(after: elements.count, atMost: estimateFactor, from: start, to: remaining)
    return estimate > elements.capacity ? estimate + estimate / 8 : 0
  }

  /// Returns the array, reallocated to its size if most of its capacity is unused.
  @inlinable @inline(never)
  package static func withoutExcess(_ elements: consuming [Element]) -> [Element] {
    elements.count < elements.capacity / 4 ? elements.map { $0 } : elements
  }
}

extension Dictionary {
  /// The number of members that are inserted as soon as they are read. More wait in a ``MemberBuffer``.
  @inlinable static var directMembers: Int { 6 }
  @inlinable static var firstEstimate: Int { 1024 }
  /// The texts of so many members are in the cache more often than not.
  @inlinable static var fewMembers: Int { 256 }
  /// Whether members are inserted in the order of buckets (``BucketOrder``). Those of fewer buckets are in the processor's caches anyway.
  /// If the layout of dictionaries is not known, keys are hashed twice, which takes longer than it saves below the largest estimate.
  @inlinable static func isLarge(_ estimate: Int) -> Bool {
    layoutOfDictionariesIsKnown ? estimate > 8 * firstEstimate : estimate == firstEstimate * estimateFactor
  }
  @inlinable static var estimateFactor: Int { 32 }
}
