import Millrace

// A cell is quoted if a reader needs quotes to find its end, and if the reader could otherwise misinterpret the cell:
// an empty string as a missing value, blanks at either end as white space, or the first cell of a line as a comment or
// a byte order mark.

extension CSV.CellText {
  /// Appends text, with quotes if necessary.
  ///
  /// - Parameter isFirst: Whether the text begins a line.
  mutating func append(text: Span<UInt8>, isFirst: Bool) {
    unsafe text.withUnsafeBufferPointer { unsafe append($0, isFirst: isFirst) }
  }

  /// Appends text, with quotes if necessary.
  ///
  /// - Parameter isFirst: Whether the text begins a line.
  mutating func append(_ text: UnsafeBufferPointer<UInt8>, isFirst: Bool) {
    output.reserve(text.count)
    if options.quoting == .necessary, unsafe !isMistakable(text, isFirst: isFirst) && copyUnquoted(text) {
      unsafe output.target += text.count
    } else {
      unsafe appendQuoting(text)
    }
  }

  private func isMistakable(_ text: UnsafeBufferPointer<UInt8>, isFirst: Bool) -> Bool {
    guard let first = unsafe text.first, let last = unsafe text.last else { return true }
    func isBlank(_ byte: UInt8) -> Bool { byte == ASCII.space || byte == ASCII.tab }
    if isBlank(first) || isBlank(last) { return true }
    return unsafe isFirst && (first == options.dialect.comment || text.starts(with: [0xEF, 0xBB, 0xBF]))
  }

  /// Copies text that is not empty to the end of the output, for which the output has room, unless it contains delimiters,
  /// quotes or line breaks.
  ///
  /// As in `OutputBuffer.copyEscaping`, the last bytes and short text are copied as two overlapping words.
  ///
  /// - Returns: Whether the text was copied.
  private mutating func copyUnquoted(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let source = text.baseAddress else { return false }
    let count = text.count
    let target = unsafe output.target
    if count >= SixteenBytes.count {
      var offset = 0
      while offset < count {
        offset = min(offset, count - SixteenBytes.count)
        let bytes = unsafe SixteenBytes(at: source + offset)
        if hasSpecials(bytes) { return false }
        unsafe bytes.store(at: target + offset)
        offset += SixteenBytes.count
      }
      return true
    }
    if count >= 8 {
      let (first, last) = unsafe (EightBytes(at: source), EightBytes(at: source + count - 8))
      unsafe first.store(at: target)
      unsafe last.store(at: target + count - 8)
      return !hasSpecials(SixteenBytes(first, last))
    }
    if count >= 4 {
      let first = unsafe UnsafeRawPointer(source).loadUnaligned(as: UInt32.self)
      let last = unsafe UnsafeRawPointer(source + count - 4).loadUnaligned(as: UInt32.self)
      unsafe UnsafeMutableRawPointer(target).storeBytes(of: first, as: UInt32.self)
      unsafe UnsafeMutableRawPointer(target + count - 4).storeBytes(of: last, as: UInt32.self)
      let lanes = EightBytes(lanes: UInt64(first) | UInt64(last) << 32)
      return !hasSpecials(SixteenBytes(lanes, lanes))
    }
    // One to three bytes: the first, the middle and the last byte include all of them.
    let (first, middle, last) = unsafe (source[0], source[count / 2], source[count - 1])
    unsafe target[0] = first
    unsafe target[count / 2] = middle
    unsafe target[count - 1] = last
    return !isSpecial(first) && !isSpecial(middle) && !isSpecial(last)
  }

  private func isSpecial(_ byte: UInt8) -> Bool {
    byte == options.dialect.delimiter || byte == ASCII.quote || byte == ASCII.lineFeed || byte == ASCII.carriageReturn
  }

  /// Whether delimiters, quotes or line breaks are among the bytes.
  private func hasSpecials(_ bytes: SixteenBytes) -> Bool {
    typealias Vector = SixteenBytes.Vector
    let bytes = bytes.vector
    let separators =
      (bytes .== Vector(repeating: options.dialect.delimiter)) .| (bytes .== Vector(repeating: ASCII.quote))
    let lineBreaks =
      (bytes .== Vector(repeating: ASCII.lineFeed)) .| (bytes .== Vector(repeating: ASCII.carriageReturn))
    return !SixteenBytes.Mask(separators .| lineBreaks).isEmpty
  }

  /// Appends a quote before or after a cell that is not text, if all cells have quotes.
  @inline(__always)
  mutating func appendScalarQuote() {
    if options.quoting == .all { output.append(ASCII.quote) }
  }

  @inline(never)
  private mutating func appendQuoting(_ text: UnsafeBufferPointer<UInt8>) {
    output.reserve(2 * text.count + 2)
    output.append(ASCII.quote)
    for index in text.indices {
      let byte = unsafe text[index]
      if byte == ASCII.quote { output.append(ASCII.quote) }
      output.append(byte)
    }
    output.append(ASCII.quote)
  }
}
