extension ByteView {
  /// The checksum of the bytes: CRC-32 with the polynomial of gzip (RFC 1952, section 8), eight bytes at a time.
  var checksum: UInt32 {
    unsafe Self.checksumTables.withUnsafeBufferPointer { tables in
      func entry(_ table: Int, _ byte: UInt64) -> UInt32 {
        unsafe tables[table << 8 | Int(truncatingIfNeeded: byte & 0xFF)]
      }
      var (checksum, position) = (UInt32.max, 0)
      while position <= count - 8 {
        let word = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
        let mixed = word ^ UInt64(checksum)
        checksum = 0
        for byte in 0..<8 { checksum ^= entry(7 - byte, mixed >> UInt64(8 * byte)) }
        position += 8
      }
      while position < count {
        checksum = entry(0, UInt64(checksum) ^ UInt64(unsafe bytes[position])) ^ checksum >> 8
        position += 1
      }
      return ~checksum
    }
  }

  /// Eight tables of 256 entries: the checksum of a byte followed by up to seven zeros.
  private static let checksumTables: [UInt32] = {
    var tables: [UInt32] = []
    for byte in 0..<UInt32(256) {
      var checksum = byte
      for _ in 0..<8 { checksum = checksum & 1 == 0 ? checksum >> 1 : (checksum >> 1) ^ 0xEDB8_8320 }
      tables.append(checksum)
    }
    for index in 256..<2048 { tables.append(tables[Int(tables[index - 256] & 0xFF)] ^ tables[index - 256] >> 8) }
    return tables
  }()
}
