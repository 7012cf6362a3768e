import Millrace
import SystemLibrary

extension Scan.Rows {
  /// Reads the lines of a block, up to the first bad row that the options do not allow.
  ///
  /// - Parameter report: A function that is called with each row that is not well-formed, which is then skipped; nil to
  ///   handle it as the options specify.
  mutating func readLines(
    _ block: RowBlock, _ parsed: inout Scan.Parsed, report: ((FormatError) -> Void)? = nil
  ) {
    var line = block.start
    let end = block.end
    while line < end {
      let feed = memchr(line, Int32(ASCII.lineFeed), end - line)?.assumingMemoryBound(to: UInt8.self) ?? end
      // A reader does not move past a zero, so it reads only the line.
      feed.pointee = 0
      do {
        try readLine(line, feed)
      } catch {
        let text = UnsafeBufferPointer(start: UnsafePointer(line), count: feed - line)
        var problem = JSON.located(error, in: text.span)
        problem.place.line = (problem.place.line ?? 1) + parsed.lines
        problem.place.offset = problem.place.offset.map { $0 + (line - block.start) }
        if !reject(problem, text: text.withoutCarriageReturn, report) { parsed.failure = problem }
      }
      // The end is followed by a zero anyway.
      if feed < end { feed.pointee = ASCII.lineFeed }
      if parsed.failure != nil { return }
      if count >= options.batchRows { flush(&parsed) }
      parsed.lines += 1
      line = feed + 1
    }
  }

  @inline(__always)
  private mutating func readLine(_ line: UnsafeMutablePointer<UInt8>, _ feed: UnsafeMutablePointer<UInt8>) throws {
    var reader = JSON.Reader(
      GuardedInput(padded: line, cursor: line, end: feed), nesting: NestingBudget(limit: options.maximumDepth),
      indentation: Indentation(), knowsLayoutOfShortStrings: knowsLayoutOfShortStrings)
    reader.skipBlanks()
    if _slowPath(reader.input.cursor == UnsafePointer(feed)) { return }
    try reader.scanObject(into: root, at: count, &rules)
    try reader.finish()
    accept(text: UnsafeBufferPointer(start: UnsafePointer(line), count: feed - line).withoutCarriageReturn)
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate var withoutCarriageReturn: UnsafeBufferPointer<UInt8> {
    last == ASCII.carriageReturn ? UnsafeBufferPointer(rebasing: dropLast()) : self
  }
}
