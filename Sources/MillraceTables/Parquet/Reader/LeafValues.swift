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
  /// Whether all texts are known to be UTF-8. Otherwise they have not been checked.
  var areKnownUTF8 = true

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
    areKnownUTF8 = false
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

  /// Appends the texts of a dictionary at some indices, all of which are valid.
  mutating func appendTexts(_ dictionary: LeafDictionary, at indices: [UInt32], _ budget: MemoryBudget) throws {
    areKnownUTF8 = areKnownUTF8 && dictionary.areUTF8
    let start = bytes.count
    // SAFETY: the indices are valid, and the offsets are those of texts within the bytes. The dictionary and the memory
    // for the texts have room for `LeafDictionary.spareCount` more bytes, so that a short text is copied with the bytes
    // after it, which are overwritten by the next text.
    try unsafe dictionary.values.offsets.withUnsafeBufferPointer { offsets in
      var size = 0
      for index in indices { unsafe size &+= offsets[Int(index) &+ 1] &- offsets[Int(index)] }
      try budget.charge(size)
      unsafe self.offsets.append(indices.count, zero: 0) { ends in
        var end = start
        for place in 0..<indices.count {
          let index = Int(indices[place])
          unsafe end &+= offsets[index &+ 1] &- offsets[index]
          unsafe ends[place] = end
        }
      }
      unsafe dictionary.values.bytes.withUnsafeBytes { source in
        unsafe bytes.append(size, zero: 0, spare: LeafDictionary.spareCount) { memory in
          let memory = UnsafeMutableRawBufferPointer(memory)
          var place = 0
          for index in indices {
            let text = unsafe offsets[Int(index)]
            let size = unsafe offsets[Int(index) &+ 1] &- text
            if size <= LeafDictionary.spareCount {
              let short = unsafe source.loadUnaligned(fromByteOffset: text, as: SIMD2<UInt64>.self)
              unsafe memory.storeBytes(of: short, toByteOffset: place, as: SIMD2<UInt64>.self)
            } else {
              unsafe UnsafeMutableRawBufferPointer(rebasing: memory[place..<place + size]).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: source[text..<text + size]))
            }
            place &+= size
          }
        }
      }
    }
  }
}

extension Array where Element: BitwiseCopyable {
  /// Appends as many values as a function initializes, all of them.
  ///
  /// - Parameter spare: The number of values after them that the function may also write to.
  @inline(__always)
  mutating func append(
    _ count: Int, zero: Element, spare: Int = 0, _ initialize: (UnsafeMutableBufferPointer<Element>) throws -> Void
  ) rethrows {
    let start = self.count
    if start == 0, capacity < count + spare {
      // Most columns of a table are in one page: their memory is written only once.
      self = try unsafe [Element](unsafeUninitializedCapacity: count + spare) { memory, initialized in
        try unsafe initialize(UnsafeMutableBufferPointer(rebasing: memory[..<(count + spare)]))
        initialized = count
      }
      return
    }
    append(contentsOf: repeatElement(zero, count: count + spare))
    try unsafe withUnsafeMutableBufferPointer { memory in
      try unsafe initialize(UnsafeMutableBufferPointer(rebasing: memory[start...]))
    }
    if spare > 0 { removeLast(spare) }
  }
}
