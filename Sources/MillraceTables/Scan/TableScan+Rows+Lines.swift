import Millrace
import SystemLibrary

extension TableScan.Rows {
  /// Reads the lines or elements of a block, up to the first bad row that the options do not allow.
  ///
  /// - Parameter report: A function that is called with each line that is not well-formed, which is then skipped; nil to
  ///   handle it as the options specify.
  mutating func readJSON(
    _ block: RowBlock, _ parsed: inout TableScan.Parsed, report: ((FormatError) -> Void)? = nil
  ) {
    if let run = block.run { readElements(block, run, &parsed) } else { readLines(block, &parsed, report) }
  }

  private mutating func readLines(
    _ block: RowBlock, _ parsed: inout TableScan.Parsed, _ report: ((FormatError) -> Void)?
  ) {
    var line = unsafe block.start
    // A file that is read in parts begins with its byte order mark.
    if block.offset == 0, unsafe block.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { unsafe line += 3 }
    let end = unsafe block.end
    while unsafe line < end {
      let feed = unsafe memchr(line, Int32(ASCII.lineFeed), end - line)?.assumingMemoryBound(to: UInt8.self) ?? end
      // A reader does not move past a zero, so it reads only the line.
      unsafe feed.pointee = 0
      do {
        try unsafe readLine(line, feed)
      } catch {
        let text = unsafe UnsafeBufferPointer(start: UnsafePointer(line), count: feed - line)
        var problem = unsafe JSON.located(error, in: text.span)
        problem.place.line = (problem.place.line ?? 1) + parsed.lines
        problem.place.offset = problem.place.offset.map { unsafe $0 + (line - block.start) }
        if unsafe !reject(problem, text: text.withoutCarriageReturn, report) { parsed.failure = problem }
      }
      // The end is followed by a zero anyway.
      if unsafe feed < end { unsafe feed.pointee = ASCII.lineFeed }
      if parsed.failure != nil { return }
      if count >= options.batchRows { flush(&parsed) }
      parsed.lines += 1
      unsafe line = unsafe feed + 1
    }
  }

  @inline(__always)
  private mutating func readLine(_ line: UnsafeMutablePointer<UInt8>, _ feed: UnsafeMutablePointer<UInt8>) throws {
    var reader = unsafe JSON.Reader(
      GuardedInput(padded: line, cursor: line, end: feed), nesting: NestingBudget(limit: options.maximumDepth),
      indentation: Indentation(), knowsLayoutOfShortStrings: knowsLayoutOfShortStrings)
    reader.skipBlanks()
    if unsafe _slowPath(reader.input.cursor == UnsafePointer(feed)) { return }
    try unsafe reader.scanObject(into: root, at: count, &rules)
    try reader.finish()
    unsafe accept(text: UnsafeBufferPointer(start: UnsafePointer(line), count: feed - line).withoutCarriageReturn)
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate var withoutCarriageReturn: UnsafeBufferPointer<UInt8> {
    unsafe last == ASCII.carriageReturn ? UnsafeBufferPointer(rebasing: dropLast()) : self
  }
}
