/// Decodes levels, dictionary indices and Booleans: runs of equal values, and groups of eight values with the same
/// number of bits ("RLE/Bit-Packing Hybrid" in `Encodings.md` of the format's specification).
///
/// SAFETY: the loads of eight bytes are within the bytes, and the others are checked by ``ByteView``.
@safe
struct RunDecoder {
  private let view: ByteView
  private var position = 0
  /// The number of bits of a value, 0 to 32.
  private let width: Int
  private var (repeated, repeatCount): (UInt32, Int) = (0, 0)
  /// The number of remaining packed values, and the offset of the next one, in bits.
  private var (packedCount, packedBit) = (0, 0)

  /// - Throws: ``ParquetDamage`` if the number of bits is not valid.
  init(_ view: ByteView, width: Int) throws {
    guard (0...32).contains(width) else { throw ParquetDamage("invalid bit width \(width)") }
    self.view = view
    self.width = width
  }

  /// Reads as many values as there is room for.
  ///
  /// - Throws: ``ParquetDamage`` if there are fewer values.
  mutating func read<Value: FixedWidthInteger>(into output: UnsafeMutableBufferPointer<Value>) throws {
    var start = 0
    while start < output.count {
      let room = unsafe UnsafeMutableBufferPointer(rebasing: output[start...])
      if width == 0 {
        unsafe room.update(repeating: 0)
        return
      }
      if repeatCount > 0 {
        let count = min(repeatCount, room.count)
        unsafe room[..<count].update(repeating: Value(truncatingIfNeeded: repeated))
        repeatCount -= count
        start += count
      } else if packedCount > 0 {
        let count = min(packedCount, room.count)
        unsafe view.bytes.unpack(
          bit: packedBit, width: width, into: UnsafeMutableBufferPointer(rebasing: room[..<count]))
        packedCount -= count
        packedBit += count * width
        start += count
      } else {
        try beginRun()
      }
    }
  }

  /// Skips as many values, if all of them are in one run of a value.
  ///
  /// - Returns: Whether they were skipped.
  /// - Throws: ``ParquetDamage`` if there are fewer values.
  mutating func skip(_ count: Int, of value: UInt32) throws -> Bool {
    if count == 0 { return true }
    if repeatCount == 0, packedCount == 0, width > 0 { try beginRun() }
    guard repeatCount >= count, repeated == value else { return false }
    repeatCount -= count
    return true
  }

  private mutating func beginRun() throws {
    let header = try view.variable(at: &position)
    let count = Int(clamping: header >> 1)
    if header & 1 == 0 {
      repeatCount = count
      repeated = 0
      for byte in 0..<(width + 7) / 8 {
        repeated |= UInt32(try view.integer(UInt8.self, at: position)) << UInt32(8 * byte)
        position += 1
      }
      guard width == 32 || repeated >> UInt32(width) == 0 else {
        throw ParquetDamage("value of more than \(width) bits")
      }
      return
    }
    // Some programs omit the unused bytes of the last group.
    let size = min(count, view.count) * width
    packedBit = position * 8
    packedCount = min(size, view.count - position) * 8 / width
    position += min(size, view.count - position)
    if count > 0, packedCount == 0 { throw ParquetDamage("unexpected end of packed values") }
  }
}

extension UnsafeRawBufferPointer {
  /// Writes packed values to memory. The lowest bit of a value is first.
  ///
  /// - Parameters:
  ///   - bit: The offset of the first value, in bits.
  ///   - width: The number of bits of a value, 1 to 32. All values are within the bytes.
  func unpack<Value: FixedWidthInteger>(bit: Int, width: Int, into output: UnsafeMutableBufferPointer<Value>) {
    let mask = UInt64.max >> UInt64(64 - width)
    var (index, bit) = (0, bit)
    // A load of eight bytes contains a value of up to 57 bits at any bit of its first byte.
    let last = count - 8
    if width <= 8 {
      // Eight values are within one load, if the first of them is at the beginning of a byte.
      while index < output.count, bit & 7 != 0, bit &>> 3 <= last {
        let word = unsafe UInt64(littleEndian: loadUnaligned(fromByteOffset: bit &>> 3, as: UInt64.self))
        unsafe output[index] = Value(truncatingIfNeeded: (word &>> UInt64(truncatingIfNeeded: bit & 7)) & mask)
        index &+= 1
        bit &+= width
      }
      let shift = UInt64(truncatingIfNeeded: width)
      while index &+ 8 <= output.count, bit &>> 3 <= last {
        let word = unsafe UInt64(littleEndian: loadUnaligned(fromByteOffset: bit &>> 3, as: UInt64.self))
        for place in 0..<8 {
          let value = (word &>> (shift &* UInt64(truncatingIfNeeded: place))) & mask
          unsafe output[index &+ place] = Value(truncatingIfNeeded: value)
        }
        index &+= 8
        bit &+= 8 &* width
      }
    }
    while index < output.count, bit &>> 3 <= last {
      let word = unsafe UInt64(littleEndian: loadUnaligned(fromByteOffset: bit &>> 3, as: UInt64.self))
      unsafe output[index] = Value(truncatingIfNeeded: (word &>> UInt64(truncatingIfNeeded: bit & 7)) & mask)
      index &+= 1
      bit &+= width
    }
    while index < output.count {
      var word: UInt64 = 0
      for byte in (bit >> 3)...((bit + width - 1) >> 3) {
        word |= unsafe UInt64(self[byte]) << UInt64(8 * (byte - bit >> 3))
      }
      unsafe output[index] = Value(truncatingIfNeeded: (word >> UInt64(bit & 7)) & mask)
      index += 1
      bit += width
    }
  }
}

/// Decodes the levels of a page.
enum LevelDecoder {
  /// All levels are 0 and not stored.
  case zeros
  case runs(RunDecoder)
  /// The deprecated encoding `BIT_PACKED`: the highest bit of a level is first.
  case packed(ByteView, width: Int, bit: Int)

  /// Appends levels.
  ///
  /// - Throws: ``ParquetDamage`` if there are fewer levels, or one is larger than the maximum.
  mutating func append(_ count: Int, to levels: inout [UInt8], maximum: UInt8) throws {
    let start = levels.count
    levels.append(contentsOf: repeatElement(0, count: count))
    switch self {
    case .zeros: return
    case .runs(var decoder):
      try unsafe levels.withUnsafeMutableBufferPointer {
        try unsafe decoder.read(into: UnsafeMutableBufferPointer(rebasing: $0[start...]))
      }
      self = .runs(decoder)
    case .packed(let view, let width, var bit):
      for index in start..<start + count {
        for _ in 0..<width {
          let byte = try view.integer(UInt8.self, at: bit / 8)
          levels[index] = levels[index] << 1 | byte >> UInt8(7 - bit % 8) & 1
          bit += 1
        }
      }
      self = .packed(view, width: width, bit: bit)
    }
    // Otherwise the largest number of as many bits is the maximum.
    if maximum & (maximum &+ 1) != 0, levels[start...].contains(where: { $0 > maximum }) {
      throw ParquetDamage("level larger than the maximum")
    }
  }

  /// Skips levels, if they are known to be the maximum without decoding them.
  ///
  /// - Returns: Whether they were skipped.
  /// - Throws: ``ParquetDamage`` if there are fewer levels.
  mutating func skip(_ count: Int, of maximum: UInt8) throws -> Bool {
    guard case .runs(var decoder) = self else { return false }
    let isSkipped = try decoder.skip(count, of: UInt32(maximum))
    self = .runs(decoder)
    return isSkipped
  }
}
