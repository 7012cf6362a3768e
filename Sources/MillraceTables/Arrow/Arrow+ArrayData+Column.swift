import Millrace
import SystemLibrary

extension Arrow.ArrayData {
  /// The entries as a column. Timestamps are the stored integers. All numbers but dates have 64 bits.
  var column: Columns.Column {
    // A column of nulls has no buffers.
    let validity = unsafe nullCount > 0 ? buffers.first?.map { unsafe bitmap($0) } : nil
    return Columns.Column(name: field.name, values: values, validity: validity, count: count)
  }

  private var values: Columns.Values {
    switch field.type {
    case .null: .unknown
    case .boolean: unsafe .booleans(buffers[1].map { unsafe bitmap($0) } ?? Columns.Bitmap())
    case .float: .doubles(numbers())
    case .utf8: .strings(texts)
    case .binary: .bytes(texts)
    case .structure: .structures(children.map(\.column))
    case .list: .lists(offsets: offsets, elements: children[0].column)
    case .date: .instants((numbers() as [Int32]).map { Instant(seconds: Int64($0) * 86_400) })
    default: .integers(numbers())
    }
  }

  private func bitmap(_ bits: UnsafeMutableRawPointer) -> Columns.Bitmap {
    let words = unsafe [UInt64](unsafeUninitializedCapacity: (count + 63) / 64) { memory, initialized in
      unsafe memory.initialize(repeating: 0)
      if let words = memory.baseAddress { unsafe memcpy(words, bits, (count + 7) / 8) }
      initialized = memory.count
    }
    return Columns.Bitmap(words: words, count: count)
  }

  private func numbers<Number: BitwiseCopyable>() -> [Number] {
    unsafe [Number](unsafeUninitializedCapacity: count) { memory, initialized in
      if let numbers = memory.baseAddress, let buffer = unsafe buffers[1] {
        unsafe memcpy(numbers, buffer, count * MemoryLayout<Number>.stride)
      }
      initialized = count
    }
  }

  private var offsets: [Int] {
    guard let buffer = unsafe buffers[1] else { return [0] }
    return (0...count).map { unsafe Int(buffer.loadUnaligned(fromByteOffset: 4 * $0, as: Int32.self)) }
  }

  private var texts: Columns.Texts {
    let offsets = offsets
    let size = offsets[count]
    let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: buffers[2], count: size))
    return Columns.Texts(offsets: offsets, bytes: bytes)
  }
}
