/// Decodes integers that are stored as differences, in blocks with one minimum and in miniblocks with one number of
/// bits (`DELTA_BINARY_PACKED`).
///
/// SAFETY: a miniblock was checked to be within the bytes.
@safe
struct DeltaDecoder {
  private let view: ByteView
  private var position = 0
  private let miniblocks: Int
  private let miniblockSize: Int
  /// The number of all values.
  let count: Int
  private var remaining: Int
  private var last: Int64
  private var isFirst = true
  private var minimum: Int64 = 0
  /// The offset of the numbers of bits in the current block, and the index of the next miniblock.
  private var (widths, nextMiniblock): (Int, Int)
  /// The number of remaining values in the current miniblock, their bits, and the offset of the next one in bits.
  private var (packedCount, width, bit) = (0, 0, 0)

  /// - Parameter limit: The maximum number of values.
  /// - Throws: ``ParquetDamage`` if the header is not valid.
  init(_ view: ByteView, limit: Int) throws {
    self.view = view
    let blockSize = try view.variable(at: &position)
    let miniblocks = try view.variable(at: &position)
    let count = try view.variable(at: &position)
    let first = try view.variable(at: &position)
    guard blockSize > 0, blockSize <= 1 << 30, miniblocks > 0, blockSize % miniblocks == 0,
      blockSize / miniblocks % 8 == 0
    else { throw ParquetDamage("invalid block size of differences") }
    guard count <= UInt64(limit) else { throw ParquetDamage("more values than the page has") }
    self.miniblocks = Int(miniblocks)
    miniblockSize = Int(blockSize / miniblocks)
    self.count = Int(count)
    remaining = Int(count)
    last = Int64(bitPattern: first >> 1) ^ -Int64(bitPattern: first & 1)
    (widths, nextMiniblock) = (0, Int(miniblocks))
  }

  /// The offset after the last value. All values have been read.
  var end: Int { position }

  /// Reads as many values as there is room for.
  ///
  /// - Throws: ``ParquetDamage`` if there are fewer values.
  mutating func read(into output: UnsafeMutableBufferPointer<Int64>) throws {
    guard output.count <= remaining else { throw ParquetDamage("fewer values than the page has") }
    remaining -= output.count
    var index = 0
    if isFirst, output.count > 0 {
      unsafe output[0] = last
      (index, isFirst) = (1, false)
    }
    while index < output.count {
      if packedCount == 0 { try beginMiniblock() }
      let end = index + min(packedCount, output.count - index)
      packedCount -= end - index
      while index < end {
        last = unsafe last &+ minimum &+ Int64(bitPattern: view.bytes.packed(bit: bit, width: width))
        unsafe output[index] = last
        bit += width
        index += 1
      }
    }
  }

  private mutating func beginMiniblock() throws {
    if nextMiniblock == miniblocks {
      let stored = try view.variable(at: &position)
      minimum = Int64(bitPattern: stored >> 1) ^ -Int64(bitPattern: stored & 1)
      (widths, nextMiniblock) = (position, 0)
      _ = try view.part(position, size: miniblocks)
      position += miniblocks
    }
    width = Int(try view.integer(UInt8.self, at: widths + nextMiniblock))
    nextMiniblock += 1
    guard width <= 64 else { throw ParquetDamage("invalid bit width \(width)") }
    let size = miniblockSize / 8 * width
    _ = try view.part(position, size: size)
    bit = position * 8
    packedCount = miniblockSize
    position += size
  }
}

extension UnsafeRawBufferPointer {
  /// Returns a packed value of up to 64 bits, all of which are within the bytes.
  fileprivate func packed(bit: Int, width: Int) -> UInt64 {
    if width == 0 { return 0 }
    let (start, shift) = (bit &>> 3, UInt64(truncatingIfNeeded: bit & 7))
    let mask = UInt64.max >> UInt64(64 - width)
    if start <= count - 9 {
      let low = unsafe UInt64(littleEndian: loadUnaligned(fromByteOffset: start, as: UInt64.self))
      let high = unsafe shift == 0 ? 0 : UInt64(self[start + 8]) << (64 - shift)
      return (low >> shift | high) & mask
    }
    var (value, got) = (UInt64(0), 0)
    for byte in start...((bit + width - 1) >> 3) {
      let bits = unsafe UInt64(self[byte])
      value |= byte == start ? bits >> shift : bits << UInt64(got)
      got = byte == start ? 8 - Int(shift) : got + 8
    }
    return value & mask
  }
}
