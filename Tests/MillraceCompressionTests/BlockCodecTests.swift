import Millrace
import MillraceCompression
import Testing

@Suite struct BlockCodecTests {
  private static let texts: [[UInt8]] = [
    [], [7], Array("abcabcabc".utf8), [UInt8](repeating: 0, count: 100_000),
    Array((0..<20_000).map { "{\"n\":\($0),\"s\":\"\($0 * $0 % 977)\"}\n" }.joined().utf8),
  ]

  private func decompressed(_ codec: BlockCodec, _ bytes: [UInt8], size: Int) throws -> [UInt8] {
    var result: [UInt8] = []
    try result.append(addingCapacity: size) { try codec.decompress(bytes.span, into: &$0) }
    return result
  }

  @Test(arguments: BlockCodec.allCases)
  func `compressed blocks are decompressed to the same bytes`(_ codec: BlockCodec) throws {
    for text in Self.texts {
      let block = try codec.compress(text.span)
      #expect(try decompressed(codec, block, size: text.count) == text)
      if text.count > 1000 { #expect(block.count < text.count / 2) }
      for size in [text.count - 1, text.count + 1] where size >= 0 {
        #expect(throws: DecompressionError.self) { try decompressed(codec, block, size: size) }
      }
    }
  }

  @Test func `other programs read and write the same blocks`() throws {
    let text = Self.texts[4]
    let script = """
      import sys, pyarrow
      kind, data = sys.argv[1], sys.stdin.buffer.read()
      sys.stdout.buffer.write(pyarrow.compress(data, codec=kind, asbytes=True))
      """
    let codecs: [(String, BlockCodec)] = [
      ("snappy", .snappy), ("gzip", .gzip), ("brotli", .brotli), ("zstd", .zstandard), ("lz4_raw", .lz4),
      ("lz4_raw", .lz4Hadoop), ("lz4", .lz4Hadoop),
    ]
    for (name, codec) in codecs {
      let block = try runPython(script, [name], input: text, program: Repository.pythonWithPeers)
      #expect(try decompressed(codec, block, size: text.count) == text, "\(name)")
    }
    let reading = """
      import sys, pyarrow
      kind, size, data = sys.argv[1], int(sys.argv[2]), sys.stdin.buffer.read()
      sys.stdout.buffer.write(pyarrow.decompress(data, decompressed_size=size, codec=kind, asbytes=True))
      """
    for (name, codec) in codecs[..<5] {
      let arguments = [name, String(text.count)]
      let block = try codec.compress(text.span)
      let result = try runPython(reading, arguments, input: block, program: Repository.pythonWithPeers)
      #expect(result == text, "\(name)")
    }
  }

  @Test func `members of gzip follow one another`() throws {
    let (first, second) = (Self.texts[2], Self.texts[3])
    let block = try BlockCodec.gzip.compress(first.span) + BlockCodec.gzip.compress(second.span)
    #expect(try decompressed(.gzip, block, size: first.count + second.count) == first + second)
  }

  @Test(arguments: BlockCodec.allCases)
  func `a truncated or changed block is an error, or other bytes of the same number`(_ codec: BlockCodec) throws {
    let text = Array(Self.texts[4][..<2000])
    let block = try codec.compress(text.span)
    for index in block.indices {
      var damaged = block
      damaged[index] ^= 0x55
      for bytes in [damaged, Array(block[..<index])] {
        do { #expect(try decompressed(codec, bytes, size: text.count).count == text.count) } catch is DecompressionError
        {}
      }
    }
  }
}
