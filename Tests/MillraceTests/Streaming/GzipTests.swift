import Foundation
import Millrace
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
  func `what Python compresses is read, in one member or in several, however it is cut`(_ level: Int) throws {
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

  @Test func `what is cut short is an error everywhere, behind all that was there`() throws {
    let text = Array(Self.text[..<3000])
    let bytes = try compressed([text[..<1000], text[1000...]], level: 6)
    let firstMember = try compressed([text[..<1000]], level: 6).count
    for length in 0..<bytes.count where length != firstMember {
      let error = #expect(throws: GzipError.self) {
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
      } catch is GzipError {
        errors += 1
      }
    }
    #expect(errors >= bytes.count - 6)
  }

  @Test func `what follows a member is refused unless it is another one`() throws {
    let bytes = try compressed([Self.text[..<100]], level: 6)
    let error = #expect(throws: GzipError.self) { try read(GzipSource(ArraySource(bytes + Array("more".utf8)))) }
    #expect(error?.problem == .corrupt)
  }

  @Test(arguments: [1, 6, 9])
  func `what is compressed here is read by Python`(_ level: Int) throws {
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
    var options = JSON.StreamOptions(compression: .gzip)
    let (values, error) = try JSON.stream([String: JSONTree].self, from: bytes, options: options).collected()
    #expect(values.count == 40_000 && error == nil)
    options.framing = .lines
    let cut = try JSON.stream([String: JSONTree].self, from: Array(bytes.dropLast(9)), options: options).collected()
    #expect(cut.values.count >= 39_999)
    #expect(cut.error?.place.offset == text.count)
    guard case .custom(let cause as GzipError) = cut.error?.problem else {
      Issue.record("\(String(describing: cut.error))")
      return
    }
    #expect(cause.problem == .truncated)
    #expect(cause.compressedOffset == bytes.count - 9)
  }
}

/// Runs a script of Python with bytes on its standard input, and returns its standard output.
func runPython(_ script: String, _ arguments: [String], input: [UInt8]) throws -> [UInt8] {
  let folder = FileManager.default.temporaryDirectory.appending(path: "millrace-tests-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let (inputFile, outputFile) = (folder.appending(path: "in"), folder.appending(path: "out"))
  try Data(input).write(to: inputFile)
  try Data().write(to: outputFile)
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = ["python3", "-c", script] + arguments
  process.standardInput = try FileHandle(forReadingFrom: inputFile)
  process.standardOutput = try FileHandle(forWritingTo: outputFile)
  try process.run()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else {
    throw Script.Failure(description: "the Python script ended with status \(process.terminationStatus)")
  }
  return Array(try Data(contentsOf: outputFile))
}
