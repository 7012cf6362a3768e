import Millrace

import SystemLibrary

/// Memory between two inaccessible pages: whoever reads or writes past either end is stopped by the processor.
package final class GuardedMemory {
  private let mapping: UnsafeMutableRawPointer
  private let mappingSize: Int
  /// The first inaccessible byte.
  private let edge: UnsafeMutablePointer<UInt8>
  package let capacity: Int

  package init(capacity: Int) {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let accessible = (max(capacity, 1) + page - 1) / page * page
    mappingSize = accessible + 2 * page
    #if canImport(Darwin)
      let flags = MAP_PRIVATE | MAP_ANON
    #else
      let flags = MAP_PRIVATE | MAP_ANONYMOUS
    #endif
    guard let memory = mmap(nil, mappingSize, PROT_READ | PROT_WRITE, flags, -1, 0), memory != MAP_FAILED,
      mprotect(memory, page, PROT_NONE) == 0, mprotect(memory + page + accessible, page, PROT_NONE) == 0
    else { fatalError("no memory with inaccessible pages around it") }
    mapping = memory
    edge = (memory + page + accessible).assumingMemoryBound(to: UInt8.self)
    self.capacity = accessible
  }

  deinit { munmap(mapping, mappingSize) }

  /// The last bytes before the inaccessible page.
  package func last(_ count: Int) -> UnsafeMutableBufferPointer<UInt8> {
    precondition(count <= capacity)
    return UnsafeMutableBufferPointer(start: edge - count, count: count)
  }

  /// Copies bytes so that they end at the inaccessible page.
  package func copy(_ bytes: some Collection<UInt8>) -> UnsafeBufferPointer<UInt8> {
    let copy = last(bytes.count)
    _ = copy.update(fromContentsOf: bytes)
    return UnsafeBufferPointer(copy)
  }

  /// Decodes a copy that ends at the inaccessible page.
  package func decode<Value: Readable>(
    _ type: Value.Type = Value.self, from bytes: some Collection<UInt8>,
    options: JSON.ReadingOptions = JSON.ReadingOptions()
  ) throws(FormatError) -> Value {
    let copy = copy(bytes)
    return try JSON.decode(type, from: copy.span, options: options)
  }

  /// The same in a style.
  package func decode<Value: Readable, Style: JSON.Style>(
    _ type: Value.Type = Value.self, from bytes: some Collection<UInt8>,
    options: JSON.ReadingOptions = JSON.ReadingOptions(), style: Style.Type
  ) throws(FormatError) -> Value {
    let copy = copy(bytes)
    return try JSON.decode(type, from: copy.span, options: options, style: style)
  }
}
