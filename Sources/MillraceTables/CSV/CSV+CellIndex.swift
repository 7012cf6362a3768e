import Millrace

// Finding the ends of cells: the only loop that reads every byte.
//
// A cell ends at a delimiter or at the end of its row, unless that is between quotes. So for each sixty-four bytes
// there are words with a bit for each byte: separators (delimiters, line feeds, carriage returns) and quotes. A byte
// between quotes has an odd number of quotes before it, so the parity of the quotes up to each bit determines which
// separators do not count. A doubled quote closes the quoted text and opens it again, with no byte between. The loop
// records the positions of the separators that count, and which of them end a line, and nothing else: cells are the
// ranges between two of them.
//
// Parity is correct as long as quotes are where RFC 4180 allows them: the first one at the beginning of a cell, and
// after the last one the end of the cell. Both are checked with the same words. The index ends at the first byte that
// breaks the rule, so that the bytes after it are never guessed.
//
// Most blocks have no quote, no carriage return and no byte outside ASCII. One comparison determines this for all of
// them.

extension CSV {
  /// The positions in a window at which cells end.
  ///
  /// All positions are relative to the beginning of the window.
  ///
  /// SAFETY: the memory belongs to this value, which deallocates it.
  @usableFromInline
  @safe
  struct CellIndex: ~Copyable {
    /// The positions, in ascending order. There is an additional element before the first, which readers of a row use.
    @usableFromInline private(set) var ends: UnsafeMutablePointer<UInt32>
    private(set) var count = 0
    private var capacity: Int
    /// For each line end, the number of positions up to it.
    private var lines = GrowingArray<UInt32>()
    private var lineCount = 0
    /// The index in `lines` of the line end that is taken next.
    private var nextLine = 0
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
      capacity = 0
      unsafe ends = unsafe Self.memory(1)
    }

    @inlinable deinit { unsafe (ends - 1).deallocate() }

    private static func memory(_ capacity: Int) -> UnsafeMutablePointer<UInt32> {
      let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity)
      unsafe memory.initialize(to: 0)
      return unsafe memory + 1
    }

    /// Returns the number of positions up to the next line end, and moves past it, or nil if no further one is indexed.
    @inline(__always)
    mutating func takeLine() -> Int? {
      guard nextLine < lineCount else { return nil }
      nextLine += 1
      return Int(lines[nextLine - 1])
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
      count = 0
      (lineCount, nextLine) = (0, 0)
      misplaced = nil
      nonASCII = 0..<0
      (quoted, isCellStart, isClosed) = (0, 1, 0)
      isAfterCarriageReturn = unsafe position > 0 && start[position - 1] == ASCII.carriageReturn ? 1 : 0
    }

    /// Adapts the index after the window has moved: drops all positions before a row, and the line ends that were taken,
    /// and makes the others relative to the new beginning.
    ///
    /// - Parameters:
    ///   - first: The index of the first position to keep.
    ///   - distance: The distance of the move, in bytes.
    mutating func move(keepingFrom first: Int, by distance: Int) {
      for index in first..<count { unsafe ends[index - first] = unsafe ends[index] - UInt32(distance) }
      count -= first
      for index in nextLine..<lineCount { lines[index - nextLine] = lines[index] - UInt32(first) }
      (lineCount, nextLine) = (lineCount - nextLine, 0)
      indexed -= distance
      restarted = max(restarted - distance, 0)
      misplaced = misplaced.map { $0 - distance }
      nonASCII = max(nonASCII.lowerBound - distance, 0)..<max(nonASCII.upperBound - distance, 0)
    }

    /// Adds a position without a separator: the end of the input.
    mutating func append(_ position: Int) {
      reserve(1)
      unsafe ends[count] = UInt32(position)
      count += 1
    }

    /// Reserves memory for a number of positions, and for the excess positions that are written.
    private mutating func reserve(_ more: Int) {
      let needed = count + more + 64
      guard needed > capacity else { return }
      capacity = max(needed, 2 * capacity)
      let larger = unsafe Self.memory(capacity + 1)
      unsafe (larger - 1).update(from: ends - 1, count: count + 1)
      unsafe (ends - 1).deallocate()
      unsafe ends = unsafe larger
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
    reserve(end - indexed)
    let delimiters = Vector(repeating: delimiter)
    let quotes = Vector(repeating: ASCII.quote)
    let lineFeeds = Vector(repeating: ASCII.lineFeed)
    let carriageReturns = Vector(repeating: ASCII.carriageReturn)
    while indexed < end {
      let bytes = unsafe SixtyFourBytes(at: start + indexed)
      let size = min(64, end - indexed)
      let isPlain = bytes.isASCII { ($0 .== quotes) .| ($0 .== carriageReturns) }
      if _fastPath(isPlain && quoted | isClosed | isAfterCarriageReturn == 0) {
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

  /// Indexes a block that contains quotes, carriage returns, or bytes outside ASCII.
  @inline(never)
  private mutating func extend(over bytes: SixtyFourBytes, size: Int) {
    if !bytes.isASCII {
      nonASCII = (nonASCII.isEmpty ? indexed : nonASCII.lowerBound)..<indexed + size
    }
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

  /// Records the positions of the bits of a block, and which of them end a line.
  ///
  /// Positions are written eight at a time, regardless of their number: the processor cannot predict the number, and
  /// the next positions overwrite the excess ones.
  @inline(__always)
  private mutating func append(_ bits: UInt64, lineEnds: UInt64) {
    if lineEnds != 0 { append(lineEnds: lineEnds, of: bits) }
    var rest = bits
    var target = unsafe ends + count
    let end = unsafe target + bits.nonzeroBitCount
    let base = UInt32(truncatingIfNeeded: indexed)
    repeat {
      for place in 0..<8 {
        unsafe target[place] = base &+ UInt32(truncatingIfNeeded: rest.trailingZeroBitCount)
        rest &= rest &- 1
      }
      unsafe target += 8
    } while unsafe target < end
    count = unsafe end - ends
  }

  @inline(__always)
  private mutating func append(lineEnds: UInt64, of bits: UInt64) {
    lines.reserve(lineCount + 64)
    var rest = lineEnds
    repeat {
      let upToEnd = bits & (rest ^ (rest &- 1))
      lines[lineCount] = UInt32(truncatingIfNeeded: count &+ upToEnd.nonzeroBitCount)
      lineCount &+= 1
      rest &= rest &- 1
    } while rest != 0
  }
}
