import CMillrace
import MillraceTables

// Batches out of Swift. Each array owns its buffers and its children, so that a consumer can keep some of them.

extension ArrowArray {
  /// A batch as an array of structures, which its user releases.
  init(_ batch: Arrow.RecordBatch) {
    unsafe self.init(count: batch.count, nullCount: 0, buffers: [nil], children: batch.columns, owner: nil)
  }

  private init(_ entries: Arrow.ArrayData) {
    unsafe self.init(
      count: entries.count, nullCount: entries.nullCount, buffers: entries.buffers, children: entries.children,
      owner: entries)
  }

  private init(
    count: Int, nullCount: Int, buffers made: [UnsafeMutableRawPointer?], children entries: [Arrow.ArrayData],
    owner: Arrow.ArrayData?
  ) {
    unsafe self.init()
    unsafe length = Int64(count)
    unsafe null_count = Int64(nullCount)
    unsafe n_buffers = unsafe Int64(made.count)
    unsafe n_children = Int64(entries.count)
    unsafe buffers = unsafe .allocate(capacity: max(made.count, 1))
    for index in unsafe made.indices {
      unsafe buffers[index] = unsafe made[index].map { UnsafeRawPointer($0) }
    }
    if !entries.isEmpty {
      unsafe children = .allocate(capacity: entries.count)
      for (index, child) in entries.enumerated() {
        let address = UnsafeMutablePointer<ArrowArray>.allocate(capacity: 1)
        unsafe address.initialize(to: ArrowArray(child))
        unsafe children[index] = unsafe address
      }
    }
    unsafe private_data = unsafe owner.map { unsafe Unmanaged.passRetained($0).toOpaque() }
    unsafe release = { array in
      guard let array = unsafe array, unsafe array.pointee.release != nil else { return }
      for index in unsafe 0..<Int(array.pointee.n_children) {
        guard let child = unsafe array.pointee.children?[index] else { continue }
        unsafe child.pointee.release?(child)
        unsafe child.deallocate()
      }
      unsafe array.pointee.children?.deallocate()
      unsafe array.pointee.buffers?.deallocate()
      if let owner = unsafe array.pointee.private_data {
        unsafe Unmanaged<Arrow.ArrayData>.fromOpaque(owner).release()
      }
      unsafe array.pointee = unsafe ArrowArray()
    }
  }
}
