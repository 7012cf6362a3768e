import Millrace

/// Splits a text, or a range of its bytes, into blocks of complete rows.
///
/// The blocks depend on the text and the size only, and not on how the source splits its bytes, unless it can pause.
package final class RowBlocks: BlockSource {
  private var source: any ByteSource
  /// Bytes of blocks that were put back, before those of the source.
  private var returned: any ByteSource = ArraySource([])
  private let isCSV: Bool
  private var size: Int
  private let maximumRowSize: Int
  /// The end of the range. A row is read if its first byte is before it.
  private let limit: Int
  /// The bytes after the last block that have been read.
  private var rest: [UInt8] = []
  /// The offset of the first byte that is not in a block.
  private var offset = 0
  private var hasEnded = false
  private var sourceHasEnded = false
  /// The error of the source. The rows before it are in blocks.
  private var failure: (any Error)?
  /// A block that was put back.
  private var next: RowBlock?
  /// Blocks whose memory can be used again.
  private var unused: [RowBlock] = []
  private var ends: RowEnds
  /// Whether the source has no more bytes for now, so that the rows that are complete become a block. nil if only the size
  /// of a block matters.
  private let isPaused: (() -> Bool)?

  /// - Parameters:
  ///   - source: The text.
  ///   - isCSV: Whether line feeds may be between quotes.
  ///   - size: The size of a block in bytes, unless it must be larger for a row to fit.
  ///   - maximumRowSize: The maximum size of a row, in bytes. See ``RowBlock/isOversized``.
  ///   - isPaused: A function that returns whether the source has no more bytes for now. Then a block ends after the rows that
  ///     are complete.
  package init(
    _ source: any ByteSource, isCSV: Bool, size: Int, maximumRowSize: Int, isPaused: (() -> Bool)? = nil
  ) {
    self.source = source
    self.isPaused = isPaused
    self.isCSV = isCSV
    self.size = size
    self.maximumRowSize = maximumRowSize
    limit = .max
    ends = RowEnds(isCSV: isCSV)
  }

  /// Splits a range of bytes. A row is read if its first byte is in the range.
  ///
  /// - Parameters:
  ///   - range: The range.
  ///   - beginsQuoted: Whether the first byte of the range is between quotes in CSV.
  ///   - open: A function that opens the text from an offset on.
  init(
    _ range: Range<Int>, beginsQuoted: Bool, isCSV: Bool, size: Int, maximumRowSize: Int,
    open: (_ offset: Int) throws -> any ByteSource
  ) throws {
    self.isCSV = isCSV
    self.size = size
    self.maximumRowSize = maximumRowSize
    limit = range.upperBound
    isPaused = nil
    ends = RowEnds(isCSV: isCSV)
    hasEnded = range.isEmpty
    // A row begins at the start of the range if the preceding byte is the end of a row.
    offset = max(range.lowerBound - 1, 0)
    source = hasEnded ? ArraySource([]) : try open(offset)
    if range.lowerBound > 0, !hasEnded {
      rest = try readBytes()
      hasEnded = rest.isEmpty
      ends = RowEnds(isCSV: isCSV, isQuoted: beginsQuoted != (rest.first == ASCII.quote))
      if !hasEnded { try skipToRow() }
    }
  }

  package func nextBlock() throws -> RowBlock? {
    if let block = next {
      next = nil
      return block
    }
    if hasEnded { return nil }
    let block = try readBlock()
    return block.count > 0 ? block : nil
  }

  package func putBack(_ block: RowBlock) { next = block }

  package func setSize(_ size: Int) {
    self.size = size
    guard let block = next, block.count > size, !block.isOversized else { return }
    next = nil
    returned = ArraySource(unsafe Array(block.bytes) + rest)
    rest = []
    offset = block.offset
    hasEnded = false
  }

  package func recycle(_ used: [RowBlock]) { unused = used.filter { $0.capacity <= 2 * size } }

  private func makeBlock() -> RowBlock {
    let capacity = max(size, 2 * rest.count)
    let last = unused.popLast()
    let block = if let last, last.capacity >= capacity { last } else { RowBlock(capacity: capacity) }
    block.reset(offset: offset)
    unsafe rest.withUnsafeBufferPointer { unsafe block.append($0) }
    rest = []
    return block
  }

  /// Reads complete rows. The block is empty if the range has ended.
  private func readBlock() throws -> RowBlock {
    let block = makeBlock()
    ends = RowEnds(isCSV: isCSV)
    var searched = 0
    var lastEnd = 0
    while true {
      block.pad()
      let inRange = min(block.count, limit - 1 - offset)
      if inRange > searched {
        if let end = unsafe ends.find(.last, from: block.start + searched, to: block.start + inRange) {
          lastEnd = unsafe end - UnsafePointer(block.start)
        }
        searched = inRange
        // A row that begins with the last byte of the range is read, too.
        if inRange == limit - 1 - offset { ends.forgetReturn() }
      }
      // The row that contains the last byte of the range is read to its end.
      if let end = unsafe ends.find(.first, from: block.start + searched, to: block.end) {
        hasEnded = true
        _ = unsafe block.removeBytes(from: end - UnsafePointer(block.start))
        block.pad()
        return block
      }
      searched = block.count
      if block.count == block.capacity {
        if lastEnd > 0 { break }
        if block.count > maximumRowSize { return try endOversized(block) }
        block.grow()
      }
      if lastEnd > 0, isPaused?() ?? false { break }
      do {
        if try fill(block) { continue }
        hasEnded = true
        block.pad()
        return block
      } catch  where lastEnd > 0 {
        break
      }
    }
    // The remaining bytes are searched again together with the next bytes, from the beginning of the row.
    rest = block.removeBytes(from: lastEnd)
    offset += lastEnd
    block.pad()
    return block
  }

  /// - Returns: `false` if there are no more bytes.
  private func fill(_ block: RowBlock) throws -> Bool {
    if try block.fill(from: &returned) { return true }
    if let failure { throw failure }
    guard !sourceHasEnded else { return false }
    do {
      sourceHasEnded = try !block.fill(from: &source)
      return !sourceHasEnded
    } catch {
      failure = error
      throw error
    }
  }

  private func endOversized(_ block: RowBlock) throws -> RowBlock {
    block.markAsOversized()
    offset += block.count
    try skipToRow()
    return block
  }

  /// Moves to the beginning of the next row.
  private func skipToRow() throws {
    while true {
      let block = RowBlock(rest.isEmpty ? try readBytes() : rest)
      rest = []
      if block.count == 0 { return hasEnded = true }
      if let row = unsafe ends.find(.first, from: block.start, to: block.end) {
        let size = unsafe row - UnsafePointer(block.start)
        rest = block.removeBytes(from: size)
        offset += size
        if offset >= limit { hasEnded = true }
        return
      }
      offset += block.count
    }
  }

  private func readBytes() throws -> [UInt8] {
    var bytes: [UInt8] = []
    try bytes.append(addingCapacity: min(size, 1 << 16)) {
      try returned.read(into: &$0)
      if $0.isEmpty { try source.read(into: &$0) }
    }
    return bytes
  }
}
