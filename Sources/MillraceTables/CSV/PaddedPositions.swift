/// The positions of the cells of a row to which empty cells were added.
///
/// SAFETY: the memory belongs to this object, which deallocates it. It moves only in `reserve`.
@safe
final class PaddedPositions {
  private(set) var start = UnsafeMutablePointer<UInt32>.allocate(capacity: 16)
  private var capacity = 16

  deinit { unsafe start.deallocate() }

  /// Makes room for a number of positions, whose values are then undefined.
  func reserve(_ count: Int) {
    guard count > capacity else { return }
    unsafe start.deallocate()
    capacity = max(count, 2 * capacity)
    unsafe start = .allocate(capacity: capacity)
  }
}
