import Millrace

// Finding the ends of cells: the only loop that reads every byte.
//
// A cell ends at a delimiter or at the end of its row, unless that is between quotes. So for each sixty-four bytes
// there are words with a bit for each byte: separators (delimiters, line feeds, carriage returns) and quotes. A byte
// between quotes has an odd number of quotes before it, so the parity of the quotes up to each bit determines which
// separators do not count. A doubled quote closes the quoted text and opens it again, with no byte between. The loop
// records the word of the separators that count, and the lines that end in the block.
//
// The positions of a row's cells are made of these words when the row is taken, and only up to the last cell that
// someone reads. The other cells are counted, which takes a few instructions for all of those in a block.
//
// Parity is correct as long as quotes are where RFC 4180 allows them: the first one at the beginning of a cell, and
// after the last one the end of the cell. Both are checked with the same words. The index ends at the first byte that
// breaks the rule, so that the bytes after it are never guessed.
//
// Most blocks have no quote and no carriage return. One comparison determines this for all of their bytes.

extension CSV {
  /// The cells of the rows in a window: where they end.
  ///
  /// All positions are relative to the beginning of the window.
  @usableFromInline
  struct CellIndex: ~Copyable {
    /// Sixty-four bytes, or less before bytes that had not arrived.
    private struct Block: BitwiseCopyable {
      var start: UInt32
      /// The number of separators before the block.
      let rank: UInt32
      /// A bit for each byte that ends a cell.
      let separators: UInt64
    }

    /// The end of a line.
    private struct LineEnd: BitwiseCopyable {
      /// The index of its block.
      var block: UInt32
      /// The position of the line feed or carriage return.
      var position: UInt32
    }

    private var blocks = GrowingArray<Block>()
    private var blockCount = 0
    /// The number of separators in and before all blocks.
    private var rank: UInt32 = 0
    private var lineEnds = GrowingArray<LineEnd>()
    private var lineCount = 0
    /// The number of lines that were taken.
    private var takenLines = 0
    /// The beginning of the row: its block, a bit for each byte from it on, and the number of separators before it.
    private var rowBlock = 0
    private var rowBytes = UInt64.max
    private var rowRank: UInt32 = 0
    /// The position before each cell of the row, and its end after it. A cell begins one byte after the position before
    /// it. The first element is unused until the row is taken.
    private var positions = GrowingArray<UInt32>()
    /// The number of cells of the row that was taken.
    private(set) var cellCount = 0
    /// The number of cells whose positions are recorded in each row.
    var recordedCells = Int.max
    /// The position up to which the window is indexed.
    private(set) var indexed = 0
    /// The position at which the index begins.
    private(set) var restarted = 0
    /// The position of the first misplaced byte: a quote within a cell, or a byte after a closing quote.
    private(set) var misplaced: Int?
    /// The range from the first block with a byte outside ASCII to the end of the last such block.
    private(set) var nonASCII = 0..<0
    private var textCheck = UTF8BlockCheck()
    /// The end of the last block whose bytes are not UTF-8, or 0 if all are.
    private(set) var invalidTextEnd = 0
    /// The number of carriage returns that are not followed by a line feed.
    private(set) var loneCarriageReturns = 0
    /// Whether a carriage return was indexed.
    private(set) var hasCarriageReturns = false
    let delimiter: UInt8

    // The state after the last byte.
    /// All ones between quotes.
    private var quoted: UInt64 = 0
    /// 1 if a quote may open: at the beginning of a cell, or after a closing quote, with which it forms a doubled
    /// quote.
    private var isCellStart: UInt64 = 1
    /// 1 after a closing quote.
    private var isClosed: UInt64 = 0
    /// 1 after a carriage return.
    private var isAfterCarriageReturn: UInt64 = 0

    init(delimiter: UInt8) {
      self.delimiter = delimiter
      positions.reserve(1)
    }

    /// Whether the bytes that were indexed end within a character.
    var endsWithinCharacter: Bool { textCheck.isIncomplete }

    /// Whether the bytes that were indexed end between quotes.
    var isQuoted: Bool { quoted != 0 }

    /// Restarts the index at the beginning of a row, or at the line feed that belongs to the carriage return before it.
    ///
    /// - Parameter start: The window's first byte.
    mutating func restart(at position: Int, in start: UnsafePointer<UInt8>) {
      unsafe loneCarriageReturns +=
        position < indexed
        ? -Self.loneCarriageReturns(in: start, from: position, to: indexed)
        : Self.loneCarriageReturns(in: start, from: indexed, to: position)
      indexed = position
      restarted = position
      (blockCount, rank) = (0, 0)
      (lineCount, takenLines) = (0, 0)
      (rowBlock, rowBytes, rowRank, cellCount) = (0, .max, 0, 0)
      misplaced = nil
      nonASCII = 0..<0
      (textCheck, invalidTextEnd) = (UTF8BlockCheck(), 0)
      (quoted, isCellStart, isClosed) = (0, 1, 0)
      isAfterCarriageReturn = unsafe position > 0 && start[position - 1] == ASCII.carriageReturn ? 1 : 0
    }

    /// Adapts the index after the window has moved: makes all positions relative to its new beginning.
    ///
    /// - Parameter distance: The distance of the move, in bytes. The row and the bytes after it are still there.
    mutating func move(by distance: Int) {
      if distance == 0 { return }
      for index in rowBlock..<blockCount { blocks[index].start &-= UInt32(distance) }
      for index in takenLines..<lineCount { lineEnds[index].position &-= UInt32(distance) }
      indexed -= distance
      restarted = max(restarted - distance, 0)
      misplaced = misplaced.map { $0 - distance }
      nonASCII = max(nonASCII.lowerBound - distance, 0)..<max(nonASCII.upperBound - distance, 0)
      invalidTextEnd = max(invalidTextEnd - distance, 0)
    }

    /// Returns the number of carriage returns minus the number of line feeds that follow one.
    static func loneCarriageReturns(in start: UnsafePointer<UInt8>, from first: Int, to end: Int) -> Int {
      var count = 0
      for position in first..<max(first, end) {
        if unsafe start[position] == ASCII.carriageReturn { count += 1 }
        if unsafe start[position] == ASCII.lineFeed, position > 0, unsafe start[position - 1] == ASCII.carriageReturn {
          count -= 1
        }
      }
      return count
    }
  }
}

// MARK: - Rows

extension CSV.CellIndex {
  /// Ends the row that was taken.
  mutating func beginRow() {
    rowRank &+= UInt32(truncatingIfNeeded: cellCount)
    cellCount = 0
    guard takenLines > 0 else { return }
    let last = lineEnds[takenLines &- 1]
    rowBlock = Int(last.block)
    // All bits after that of the line end.
    rowBytes = ~1 &<< UInt64(last.position &- blocks[rowBlock].start)
  }

  /// Takes the cells up to the end of the row.
  ///
  /// - Returns: The position of the line end, or nil if it is not indexed yet.
  mutating func takeRow() -> Int? {
    guard takenLines < lineCount else { return nil }
    let line = lineEnds[takenLines]
    takenLines &+= 1
    let block = blocks[Int(line.block)]
    // All bits up to that of the line end.
    let bits = UInt64.max &>> UInt64(63 &- (line.position &- block.start))
    let rank = block.rank &+ UInt32(truncatingIfNeeded: (block.separators & bits).nonzeroBitCount)
    cellCount = Int(rank &- rowRank)
    record(min(cellCount, recordedCells))
    return Int(line.position)
  }

  /// Takes the cells of a row that ends without a line end, after all others.
  mutating func takeLastRow(upTo end: Int) {
    cellCount = Int(rank &- rowRank) + 1
    record(min(cellCount, recordedCells), upTo: end)
  }

  /// The positions around the cells of the row: see ``positions``.
  ///
  /// - Parameter start: The position of the row's first byte.
  mutating func positions(from start: Int) -> UnsafePointer<UInt32> {
    positions[0] = UInt32(truncatingIfNeeded: start &- 1)
    return unsafe UnsafePointer(positions.start)
  }

  /// Records the positions of all cells of the row that was taken.
  ///
  /// - Parameter end: The end of the last cell.
  mutating func recordAllCells(upTo end: Int) {
    if cellCount > recordedCells { record(cellCount, upTo: end) }
  }

  /// Records the positions of the row's first cells.
  ///
  /// - Parameter end: The end of the row's last cell, if no separator may follow it.
  private mutating func record(_ count: Int, upTo end: Int) {
    record(min(count, cellCount - 1))
    if count == cellCount {
      positions.reserve(count + 1)
      positions[count] = UInt32(truncatingIfNeeded: end)
    }
  }

  /// Records the positions of the row's first cells.
  ///
  /// Positions are written four at a time, regardless of their number: the processor cannot predict the number, and
  /// the next positions overwrite the excess ones.
  @inline(__always)
  private mutating func record(_ count: Int) {
    if count == 0 { return }
    if _slowPath(count &+ 4 > positions.capacity) { positions.reserve(count &+ 4) }
    let end = unsafe positions.start + (count &+ 1)
    var target = unsafe positions.start + 1
    var index = rowBlock
    var block = blocks[index]
    var rest = block.separators & rowBytes
    while true {
      while unsafe rest != 0 && target < end {
        for place in 0..<4 {
          unsafe target[place] = block.start &+ UInt32(truncatingIfNeeded: rest.trailingZeroBitCount)
          rest &= rest &- 1
        }
        unsafe target += 4
      }
      index &+= 1
      if index == blockCount { return }
      block = blocks[index]
      let cell = Int(block.rank &- rowRank)
      if cell >= count { return }
      unsafe target = unsafe positions.start + (cell &+ 1)
      rest = block.separators
    }
  }
}

// MARK: - Bytes

extension CSV.CellIndex {
  private typealias Vector = SixtyFourBytes.Vector

  /// Indexes the bytes that have arrived.
  ///
  /// - Parameters:
  ///   - start: The window's first byte.
  ///   - end: The end of the bytes to index, which is the number of bytes in the window, or less: then a multiple of
  ///     sixty-four after the indexed bytes.
  /// - Safety: after the end there must be sixty-four readable zeros.
  mutating func extend(in start: UnsafePointer<UInt8>, to end: Int) {
    guard misplaced == nil else { return }
    blocks.reserve(blockCount + (end - indexed) / 64 + 1)
    lineEnds.reserve(lineCount + (end - indexed) + 1)
    while indexed < end {
      if quoted | isClosed | isAfterCarriageReturn == 0 { unsafe extendOverPlainBlocks(in: start, to: end) }
      if indexed == end { return }
      let bytes = unsafe SixtyFourBytes(at: start + indexed)
      extend(over: bytes, size: min(64, end - indexed))
      if misplaced != nil { return }
    }
  }

  /// Indexes whole blocks up to the first one that contains quotes or carriage returns.
  @inline(__always)
  private mutating func extendOverPlainBlocks(in start: UnsafePointer<UInt8>, to end: Int) {
    let delimiters = Vector(repeating: delimiter)
    let quotes = Vector(repeating: ASCII.quote)
    let lineFeeds = Vector(repeating: ASCII.lineFeed)
    let carriageReturns = Vector(repeating: ASCII.carriageReturn)
    var position = indexed
    var last = isCellStart &<< 63
    while end &- position >= 64 {
      let bytes = unsafe SixtyFourBytes(at: start + position)
      let isSpecial = bytes.containsNonASCII { ($0 .== quotes) .| ($0 .== carriageReturns) }
      if _slowPath(isSpecial || textCheck.isIncomplete) {
        if bytes.contains(where: { ($0 .== quotes) .| ($0 .== carriageReturns) }) { break }
        checkText(bytes, at: position, size: 64)
      }
      let lineEnds = bytes.bits { $0 .== lineFeeds }
      let separators = bytes.bits { $0 .== delimiters } | lineEnds
      append(separators, lineEnds: lineEnds, at: position)
      last = separators
      position &+= 64
    }
    isCellStart = last &>> 63
    indexed = position
  }

  /// Indexes a block that contains quotes or carriage returns, or begins after one of them, or is not complete.
  @inline(never)
  private mutating func extend(over bytes: SixtyFourBytes, size: Int) {
    if !bytes.isASCII || textCheck.isIncomplete { checkText(bytes, at: indexed, size: size) }
    // Each kind of byte is searched only if the block contains it: most of these blocks contain one kind.
    func bits(of byte: UInt8) -> UInt64 { bytes.contains(byte) ? bytes.bits(of: byte) : 0 }
    let quotes = bits(of: ASCII.quote)
    let carriageReturns = bits(of: ASCII.carriageReturn)
    let lineFeeds = bits(of: ASCII.lineFeed)
    let separators = bytes.bits(of: delimiter) | carriageReturns | lineFeeds

    // By parity, an opening quote is inside the quoted text, and a closing quote is not.
    let inside = quotes.prefixParity ^ quoted
    let opening = quotes & inside
    let closing = quotes & ~inside
    let outside = separators & ~inside
    let starts = (outside | closing) &<< 1 | isCellStart
    let afterClosing = closing &<< 1 | isClosed
    let present = UInt64.max &>> UInt64(64 - size)
    let wrong = (opening & ~starts | afterClosing & ~(outside | opening)) & present
    // Bytes after the first misplaced byte are not indexed.
    let right = wrong == 0 ? present : (wrong & (0 &- wrong)) &- 1

    let pairs = lineFeeds & (carriageReturns &<< 1 | isAfterCarriageReturn) & right
    if carriageReturns | pairs != 0 {
      hasCarriageReturns = true
      loneCarriageReturns += (carriageReturns & right).nonzeroBitCount - pairs.nonzeroBitCount
    }
    let counted = outside & right & ~pairs
    append(counted, lineEnds: counted & (lineFeeds | carriageReturns), at: indexed)
    if wrong != 0 {
      misplaced = indexed + wrong.trailingZeroBitCount
      indexed += wrong.trailingZeroBitCount
      return
    }
    let last = UInt64(size - 1)
    quoted = inside &>> last & 1 == 0 ? 0 : .max
    isCellStart = (outside | closing) &>> last & 1
    isClosed = closing &>> last & 1
    isAfterCarriageReturn = carriageReturns &>> last & 1
    indexed += size
  }

  /// Appends a block.
  ///
  /// - Parameters:
  ///   - separators: A bit for each byte that ends a cell.
  ///   - lineEnds: A bit for each of them that ends a line.
  ///   - position: The position of the block.
  @inline(__always)
  private mutating func append(_ separators: UInt64, lineEnds: UInt64, at position: Int) {
    blocks[blockCount] = Block(start: UInt32(truncatingIfNeeded: position), rank: rank, separators: separators)
    // The first line end is written even if there is none: the next one overwrites it.
    appendLineEnd(lineEnds, at: position)
    lineCount &+= lineEnds == 0 ? 0 : 1
    var rest = lineEnds & (lineEnds &- 1)
    while rest != 0 {
      appendLineEnd(rest, at: position)
      lineCount &+= 1
      rest &= rest &- 1
    }
    blockCount &+= 1
    rank &+= UInt32(truncatingIfNeeded: separators.nonzeroBitCount)
  }

  /// Writes the first of some line ends after those that are counted.
  ///
  /// - Parameter bits: A bit for each.
  @inline(__always)
  private func appendLineEnd(_ bits: UInt64, at position: Int) {
    lineEnds[lineCount] = LineEnd(
      block: UInt32(truncatingIfNeeded: blockCount),
      position: UInt32(truncatingIfNeeded: position &+ bits.trailingZeroBitCount))
  }

  /// Checks that the bytes of a block are UTF-8.
  @inline(never)
  private mutating func checkText(_ bytes: SixtyFourBytes, at position: Int, size: Int) {
    nonASCII = (nonASCII.isEmpty ? position : nonASCII.lowerBound)..<position + size
    if !textCheck.accepts(bytes, size: size) { invalidTextEnd = position + size }
  }

  /// Drops what is known of the bytes before the row. Blocks are dropped if they are at least as many as those after
  /// them, which must be moved.
  ///
  /// - Parameter start: The position of the row.
  mutating func dropRows(before start: Int) {
    nonASCII = nonASCII.upperBound > start ? max(nonASCII.lowerBound, start)..<nonASCII.upperBound : 0..<0
    let dropped = rowBlock
    guard dropped > 0, dropped >= blockCount - dropped else { return }
    for index in dropped..<blockCount { blocks[index - dropped] = blocks[index] }
    blockCount -= dropped
    for index in takenLines..<lineCount {
      lineEnds[index].block -= UInt32(dropped)
      lineEnds[index - takenLines] = lineEnds[index]
    }
    lineCount -= takenLines
    takenLines = 0
    rowBlock = 0
  }
}
