extension JSON {
  /// Finds the end of an element.
  ///
  /// The scan does not validate: it counts brackets of either kind and skips strings, sixty-four bytes at a time. It continues
  /// where it stopped, so each byte is scanned once, regardless of the number of chunks, except for the last bytes of a chunk.
  struct ElementScan {
    private typealias Vector = SixtyFourBytes.Vector

    /// The number of bytes that were scanned.
    private(set) var position = 0
    private var depth = 0
    /// All ones if the next byte is in a string.
    private var inside: UInt64 = 0
    /// One if a backslash precedes the next byte and is not escaped itself.
    private var escape: UInt64 = 0

    /// Returns the length of the element in bytes, or nil if the element continues.
    ///
    /// - Parameters:
    ///   - bytes: The bytes in memory, from the start of the element on. `GuardedInput.padding` zeros must follow them.
    ///   - terminator: A byte that ends the element at any position.
    mutating func end(in bytes: UnsafeBufferPointer<UInt8>, terminator: UInt8?) -> Int? {
      guard let start = bytes.baseAddress, let first = unsafe bytes.first else { return nil }
      guard Self.opensElement(first) else { return unsafe endOfScalar(in: bytes, terminator: terminator) }
      let isText = first == ASCII.quote
      while position < bytes.count {
        var (depth, inside, escape) = (depth, inside, escape)
        let block = unsafe SixtyFourBytes(at: start + position)
        let quotes = block.bits(of: ASCII.quote) & ~Self.escaped(block.bits(of: ASCII.backslash), &escape)
        let strings = quotes.prefixParity ^ inside
        inside = UInt64(bitPattern: Int64(bitPattern: strings) &>> 63)
        let end: UInt64
        if isText {
          end = (quotes & ~strings).lowestBit
        } else {
          let open = block.bits {
            ($0 .== Vector(repeating: ASCII.openBrace)) .| ($0 .== Vector(repeating: ASCII.openBracket))
          }
          let close = block.bits {
            ($0 .== Vector(repeating: ASCII.closeBrace)) .| ($0 .== Vector(repeating: ASCII.closeBracket))
          }
          end = Self.lastBracket(open & ~strings, close & ~strings, &depth)
        }
        let last = end.trailingZeroBitCount
        if let terminator {
          let found = block.bits(of: terminator).trailingZeroBitCount
          if found < 64, found <= last { return position + found }
        }
        if end != 0 { return position + last + 1 }
        // The rest of the bytes is scanned again together with the following ones.
        guard bytes.count - position >= 64 else { return nil }
        (self.depth, self.inside, self.escape) = (depth, inside, escape)
        position += 64
      }
      return nil
    }

    private mutating func endOfScalar(in bytes: UnsafeBufferPointer<UInt8>, terminator: UInt8?) -> Int? {
      while position < bytes.count {
        let byte = unsafe bytes[position]
        if byte == terminator || position > 0 && Self.endsScalar(byte) { return position }
        position += 1
      }
      return nil
    }

    /// Returns the bit of the bracket that closes the element, or 0. Otherwise the depth becomes that after all brackets.
    @inline(__always)
    private static func lastBracket(_ open: UInt64, _ close: UInt64, _ depth: inout Int) -> UInt64 {
      var rest = open | close
      while rest != 0 {
        let bit = rest.lowestBit
        if open & bit != 0 {
          depth &+= 1
        } else {
          depth &-= 1
          if depth <= 0 { return bit }
        }
        rest ^= bit
      }
      return 0
    }

    /// Returns the bits of the bytes that a backslash escapes (G. Langdale, D. Lemire, section 3.1.1).
    ///
    /// - Parameter carry: One if the first byte is escaped; afterwards the same of the byte after the last one.
    @inline(__always)
    private static func escaped(_ backslashes: UInt64, _ carry: inout UInt64) -> UInt64 {
      if _fastPath(backslashes | carry == 0) { return 0 }
      let evenBits: UInt64 = 0x5555_5555_5555_5555
      let escaping = backslashes & ~carry
      let following = escaping &<< 1 | carry
      // An addition carries through a sequence of backslashes, so its sum tells where sequences of odd length end.
      let (sum, overflow) = (escaping & ~evenBits & ~following).addingReportingOverflow(escaping)
      carry = overflow ? 1 : 0
      return (evenBits ^ (sum &<< 1)) & following
    }

    /// Whether a byte begins a string, an object or an array.
    static func opensElement(_ byte: UInt8) -> Bool {
      byte == ASCII.quote || byte == ASCII.openBrace || byte == ASCII.openBracket
    }

    /// Whether a byte cannot be part of a number or a literal: white space, or a structural byte.
    static func endsScalar(_ byte: UInt8) -> Bool {
      switch byte {
      case 0...ASCII.space, ASCII.quote, ASCII.comma, ASCII.colon, ASCII.openBrace, ASCII.closeBrace,
        ASCII.openBracket, ASCII.closeBracket:
        true
      default: false
      }
    }
  }
}

extension UInt64 {
  /// The lowest bit that is set; 0 if none is.
  @inline(__always)
  fileprivate var lowestBit: UInt64 { self & (0 &- self) }
}
