import Millrace

extension TableScan.Rows {
  /// Reads the elements of a block, up to the first bad row that the options do not allow.
  mutating func readElements(_ block: RowBlock, _ run: JSON.ElementRun, _ parsed: inout TableScan.Parsed) {
    var indentation = Indentation()
    var (position, index) = (0, 0)
    while position < block.count {
      do {
        if run.isCut { throw FormatError(.elementTooLarge(limit: options.maximumRowSize), at: .init(offset: 0)) }
        position += unsafe try readElement(block.start + position, block.end, run, &indentation)
      } catch {
        parsed.failure = unsafe run.located(error, in: block.bytes, ofElement: index, at: position)
        return
      }
      index += 1
      if count >= options.batchRows { flush(&parsed) }
    }
  }

  /// Reads an element and what separates it from the next one.
  ///
  /// - Returns: The number of bytes.
  @inline(__always)
  private mutating func readElement(
    _ start: UnsafeMutablePointer<UInt8>, _ end: UnsafeMutablePointer<UInt8>, _ run: JSON.ElementRun,
    _ indentation: inout Indentation
  ) throws -> Int {
    var reader = unsafe JSON.Reader(
      GuardedInput(padded: start, cursor: start, end: end),
      nesting: NestingBudget(limit: options.maximumDepth, depth: run.depth), indentation: indentation,
      knowsLayoutOfShortStrings: knowsLayoutOfShortStrings)
    let mark = reader.mark()
    do {
      try unsafe reader.scanObject(into: root, at: count, &rules)
      unsafe accept(text: UnsafeBufferPointer(start: start, count: reader.offset))
      indentation = reader.indentation
    } catch {
      guard let problem = error as? FormatError, problem.problem.isOfWellFormedValue,
        !options.endsScan(problem.problem)
      else { throw FormatError(wrapping: error, at: .init(offset: reader.offset)) }
      // The element is skipped as a whole, which fails if it is not well-formed.
      reader.rewind(to: mark)
      try reader.skipValue()
      _ = unsafe reject(problem, text: UnsafeBufferPointer(start: start, count: reader.offset))
    }
    try unsafe reader.moveToNextElement(of: run, after: start.pointee)
    return reader.offset
  }
}
