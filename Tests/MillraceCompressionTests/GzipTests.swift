import Millrace
import MillraceCompression
import MillraceTables
import Testing

@Suite("gzip")
struct GzipTests {
  private static let text = Array((0..<40_000).map { "{\"n\":\($0),\"s\":\"\($0 * $0 % 977)\"}\n" }.joined().utf8)

  /// Has Python's gzip compress pieces of the text, each as a member of its own.
  private func compressed(_ pieces: [ArraySlice<UInt8>], level: Int) throws -> [UInt8] {
    let script = """
      import gzip, sys
      sizes, level = eval(sys.argv[1]), int(sys.argv[2])
      for size in sizes: sys.stdout.buffer.write(gzip.compress(sys.stdin.buffer.read(size), level))
      """
    return try runPython(script, [pieces.map(\.count).description, "\(level)"], input: Array(pieces.joined()))
  }

  private func read(_ source: some ByteSource) throws -> [UInt8] {
    var source = source
    var bytes: [UInt8] = []
    while true {
      let count = bytes.count
      try bytes.append(addingCapacity: 1000) { try source.read(into: &$0) }
      if bytes.count == count { return bytes }
    }
  }

  @Test(arguments: [0, 1, 6, 9])
  func `members that Python compressed are read, in chunks of any size`(_ level: Int) throws {
    let text = Self.text
    let pieces = [text[..<10], text[10..<10], text[10..<300_000], text[300_000...]]
    for members in [[text[...]], pieces] {
      let bytes = try compressed(members, level: level)
      #expect(try read(GzipSource(ArraySource(bytes))) == text)
      #expect(
        try read(GzipSource(ChunkedSource(bytes, cutAt: Array(stride(from: 1, to: bytes.count, by: 977))))) == text)
      #expect(try read(GzipSource(ArraySource(bytes + Array(repeating: 0, count: 700)))) == text)
    }
    let small = try compressed([text[..<3000], text[3000..<6000]], level: level)
    #expect(try read(GzipSource(ChunkedSource(small, cutAt: Array(1..<small.count)))) == Array(text[..<6000]))
  }

  @Test func `truncated data is an error at every offset, after all complete data`() throws {
    let text = Array(Self.text[..<3000])
    let bytes = try compressed([text[..<1000], text[1000...]], level: 6)
    let firstMember = try compressed([text[..<1000]], level: 6).count
    for length in 0..<bytes.count where length != firstMember {
      let error = #expect(throws: DecompressionError.self) {
        try read(GzipSource(ArraySource(Array(bytes[..<length]))))
      }
      #expect(error?.problem == .truncated)
      #expect(error?.compressedOffset == length)
    }
  }

  @Test func `a changed byte is an error, or changes nothing`() throws {
    let text = Array(Self.text[..<3000])
    let bytes = try compressed([text[...]], level: 6)
    var errors = 0
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 0x55
      do {
        // Only the time stamp and the name of the system in the header are not protected.
        let result = try read(GzipSource(ArraySource(damaged)))
        #expect(result == text && (4..<10).contains(index), "byte \(index)")
      } catch is DecompressionError {
        errors += 1
      }
    }
    #expect(errors >= bytes.count - 6)
  }

  @Test func `data after a gzip member is rejected unless it is another member`() throws {
    let bytes = try compressed([Self.text[..<100]], level: 6)
    let error = #expect(throws: DecompressionError.self) {
      try read(GzipSource(ArraySource(bytes + Array("more".utf8))))
    }
    #expect(error?.problem == .corrupt)
  }

  @Test(arguments: [1, 6, 9])
  func `Python reads compressed output`(_ level: Int) throws {
    var sink = GzipSink([UInt8](), level: level)
    for start in stride(from: 0, to: Self.text.count, by: 70_001) {
      try sink.write(Array(Self.text[start..<min(start + 70_001, Self.text.count)]).span)
    }
    try sink.finish()
    let bytes = sink.takeSink()
    let script = "import gzip, sys; sys.stdout.buffer.write(gzip.decompress(sys.stdin.buffer.read()))"
    #expect(bytes.count < Self.text.count / 2)
    #expect(try runPython(script, [], input: bytes) == Self.text)
  }

  @Test func `a stream reads what is compressed, and names the place of damage`() throws {
    let text = Self.text
    let bytes = try compressed([text[..<5000], text[5000...]], level: 6)
    func values(_ bytes: [UInt8], _ framing: JSON.StreamOptions.Framing) throws -> (
      values: [JSON.Value], error: FormatError?
    ) {
      let source = GzipSource(ArraySource(bytes))
      return try JSON.stream(JSON.Value.self, from: source, options: JSON.StreamOptions(framing: framing)).collected()
    }
    let (whole, error) = try values(bytes, .automatic)
    #expect(whole.count == 40_000 && error == nil)
    let cut = try values(Array(bytes.dropLast(9)), .lines)
    #expect(cut.values.count >= 39_999)
    #expect(cut.error?.place.offset == text.count)
    guard case .custom(let cause as DecompressionError) = cut.error?.problem else {
      Issue.record("\(String(describing: cut.error))")
      return
    }
    #expect(cause.problem == .truncated)
    #expect(cause.compressedOffset == bytes.count - 9)
  }

  @Test func `the first bytes decide whether a source is decompressed`() throws {
    let text = Array(Self.text[..<3000])
    let bytes = try compressed([text[...]], level: 6)
    for cuts in [[], [1], [1, 2, 3], Array(1..<3000)] {
      #expect(try read(DecompressingSource(ChunkedSource(bytes, cutAt: cuts))) == text)
      #expect(try read(DecompressingSource(ChunkedSource(text, cutAt: cuts))) == text)
    }
    for short in [[], [0x1F], Array("[".utf8), Array("[]".utf8)] as [[UInt8]] {
      #expect(try read(DecompressingSource(ArraySource(short))) == short)
    }
    #expect(throws: DecompressionError.self) { try read(DecompressingSource(ArraySource([0x1F, 0x8B]))) }
  }

  @Test func `files of lines and of rows are written and read back`() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<30_000).map { ["n": "\($0)", "text": "line \($0)\nmore, \"and\" more"] }
    var lines = JSON.StreamWriter(to: GzipSink(try DescriptorSink(path: folder.path("a.jsonl.gz"))), as: .lines)
    for row in rows { try lines.append(row) }
    try lines.finish()
    var table = try CSV.StreamWriter(
      to: GzipSink(try DescriptorSink(path: folder.path("a.csv.gz"))),
      options: CSV.WritingOptions(columns: ["n", "text"]))
    for row in rows { try table.append(row) }
    try table.finish()
    let python = "import gzip, sys; sys.stdout.buffer.write(gzip.open(sys.argv[1]).read())"
    let text = try runPython(python, [folder.path("a.jsonl.gz")], input: [])
    #expect(try JSON.stream([String: String].self, from: text).collected().values == rows)
    let file = try DecompressingSource(path: folder.path("a.jsonl.gz"))
    #expect(try JSON.stream([String: String].self, from: file).collected().values == rows)
    var stream = try CSV.stream([String: String].self, from: try DecompressingSource(path: folder.path("a.csv.gz")))
    for row in rows { #expect(try stream.next() == row) }
    #expect(try stream.next() == nil)
  }
}
