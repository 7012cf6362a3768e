import Millrace
import MillraceCompression
import Testing

@Suite("Zstandard")
struct ZstandardTests {
  private static let text = Array((0..<40_000).map { "{\"n\":\($0),\"s\":\"\($0 * $0 % 977)\"}\n" }.joined().utf8)

  /// Runs the program of the reference implementation.
  private func zstd(_ arguments: [String], input: [UInt8]) throws -> [UInt8] {
    let script = "import subprocess, sys; sys.exit(subprocess.run(['zstd', '-q', *sys.argv[1:]]).returncode)"
    return try runPython(script, arguments, input: input)
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

  @Test(arguments: ["-1", "-3", "-19"])
  func `frames that zstd compressed are read, in chunks of any size`(_ level: String) throws {
    let whole = try zstd([level, "-c"], input: Self.text)
    #expect(try read(ZstandardSource(ArraySource(whole))) == Self.text)
    #expect(
      try read(ZstandardSource(ChunkedSource(whole, cutAt: Array(stride(from: 1, to: whole.count, by: 977)))))
        == Self.text)
    #expect(try read(DecompressingSource(ArraySource(whole + whole))) == Self.text + Self.text)
    let small = try zstd([level, "-c"], input: Array(Self.text[..<500]))
    #expect(try read(ZstandardSource(ChunkedSource(small, cutAt: Array(1..<small.count)))) == Array(Self.text[..<500]))
  }

  @Test func `truncated data is an error at every offset`() throws {
    let bytes = try zstd(["-c"], input: Array(Self.text[..<3000]))
    for length in 0..<bytes.count {
      let error = #expect(throws: DecompressionError.self) {
        try read(ZstandardSource(ArraySource(Array(bytes[..<length]))))
      }
      #expect(error?.problem == .truncated)
    }
  }

  @Test func `a changed byte is an error, or changes nothing`() throws {
    let text = Array(Self.text[..<3000])
    let bytes = try zstd(["-c", "--check"], input: text)
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 0x55
      do {
        let result = try read(ZstandardSource(ArraySource(damaged)))
        #expect(result == text, "byte \(index)")
      } catch is DecompressionError {}
    }
  }

  @Test(arguments: [1, 3, 19])
  func `zstd reads compressed output`(_ level: Int) throws {
    var sink = ZstandardSink([UInt8](), level: level)
    for start in stride(from: 0, to: Self.text.count, by: 70_001) {
      try sink.write(Array(Self.text[start..<min(start + 70_001, Self.text.count)]).span)
    }
    try sink.finish()
    #expect(try zstd(["-dc"], input: sink.takeSink()) == Self.text)
  }
}
