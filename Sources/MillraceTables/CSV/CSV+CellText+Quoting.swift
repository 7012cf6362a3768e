import Millrace

// A cell is quoted if a reader needs quotes to find its end, and if the reader could otherwise misinterpret the cell:
// an empty string as a missing value, blanks at either end as white space, or the first cell of a line as a comment or
// a byte order mark.

extension CSV.CellText {
  /// Appends text, with quotes if necessary.
  ///
  /// - Parameter isFirst: Whether the text begins a line.
  mutating func append(text: Span<UInt8>, isFirst: Bool) {
    unsafe text.withUnsafeBufferPointer { text in
      let start = output.count
      unsafe output.append(text)
      // The slack has room for all zeros that are read after the end.
      unsafe SixteenBytes(.zero).store(at: output.target)
      guard unsafe isMistakable(text, isFirst: isFirst) || hasSpecials(from: start) else { return }
      output.removeLast(text.count)
      unsafe appendQuoting(text)
    }
  }

  private func isMistakable(_ text: UnsafeBufferPointer<UInt8>, isFirst: Bool) -> Bool {
    guard let first = unsafe text.first, let last = unsafe text.last else { return true }
    func isBlank(_ byte: UInt8) -> Bool { byte == ASCII.space || byte == ASCII.tab }
    if isBlank(first) || isBlank(last) { return true }
    return unsafe isFirst && (first == options.dialect.comment || text.starts(with: [0xEF, 0xBB, 0xBF]))
  }

  /// Whether the written text contains delimiters, quotes or line breaks.
  private func hasSpecials(from start: Int) -> Bool {
    typealias Vector = SixteenBytes.Vector
    var position = unsafe output.start.assumingMemoryBound(to: UInt8.self) + start
    let end = unsafe output.target
    while unsafe position < end {
      let bytes = unsafe SixteenBytes(at: position).vector
      let separators =
        (bytes .== Vector(repeating: options.dialect.delimiter)) .| (bytes .== Vector(repeating: ASCII.quote))
      let lineBreaks =
        (bytes .== Vector(repeating: ASCII.lineFeed)) .| (bytes .== Vector(repeating: ASCII.carriageReturn))
      if !SixteenBytes.Mask(separators .| lineBreaks).isEmpty { return true }
      unsafe position += 16
    }
    return false
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
