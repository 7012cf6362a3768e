import Millrace

// Finding the ends of cells: the only loop that reads every byte.
//
// A cell ends at a delimiter or at the end of its row, unless that is between quotes. So for each sixty-four bytes
// there are words with a bit for each byte: separators (delimiters, line feeds, carriage returns) and quotes. A byte
// between quotes has an odd number of quotes before it, so the parity of the quotes up to each bit determines which
// separators do not count. A doubled quote closes the quoted text and opens it again, with no byte between. The loop
// records two words for each block: the separators that count, and which of them end a line.
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
      let start: UInt32
      /// The number of separators before the block.
      let rank: UInt32
      /// A bit for each byte that ends a cell.
      let separators: UInt64
      /// A bit for each of them that ends a line.
      let lineEnds: UInt64
    }

    /// A byte in the index: the index of its block, and a bit for it and for each byte after it.
    private struct Cursor {
      var block = 0
      var rest = UInt64.max
    }

    private var blocks = GrowingArray<Block>()
    private var blockCount = 0
    /// The number of separators in and before all blocks.
    private var rank: UInt32 = 0
    /// The beginning of the row, the number of separators before it, and the first byte that was not taken yet.
    private var rowStart = Cursor()
    private var rowRank: UInt32 = 0
    private var cursor = Cursor()
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
      (rowStart, rowRank, cursor, cellCount) = (Cursor(), 0, Cursor(), 0)
      misplaced = nil
      nonASCII = 0..<0
      (quoted, isCellStart, isClosed) = (0, 1, 0)
      isAfterCarriageReturn = unsafe position > 0 && start[position - 1] == ASCII.carriageReturn ? 1 : 0
    }

    /// Adapts the index after the window has moved: makes all positions relative to its new beginning.
    ///
    /// - Parameter distance: The distance of the move, in bytes. The row and the bytes after it are still there.
    mutating func move(by distance: Int) {
      if distance == 0 { return }
      for index in rowStart.block..<blockCount {
        let block = blocks[index]
        blocks[index] = Block(
          start: block.start &- UInt32(distance), rank: block.rank, separators: block.separators,
          lineEnds: block.lineEnds)
      }
      for cell in 0..<min(Int(rank &- rowRank), recordedCells) { positions[cell + 1] &-= UInt32(distance) }
      indexed -= distance
      restarted = max(restarted - distance, 0)
      misplaced = misplaced.map { $0 - distance }
      nonASCII = max(nonASCII.lowerBound - distance, 0)..<max(nonASCII.upperBound - distance, 0)
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
    rowStart = cursor
    rowRank &+= UInt32(truncatingIfNeeded: cellCount)
    cellCount = 0
  }

  /// Takes the cells up to the end of the row.
  ///
  /// - Returns: The position of the line end, or nil if it is not indexed yet. Then the row continues with the next call.
  mutating func takeRow() -> Int? { take(upTo: recordedCells) }

  /// Takes the cells of a row that ends without a line end, after all others.
  mutating func takeLastRow(upTo end: Int) {
    let count = Int(rank &- rowRank)
    if count < recordedCells {
      positions.reserve(count + 2)
      positions[count + 1] = UInt32(truncatingIfNeeded: end)
    }
    cellCount = count + 1
  }

  /// The positions around the cells of the row: see ``positions``.
  ///
  /// - Parameter start: The position of the row's first byte.
  mutating func positions(from start: Int) -> UnsafePointer<UInt32> {
    positions[0] = UInt32(truncatingIfNeeded: start &- 1)
    return unsafe UnsafePointer(positions.start)
  }

  /// The position of the last line end after the beginning of the row, or nil if none is indexed.
  var lastLineEnd: Int? {
    var index = blockCount
    while index > rowStart.block {
      index -= 1
      let block = blocks[index]
      if block.lineEnds != 0 { return Int(block.start) + 63 - block.lineEnds.leadingZeroBitCount }
    }
    return nil
  }

  /// Records the positions of all cells of the row that was taken.
  mutating func recordAllCells(upTo end: Int) {
    guard cellCount > recordedCells else { return }
    cursor = rowStart
    if take(upTo: .max) == nil {
      positions.reserve(cellCount + 1)
      positions[cellCount] = UInt32(truncatingIfNeeded: end)
    }
  }

  /// Takes the cells up to the end of the row.
  ///
  /// - Parameter recordedCells: The number of cells whose positions are recorded.
  @inline(__always)
  private mutating func take(upTo recordedCells: Int) -> Int? {
    var (index, rest) = (cursor.block, cursor.rest)
    while index < blockCount {
      let block = blocks[index]
      let lineEnds = block.lineEnds & rest
      // All bits up to the first line end, or all if there is none.
      let upToEnd = lineEnds ^ (lineEnds &- 1)
      let cell = index == rowStart.block ? 0 : Int(block.rank &- rowRank)
      if cell < recordedCells {
        record(block.separators & rest & upToEnd, from: block.start, at: cell, upTo: recordedCells)
      }
      if lineEnds != 0 {
        let count = UInt32(truncatingIfNeeded: (block.separators & upToEnd).nonzeroBitCount)
        cellCount = Int(block.rank &+ count &- rowRank)
        cursor = Cursor(block: index, rest: rest & ~upToEnd)
        return Int(block.start) &+ lineEnds.trailingZeroBitCount
      }
      index &+= 1
      rest = .max
    }
    cursor = Cursor(block: index)
    return nil
  }

  /// Records the positions of separators.
  ///
  /// Positions are written four at a time, regardless of their number: the processor cannot predict the number, and
  /// the next positions overwrite the excess ones.
  @inline(__always)
  private mutating func record(_ separators: UInt64, from start: UInt32, at cell: Int, upTo recordedCells: Int) {
    if _slowPath(cell &+ 65 > positions.capacity) { positions.reserve(cell &+ 65) }
    var rest = separators
    var target = unsafe positions.start + (cell &+ 1)
    let end = unsafe target + min(recordedCells &- cell, 64)
    repeat {
      for place in 0..<4 {
        unsafe target[place] = start &+ UInt32(truncatingIfNeeded: rest.trailingZeroBitCount)
        rest &= rest &- 1
      }
      unsafe target += 4
    } while unsafe rest != 0 && target < end
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
    let delimiters = Vector(repeating: delimiter)
    let quotes = Vector(repeating: ASCII.quote)
    let lineFeeds = Vector(repeating: ASCII.lineFeed)
    let carriageReturns = Vector(repeating: ASCII.carriageReturn)
    while indexed < end {
      let bytes = unsafe SixtyFourBytes(at: start + indexed)
      let size = min(64, end - indexed)
      if _slowPath(!bytes.isASCII) { nonASCII = (nonASCII.isEmpty ? indexed : nonASCII.lowerBound)..<indexed + size }
      let isSpecial = bytes.contains { ($0 .== quotes) .| ($0 .== carriageReturns) }
      if _fastPath(!isSpecial && quoted | isClosed | isAfterCarriageReturn == 0) {
        let lineEnds = bytes.bits { $0 .== lineFeeds }
        let separators = bytes.bits { $0 .== delimiters } | lineEnds
        append(separators, lineEnds: lineEnds)
        isCellStart = separators &>> UInt64(size - 1) & 1
        indexed += size
      } else {
        extend(over: bytes, size: size)
        if misplaced != nil { return }
      }
    }
  }

  /// Indexes a block that contains quotes or carriage returns, or begins after one of them.
  @inline(never)
  private mutating func extend(over bytes: SixtyFourBytes, size: Int) {
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
    append(counted, lineEnds: counted & (lineFeeds | carriageReturns))
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

  @inline(__always)
  private mutating func append(_ separators: UInt64, lineEnds: UInt64) {
    blocks[blockCount] = Block(
      start: UInt32(truncatingIfNeeded: indexed), rank: rank, separators: separators, lineEnds: lineEnds)
    blockCount &+= 1
    rank &+= UInt32(truncatingIfNeeded: separators.nonzeroBitCount)
  }

  /// Drops what is known of the bytes before the row. Blocks are dropped if they are at least as many as those after
  /// them, which must be moved.
  ///
  /// - Parameter start: The position of the row.
  mutating func dropRows(before start: Int) {
    nonASCII = nonASCII.upperBound > start ? max(nonASCII.lowerBound, start)..<nonASCII.upperBound : 0..<0
    let dropped = rowStart.block
    guard dropped > 0, dropped >= blockCount - dropped else { return }
    for index in dropped..<blockCount { blocks[index - dropped] = blocks[index] }
    blockCount -= dropped
    rowStart.block = 0
    cursor.block -= dropped
  }
}
