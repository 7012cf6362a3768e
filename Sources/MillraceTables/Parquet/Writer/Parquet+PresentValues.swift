import Millrace

extension Parquet {
  /// The values of a leaf column in a batch, without nulls.
  enum PresentValues {
    case none
    case booleans([Bool])
    /// Integers as the bits of 64-bit ones.
    case integers([UInt64], size: Int, isUnsigned: Bool)
    /// The bits of floating-point numbers.
    case floats([UInt64], size: Int)
    /// Texts or binary data, with the range of each value in the bytes.
    case texts([UInt8], [Range<Int>])
    /// Values of a fixed size in bytes, concatenated.
    case pieces([UInt8], size: Int, count: Int)

    var count: Int {
      switch self {
      case .none: 0
      case .booleans(let values): values.count
      case .integers(let words, _, _), .floats(let words, _): words.count
      case .texts(_, let spans): spans.count
      case .pieces(_, _, let count): count
      }
    }

    /// The size of the values in the encoding PLAIN, in bytes.
    var plainSize: Int {
      switch self {
      case .none: 0
      case .booleans(let values): (values.count + 7) / 8
      case .integers(let words, let size, _), .floats(let words, let size): size * words.count
      case .texts(_, let spans): spans.reduce(4 * spans.count) { $0 + $1.count }
      case .pieces(let bytes, _, _): bytes.count
      }
    }

    /// Returns the values in the encoding PLAIN.
    func plain() -> [UInt8] {
      switch self {
      case .none: return []
      case .booleans(let values):
        var bytes = [UInt8](repeating: 0, count: (values.count + 7) / 8)
        for (index, value) in values.enumerated() where value { bytes[index / 8] |= 1 << UInt8(index % 8) }
        return bytes
      case .integers(let words, size: 4, _), .floats(let words, size: 4):
        return unsafe words.map { UInt32(truncatingIfNeeded: $0) }.withUnsafeBytes { unsafe Array($0) }
      case .integers(let words, _, _), .floats(let words, _):
        return unsafe words.withUnsafeBytes { unsafe Array($0) }
      case .pieces(let bytes, _, _): return bytes
      case .texts(let bytes, let spans):
        return unsafe [UInt8](unsafeUninitializedCapacity: plainSize) { memory, count in
          var target = unsafe UnsafeMutableRawPointer(memory.baseAddress.unsafelyUnwrapped)
          unsafe bytes.withUnsafeBytes { bytes in
            for span in spans {
              unsafe target.storeBytes(of: UInt32(truncatingIfNeeded: span.count).littleEndian, as: UInt32.self)
              if let source = bytes.baseAddress {
                unsafe (target + 4).copyMemory(from: source + span.lowerBound, byteCount: span.count)
              }
              unsafe target += 4 + span.count
            }
          }
          count = memory.count
        }
      }
    }

    /// Returns the distinct values and the index of each value, or nil if a dictionary does not save space.
    func dictionary() -> (values: DistinctValues, indices: [UInt32])? {
      switch self {
      case .none, .booleans, .pieces: nil
      case .integers(let words, size: 8, _), .floats(let words, size: 8):
        dictionary(size: 8) { distinct, index in distinct.index(of: words[index]) }
      case .integers(let words, let size, _), .floats(let words, let size):
        dictionary(size: size) { distinct, index in distinct.index(of: words[index] & 0xFFFF_FFFF) }
      case .texts(let bytes, let spans):
        unsafe bytes.withUnsafeBytes { bytes in
          dictionary(size: nil) { distinct, index in
            unsafe distinct.index(of: UnsafeRawBufferPointer(rebasing: bytes[spans[index]]))
          }
        }
      }
    }

    @inline(__always)
    private func dictionary(
      size: Int?, _ indexOf: (inout DistinctValues, Int) -> UInt32?
    ) -> (values: DistinctValues, indices: [UInt32])? {
      let count = count
      var distinct = DistinctValues(size: size)
      var indices: [UInt32] = []
      indices.reserveCapacity(count)
      for index in 0..<count {
        guard let found = indexOf(&distinct, index) else { return nil }
        indices.append(found)
        // Nearly all of the first values are different.
        if index == 4095, distinct.count > 3840 { return nil }
      }
      let size = distinct.bytes.count + count * distinct.indexWidth / 8
      // The dictionary of a few values can still be that of many.
      return count > 0 && (size < plainSize || count < 4096 && distinct.count < count) ? (distinct, indices) : nil
    }

    // MARK: Bounds

    /// The bounds of the values.
    var bounds: Statistics.Bounds? {
      switch self {
      case .none: nil
      case .booleans(let values):
        values.isEmpty
          ? nil : .init(minimum: .boolean(values.allSatisfy { $0 }), maximum: .boolean(values.contains(true)))
      case .integers(let words, _, let isUnsigned):
        unsafe words.withUnsafeBufferPointer {
          unsafe isUnsigned ? Statistics.Bounds(unsigned: $0) : Statistics.Bounds(integers: $0)
        }
      case .floats(let words, let size):
        unsafe words.withUnsafeBufferPointer {
          unsafe size == 4 ? Statistics.Bounds(floats: $0) : Statistics.Bounds(doubles: $0)
        }
      case .pieces: nil
      case .texts(let bytes, let spans):
        unsafe bytes.withUnsafeBufferPointer { unsafe Statistics.Bounds($0, spans) }
      }
    }

    /// Returns the bounds of distinct values of this type.
    func bounds(of distinct: DistinctValues) -> Statistics.Bounds? {
      let values: PresentValues =
        switch self {
        case .none, .booleans, .pieces: .none
        case .integers(_, let size, let isUnsigned):
          .integers(
            size == 4 && !isUnsigned
              ? distinct.words.map { UInt64(bitPattern: Int64(Int32(truncatingIfNeeded: $0))) } : distinct.words,
            size: size, isUnsigned: isUnsigned)
        case .floats(_, let size): .floats(distinct.words, size: size)
        case .texts: .texts(distinct.bytes, distinct.spans)
        }
      return values.bounds
    }
  }
}

extension Parquet.DistinctValues {
  /// The values of a dictionary of numbers.
  fileprivate var words: [UInt64] {
    (0..<count).map(word)
  }

  /// The ranges of the values of a dictionary of texts.
  fileprivate var spans: [Range<Int>] { (0..<count).map { Int(offsets[$0]) + 4..<Int(offsets[$0 + 1]) } }
}
