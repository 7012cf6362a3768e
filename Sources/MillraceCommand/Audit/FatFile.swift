/// The file that holds a binary for each of several architectures (`<mach-o/fat.h>`).
enum FatFile {
  /// The binaries, or nil if the file is not of this kind.
  static func slices(of bytes: ByteView) throws(BinaryError) -> [ByteView]? {
    guard bytes.count >= 8 else { return nil }
    var header = bytes
    header.isBigEndian = true
    let magic = try header.integer(UInt32.self, at: 0)
    guard magic == 0xCAFE_BABE || magic == 0xCAFE_BABF else { return nil }
    header.is64Bit = magic == 0xCAFE_BABF
    let count = UInt64(try header.integer(UInt32.self, at: 4))
    // Class files of Java begin with the same four bytes, and then comes their version, which is 45 at least.
    guard count < 45 else {
      throw .unsupported("expected fewer than 45 architectures, found \(count); it may be a Java class file")
    }
    let entries = try header.table(8, entries: count, size: header.is64Bit ? 32 : 20)
    var slices: [ByteView] = []
    for index in 0..<count {
      let entry = index * (header.is64Bit ? 32 : 20)
      let offset = try entries.word(at: entry + 8)
      slices.append(try bytes.part(offset, count: try entries.word(at: entry + 8 + header.wordSize)))
    }
    guard !slices.isEmpty else { throw .malformed("the number of architectures is 0", offset: 4) }
    return slices
  }
}
