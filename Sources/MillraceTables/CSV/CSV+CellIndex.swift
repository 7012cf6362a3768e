import Millrace

// Where cells end: the one loop that sees every byte.
//
// A cell ends at a delimiter or at the end of its row, unless that is between quotes. So for each sixty-four bytes there
// are words with a bit for each byte: separators (delimiters, line feeds, carriage returns) and quotes. What is between
// quotes has an odd number of them before it, so the parity of the quotes up to each bit says which separators do not
// count; a doubled quote ends what is quoted and begins it again, with no intermediate value. The positions of the
// separators that count are written down, and that is all: cells are the stretches between two of them.
//
// Parity is right as long as quotes are where RFC 4180 has them: the first one at the beginning of a cell, and after
// the last one the end of the cell. Both are checked with the same words. The first byte that breaks the rule is
// where the index ends, so that nothing after it is ever guessed.
//
// Most blocks have no quote, no carriage return and no byte outside ASCII, which one comparison for all of them tells.

extension CSV {
  /// The positions in a window at which cells end.
  ///
  /// All positions are counted from the beginning of the window.
  @usableFromInline
  struct CellIndex: ~Copyable {
    /// The positions, in ascending order. There is one more element before the first, for the users of a row.
    @usableFromInline private(set) var ends: UnsafeMutablePointer<UInt32>
    private(set) var count = 0
    private var capacity: Int
    /// How far the window is indexed.
    private(set) var indexed = 0
    /// Where the index begins.
    private(set) var restarted = 0
    /// The byte that is not allowed at its position: a quote within a cell, or what follows a closing quote.
    private(set) var misplaced: Int?
    /// From the first block with a byte outside ASCII to the end of the last one.
    private(set) var nonASCII = 0..<0
    /// How many carriage returns were no part of a line's end with a line feed.
    private(set) var loneCarriageReturns = 0
    let delimiter: UInt8

    // How the last byte was understood.
    /// All ones between quotes.
    private var quoted: UInt64 = 0
    /// 1 where a quote may open: at the beginning of a cell, or after a closing quote, with which it is a doubled one.
    private var isCellStart: UInt64 = 1
    /// 1 after a closing quote.
    private var isClosed: UInt64 = 0
    /// 1 after a carriage return.
    private var isAfterCarriageReturn: UInt64 = 0

    init(delimiter: UInt8) {
      self.delimiter = delimiter
      capacity = 0
      ends = Self.memory(1)
    }

    @inlinable deinit { (ends - 1).deallocate() }

    private static func memory(_ capacity: Int) -> UnsafeMutablePointer<UInt32> {
      let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity)
      memory.initialize(to: 0)
      return memory + 1
    }

    /// Whether the bytes that were indexed end between quotes.
    var isQuoted: Bool { quoted != 0 }

    /// Begins again where a row begins, or with the line feed that belongs to the carriage return before it.
    ///
    /// - Parameter start: the window's first byte.
    mutating func restart(at position: Int, in start: UnsafePointer<UInt8>) {
      loneCarriageReturns +=
        position < indexed
        ? -Self.loneCarriageReturns(in: start, from: position, to: indexed)
        : Self.loneCarriageReturns(in: start, from: indexed, to: position)
      indexed = position
      restarted = position
      count = 0
      misplaced = nil
      nonASCII = 0..<0
      (quoted, isCellStart, isClosed) = (0, 1, 0)
      isAfterCarriageReturn = position > 0 && start[position - 1] == ASCII.carriageReturn ? 1 : 0
    }

    /// The window has moved: drops all positions before a row, and counts the others from its new beginning.
    ///
    /// - Parameters:
    ///   - first: the index of the first position to be kept.
    ///   - distance: in bytes.
    mutating func move(keepingFrom first: Int, by distance: Int) {
      for index in first..<count { ends[index - first] = ends[index] - UInt32(distance) }
      count -= first
      indexed -= distance
      restarted = max(restarted - distance, 0)
      misplaced = misplaced.map { $0 - distance }
      nonASCII = max(nonASCII.lowerBound - distance, 0)..<max(nonASCII.upperBound - distance, 0)
    }

    /// Adds a position that no separator is at: the end of the input.
    mutating func append(_ position: Int) {
      reserve(1)
      ends[count] = UInt32(position)
      count += 1
    }

    /// Room for so many positions, and for the ones that are written too many.
    private mutating func reserve(_ more: Int) {
      let needed = count + more + 64
      guard needed > capacity else { return }
      capacity = max(needed, 2 * capacity)
      let larger = Self.memory(capacity + 1)
      (larger - 1).update(from: ends - 1, count: count + 1)
      (ends - 1).deallocate()
      ends = larger
    }

    /// How many carriage returns there are less how many line feeds after one.
    static func loneCarriageReturns(in start: UnsafePointer<UInt8>, from first: Int, to end: Int) -> Int {
      var count = 0
      for position in first..<max(first, end) {
        if start[position] == ASCII.carriageReturn { count += 1 }
        if start[position] == ASCII.lineFeed, position > 0, start[position - 1] == ASCII.carriageReturn { count -= 1 }
      }
      return count
    }
  }
}

extension CSV.CellIndex {
  private typealias Vector = SixtyFourBytes.Vector

  /// Indexes what has come.
  ///
  /// - Parameters:
  ///   - start: the window's first byte.
  ///   - end: how many bytes there are, or fewer: a multiple of sixty-four after those that are indexed.
  /// - Safety: after the end there must be sixty-four readable zeros.
  mutating func extend(in start: UnsafePointer<UInt8>, to end: Int) {
    guard misplaced == nil else { return }
    reserve(end - indexed)
    let delimiters = Vector(repeating: delimiter)
    let quotes = Vector(repeating: ASCII.quote)
    let lineFeeds = Vector(repeating: ASCII.lineFeed)
    let carriageReturns = Vector(repeating: ASCII.carriageReturn)
    while indexed < end {
      let bytes = SixtyFourBytes(at: start + indexed)
      let size = min(64, end - indexed)
      let isPlain = bytes.isASCII { ($0 .== quotes) .| ($0 .== carriageReturns) }
      if _fastPath(isPlain && quoted | isClosed | isAfterCarriageReturn == 0) {
        let separators = bytes.bits { ($0 .== delimiters) .| ($0 .== lineFeeds) }
        append(separators)
        isCellStart = separators &>> UInt64(size - 1) & 1
        indexed += size
      } else {
        extend(over: bytes, size: size)
        if misplaced != nil { return }
      }
    }
  }

  /// Indexes a block with quotes in it, carriage returns, or bytes outside ASCII.
  @inline(never)
  private mutating func extend(over bytes: SixtyFourBytes, size: Int) {
    if !bytes.isASCII(without: { _ in SIMDMask(repeating: false) }) {
      nonASCII = (nonASCII.isEmpty ? indexed : nonASCII.lowerBound)..<indexed + size
    }
    // Each kind of byte is looked for only if there is one: most blocks that come here have one kind of them.
    func bits(of byte: UInt8) -> UInt64 { bytes.contains(byte) ? bytes.bits(of: byte) : 0 }
    let quotes = bits(of: ASCII.quote)
    let carriageReturns = bits(of: ASCII.carriageReturn)
    let hasPairs = carriageReturns | isAfterCarriageReturn != 0
    let lineFeeds = hasPairs ? bits(of: ASCII.lineFeed) : 0
    let separators = bytes.bits {
      ($0 .== Vector(repeating: delimiter)) .| ($0 .== Vector(repeating: ASCII.lineFeed))
        .| ($0 .== Vector(repeating: ASCII.carriageReturn))
    }

    // An opening quote is inside itself, a closing one is not.
    let inside = quotes.prefixParity ^ quoted
    let opening = quotes & inside
    let closing = quotes & ~inside
    let outside = separators & ~inside
    let starts = (outside | closing) &<< 1 | isCellStart
    let behindClosing = closing &<< 1 | isClosed
    let present = UInt64.max &>> UInt64(64 - size)
    let wrong = (opening & ~starts | behindClosing & ~(outside | opening)) & present
    // Bytes after the first mistake are not indexed.
    let right = wrong == 0 ? present : (wrong & (0 &- wrong)) &- 1

    let pairs = lineFeeds & (carriageReturns &<< 1 | isAfterCarriageReturn) & right
    if hasPairs { loneCarriageReturns += (carriageReturns & right).nonzeroBitCount - pairs.nonzeroBitCount }
    append(outside & right & ~pairs)
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

  /// Writes down the positions of the bits of a block.
  ///
  /// Eight at a time, whether there are as many or not: the processor cannot foresee how many there will be, and a
  /// position too many is overwritten by the next.
  @inline(__always)
  private mutating func append(_ bits: UInt64) {
    var rest = bits
    var target = ends + count
    let end = target + bits.nonzeroBitCount
    let base = UInt32(truncatingIfNeeded: indexed)
    repeat {
      for place in 0..<8 {
        target[place] = base &+ UInt32(truncatingIfNeeded: rest.trailingZeroBitCount)
        rest &= rest &- 1
      }
      target += 8
    } while target < end
    count = end - ends
  }
}
