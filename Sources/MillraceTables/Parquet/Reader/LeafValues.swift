import Millrace

/// Values of a leaf column as they are stored, without nulls. One of the arrays is used, according to the physical
/// type.
struct LeafValues {
  /// 0 or 1.
  var booleans: [UInt8] = []
  var integers: [Int64] = []
  var doubles: [Double] = []
  /// The values of the type `INT96`.
  var instants: [Instant] = []
  /// The offsets of texts in the bytes, and the end of the last text.
  var offsets: [Int] = [0]
  var bytes: [UInt8] = []

  /// The size of a value without the bytes of texts.
  static func size(of type: Parquet.StoredType) -> Int {
    switch type {
    case .boolean: 1
    case .int96: MemoryLayout<Instant>.stride
    default: 8
    }
  }

  /// Appends texts, which are anywhere in some bytes.
  ///
  /// - Parameters:
  ///   - source: The bytes.
  ///   - budget: The budget that the bytes are charged to.
  ///   - range: Returns the next text as a range that is within the bytes. It is called twice for each text.
  @inline(__always)
  mutating func appendTexts(
    _ count: Int, from source: UnsafeRawBufferPointer, _ budget: MemoryBudget,
    _ range: (Int) throws -> (start: Int, size: Int)
  ) throws {
    let first = offsets.count
    var end = bytes.count
    offsets.append(contentsOf: repeatElement(0, count: count))
    for index in 0..<count {
      end += try range(index).size
      offsets[first + index] = end
    }
    let start = bytes.count
    try budget.charge(end - start)
    bytes.append(contentsOf: repeatElement(0, count: end - start))
    try unsafe bytes.withUnsafeMutableBytes { bytes in
      var place = start
      for index in 0..<count {
        let text = try range(index)
        // Short texts are copied with some of the bytes after them, which are overwritten by the next text.
        if text.size <= 16, place + 16 <= end, text.start + 16 <= source.count {
          let short = unsafe source.loadUnaligned(fromByteOffset: text.start, as: SIMD2<UInt64>.self)
          unsafe bytes.storeBytes(of: short, toByteOffset: place, as: SIMD2<UInt64>.self)
        } else {
          unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[place..<place + text.size]).copyMemory(
            from: UnsafeRawBufferPointer(rebasing: source[text.start..<text.start + text.size]))
        }
        place += text.size
      }
    }
  }
}

extension Array where Element: BitwiseCopyable {
  /// Appends as many values as a function initializes, all of them.
  @inline(__always)
  mutating func append(
    _ count: Int, zero: Element, _ initialize: (UnsafeMutableBufferPointer<Element>) throws -> Void
  ) rethrows {
    let start = self.count
    append(contentsOf: repeatElement(zero, count: count))
    try unsafe withUnsafeMutableBufferPointer { memory in
      try unsafe initialize(UnsafeMutableBufferPointer(rebasing: memory[start...]))
    }
  }
}
