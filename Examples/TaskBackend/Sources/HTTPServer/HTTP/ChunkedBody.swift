/// A body that comes in chunks (RFC 9112, section 7.1), assembled as they arrive.
struct ChunkedBody {
  private(set) var bytes: [UInt8] = []
  private var expected = Part.size
  /// The bytes of trailer fields so far.
  private var trailerCount = 0

  private enum Part {
    case size
    case data(remaining: Int)
    case endOfData
    case trailer
  }

  /// Takes as much as is there.
  ///
  /// - Returns: whether the body is complete.
  /// - Throws: ``Refusal``, also when a limit is exceeded.
  mutating func take(from input: inout InputBuffer, _ limits: Limits) throws(Refusal) -> Bool {
    while true {
      if case .data(let remaining) = expected {
        let count = min(remaining, input.count)
        if count == 0 { return false }
        bytes += input.take(count)
        expected = remaining > count ? .data(remaining: remaining - count) : .endOfData
        continue
      }
      guard let end = input.span.firstIndex(of: ASCII.lineFeed, from: 0) else {
        if input.count > Self.longestLine { throw .malformed("a line between chunks is too long") }
        return false
      }
      guard end > 0, input.span[end - 1] == ASCII.carriageReturn else {
        throw .malformed("a line between chunks does not end with CR LF")
      }
      let isComplete = try takeLine(input.span.extracting(..<(end - 1)), limits)
      input.removeFirst(end + 1)
      if isComplete { return true }
    }
  }

  private static var longestLine: Int { 4096 }

  private mutating func takeLine(_ line: Span<UInt8>, _ limits: Limits) throws(Refusal) -> Bool {
    switch expected {
    case .size:
      let size = try Self.size(in: line)
      if size > limits.bodySize - bytes.count { throw limits.bodyTooLarge }
      expected = size == 0 ? .trailer : .data(remaining: size)
    case .endOfData:
      guard line.isEmpty else { throw .malformed("a chunk is longer than its size") }
      expected = .size
    case .trailer, .data:
      if line.isEmpty { return true }
      _ = try endOfName(inField: line)
      trailerCount += line.count
      if trailerCount > limits.headSize { throw limits.headTooLarge }
    }
    return false
  }

  /// The number that a line such as `1F;name=value` begins with.
  private static func size(in line: Span<UInt8>) throws(Refusal) -> Int {
    let end = line.firstIndex(from: 0) { !isHexadecimalDigit($0) } ?? line.count
    let digits = line.extracting(..<end)
    var size = 0
    // Fifteen digits are less than any integer's end, and more than any limit.
    guard (1...15).contains(digits.count) else { throw .malformed("invalid chunk size") }
    for index in digits.indices {
      size = size << 4 | Int(isDigit(digits[index]) ? digits[index] & 0xF : (digits[index] & 0xF) + 9)
    }
    var extensions = ChunkExtensions(line.extracting(end...))
    guard extensions.areWellFormed() else { throw .malformed("invalid chunk extension after the size of a chunk") }
    return size
  }
}
