import CMillrace
import MillraceTables

// Batches out of Swift. Each array owns its buffers and its children, so that a consumer can keep some of them.

extension ArrowArray {
  /// A batch as an array of structures, which its user releases.
  init(_ batch: Scan.Batch) {
    self.init(count: batch.count, nullCount: 0, buffers: [nil], children: batch.columns, owner: nil)
  }

  private init(_ entries: Scan.Entries) {
    self.init(
      count: entries.count, nullCount: entries.nullCount, buffers: entries.buffers, children: entries.children,
      owner: entries)
  }

  private init(
    count: Int, nullCount: Int, buffers made: [UnsafeMutableRawPointer?], children entries: [Scan.Entries],
    owner: Scan.Entries?
  ) {
    self.init()
    length = Int64(count)
    null_count = Int64(nullCount)
    n_buffers = Int64(made.count)
    n_children = Int64(entries.count)
    buffers = .allocate(capacity: max(made.count, 1))
    for (index, buffer) in made.enumerated() { buffers[index] = buffer.map { UnsafeRawPointer($0) } }
    if !entries.isEmpty {
      children = .allocate(capacity: entries.count)
      for (index, child) in entries.enumerated() {
        let address = UnsafeMutablePointer<ArrowArray>.allocate(capacity: 1)
        address.initialize(to: ArrowArray(child))
        children[index] = address
      }
    }
    private_data = owner.map { Unmanaged.passRetained($0).toOpaque() }
    release = { array in
      guard let array, array.pointee.release != nil else { return }
      for index in 0..<Int(array.pointee.n_children) {
        guard let child = array.pointee.children?[index] else { continue }
        child.pointee.release?(child)
        child.deallocate()
      }
      array.pointee.children?.deallocate()
      array.pointee.buffers?.deallocate()
      if let owner = array.pointee.private_data { Unmanaged<Scan.Entries>.fromOpaque(owner).release() }
      array.pointee = ArrowArray()
    }
  }
}
