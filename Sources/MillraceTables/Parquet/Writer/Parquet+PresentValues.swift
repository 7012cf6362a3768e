import Millrace

extension Parquet {
  /// The values of a leaf column in a batch, without nulls.
  enum PresentValues {
    case none
    case booleans([Bool])
    case integers([UInt64])
    case doubles([UInt64])
    /// Texts or binary data, with the range of each value in the bytes.
    case texts([UInt8], [Range<Int>])

    var count: Int {
      switch self {
      case .none: 0
      case .booleans(let values): values.count
      case .integers(let words), .doubles(let words): words.count
      case .texts(_, let spans): spans.count
      }
    }

    /// The size of the values in the encoding PLAIN, in bytes.
    var plainSize: Int {
      switch self {
      case .none: 0
      case .booleans(let values): (values.count + 7) / 8
      case .integers(let words), .doubles(let words): 8 * words.count
      case .texts(_, let spans): spans.reduce(4 * spans.count) { $0 + $1.count }
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
      case .integers(let words), .doubles(let words): return unsafe words.withUnsafeBytes { unsafe Array($0) }
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
      case .none, .booleans: nil
      case .integers(let words), .doubles(let words):
        dictionary(isText: false) { distinct, index in distinct.index(of: words[index]) }
      case .texts(let bytes, let spans):
        unsafe bytes.withUnsafeBytes { bytes in
          dictionary(isText: true) { distinct, index in
            unsafe distinct.index(of: UnsafeRawBufferPointer(rebasing: bytes[spans[index]]))
          }
        }
      }
    }

    @inline(__always)
    private func dictionary(
      isText: Bool, _ indexOf: (inout DistinctValues, Int) -> UInt32?
    ) -> (values: DistinctValues, indices: [UInt32])? {
      let count = count
      var distinct = DistinctValues(isText: isText)
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
        values.isEmpty ? nil : .booleans(values.allSatisfy { $0 }, values.contains(true))
      case .integers(let words): unsafe words.withUnsafeBufferPointer { unsafe Statistics.Bounds(integers: $0) }
      case .doubles(let words): unsafe words.withUnsafeBufferPointer { unsafe Statistics.Bounds(doubles: $0) }
      case .texts(let bytes, let spans):
        unsafe bytes.withUnsafeBufferPointer { unsafe Statistics.Bounds($0, spans) }
      }
    }

    /// Returns the bounds of distinct values of this type.
    func bounds(of distinct: DistinctValues) -> Statistics.Bounds? {
      let values: PresentValues =
        switch self {
        case .none, .booleans: .none
        case .integers: .integers(distinct.words)
        case .doubles: .doubles(distinct.words)
        case .texts: .texts(distinct.bytes, distinct.spans)
        }
      return values.bounds
    }
  }
}

extension Parquet.DistinctValues {
  /// The values of a dictionary of numbers.
  fileprivate var words: [UInt64] {
    unsafe bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 8).map { unsafe bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self) }
    }
  }

  /// The ranges of the values of a dictionary of texts.
  fileprivate var spans: [Range<Int>] { (0..<count).map { Int(offsets[$0]) + 4..<Int(offsets[$0 + 1]) } }
}
