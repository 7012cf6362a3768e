import Millrace

/// A stream that is cut into chunks gives what the same stream gives in one piece, and what its framing promises.
///
/// The header: framing and policy; the sizes of chunks; how many bytes are before the document, so that it is at the end of
/// the window.
let streamTarget = FuzzTarget("json-stream", headerSize: 3, mutatesJSON: true) { input in
  let framings: [JSON.StreamOptions.Framing] = [.automatic, .array, .document, .concatenated, .lines, .records]
  let framing = framings[Int(input.header[0] & 7) % framings.count]
  var options = JSON.StreamOptions(framing: framing)
  let skips = input.header[0] & 8 != 0 && (framing == .lines || framing == .records)
  if skips { options.onBadElement = .skip }
  if input.header[0] & 16 != 0 { options.maximumElementSize = 64 }
  var bytes = input.bytes
  if input.header[0] & 32 != 0, framing != .records {
    bytes.insert(contentsOf: [UInt8](repeating: 0x20, count: (64 << 10) - Int(input.header[2])), at: 0)
  }
  let whole = try Streamed(of: ArraySource(bytes), options)
  let cut = try Streamed(of: Chunks(bytes, seed: input.header[1]), options)
  // Text after an element on its line is an error of its own, unless it arrives with the element.
  // Of an element that is both too large and bad, either is reported.
  let isLimited = options.maximumElementSize == 64 && (whole.problem != nil || cut.problem != nil)
  if !skips, !isLimited { try expect(whole.isSame(as: cut), "whole: \(whole)\ncut: \(cut)") }
  if skips {
    try expect(whole.problem == nil || input.header[0] & 16 != 0, "skipping ends with an error: \(whole)")
  }
  if options.maximumElementSize > 64 { try expectElements(whole, of: bytes, framing) }
}

/// Compares with what the whole document has.
private func expectElements(_ found: Streamed, of bytes: [UInt8], _ framing: JSON.StreamOptions.Framing) throws {
  guard framing == .array || framing == .document else { return }
  let tree = try? JSON.decode(JSON.Value.self, from: bytes)
  guard let tree else { return try expect(found.problem != nil, "a stream of a document that is not valid ends well") }
  if let array = tree.array {
    try expect(found.problem == nil && found.texts == array.map { try JSON.encode($0) }, "\(found)")
  } else if framing == .document {
    try expect(found.problem == nil && found.texts == [JSON.encode(tree)], "\(found)")
  } else {
    try expect(found.problem != nil, "elements of a document that is not an array")
  }
}

/// The elements of a stream as JSON text, and the error that ended it.
private struct Streamed: CustomStringConvertible {
  var texts: [[UInt8]] = []
  var problem: FormatError?

  init(of source: some ByteSource, _ options: JSON.StreamOptions) throws {
    var elements = try JSON.stream(JSON.Value.self, from: source, options: options)
    do {
      while let element = try elements.next() { texts.append(try JSON.encode(element)) }
    } catch let error as FormatError { problem = error }
  }

  /// Whether the elements are the same, and the error is at the same place.
  ///
  /// An element that the end of a chunk cuts is read a second time, without what follows it. So what follows is an error
  /// of its own or one of the element's, and what the error expects may differ.
  func isSame(as other: Streamed) -> Bool {
    guard let problem, let otherProblem = other.problem else {
      return texts == other.texts && problem == nil && other.problem == nil
    }
    return problem.place.offset == otherProblem.place.offset && abs(texts.count - other.texts.count) <= 1
      && (texts.starts(with: other.texts) || other.texts.starts(with: texts))
  }

  var description: String { "\(texts.map(shown)), \(problem.map(String.init(describing:)) ?? "no error")" }
}

/// Bytes in chunks of pseudorandom sizes.
struct Chunks: ByteSource {
  private let bytes: [UInt8]
  private var position = 0
  private var state: UInt64

  init(_ bytes: [UInt8], seed: UInt8) {
    self.bytes = bytes
    state = UInt64(seed) &+ 1
  }

  mutating func read(into output: inout OutputSpan<UInt8>) {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    // Long runs up to the last bytes: the window must fill before cuts matter.
    let left = bytes.count - position
    let size = left > 8192 ? left - 8192 : 1 + Int(state >> 33) % (state >> 63 == 0 ? 4 : 60)
    let end = min(bytes.count, position + size, position + output.freeCapacity)
    for byte in bytes[position..<end] { output.append(byte) }
    position = end
  }
}
