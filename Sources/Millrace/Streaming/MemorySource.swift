/// Bytes in memory that zeros follow, as a source. A window that is made for it views the bytes instead of copying them.
///
/// SAFETY: the owner keeps the memory alive and unchanged.
@safe
package struct MemorySource: ByteSource {
  /// The bytes that have not been read. `GuardedInput.padding` zeros follow them.
  private(set) var bytes: UnsafeMutableBufferPointer<UInt8>
  private let owner: AnyObject

  /// - Safety: the bytes must have an address, stay unchanged, and be valid as long as the owner is alive, and
  ///   `GuardedInput.padding` zeros must follow them.
  package init(_ bytes: UnsafeMutableBufferPointer<UInt8>, owner: AnyObject) {
    unsafe self.bytes = unsafe bytes
    self.owner = owner
  }

  package mutating func read(into output: inout OutputSpan<UInt8>) {
    let count = unsafe min(output.freeCapacity, bytes.count)
    unsafe output.withUnsafeMutableBufferPointer { memory, initialized in
      _ = unsafe memory[initialized...].update(fromContentsOf: bytes.prefix(count))
      initialized += count
    }
    unsafe bytes = unsafe UnsafeMutableBufferPointer(rebasing: bytes.dropFirst(count))
  }
}
