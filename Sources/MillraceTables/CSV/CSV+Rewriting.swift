import Millrace

// Conversion of CSV with escapes, misplaced quotes, quotes that are text or blanks around cells to RFC 4180.
//
// The index of cells (CellIndex) is exact for RFC 4180 only, and has no branch for other text. So such text is
// rewritten before it is indexed: every cell with a quote or an escape in it gets quotes around it, and the quotes in it
// are doubled. Other cells stay as they are, so that texts that mean null are recognized. A cell waits in memory until it
// ends or is too large for a row. Line feeds stay where they are, so that errors have the correct line. Of a comment, only the
// first byte and the line end are left, because quotes in it would be counted where rows are separated.

extension CSV {
  /// The text of another source, rewritten as RFC 4180.
  final class RewritingSource: ByteSource {
    private var source: any ByteSource
    private let escape: UInt8?
    private let escapesAnyByte: Bool
    private let quotes: ReadingOptions.Quotes
    private let trimsBlanks: Bool
    private let maximumCellSize: Int
    /// The texts that mean null and would be rewritten: those with an escape, and those with quotes where quotes are text.
    private let nullTexts: [[UInt8]]
    private let comment: UInt8?
    private(set) var delimiter: UInt8
    private let sniffsDelimiter: Bool
    private let mayHaveMark: Bool

    private var received: [UInt8] = []
    private var position = 0
    private var hasEnded = false
    private var text: [UInt8] = []
    private var given = 0
    private var state = State.rowStart
    private var hasBegun = false
    /// The beginning in `text` of the current cell, as long as the cell may change.
    private var cellStart: Int?
    /// Whether a quote was written before the current cell.
    private var cellIsQuoted = false
    private var cellHasEscape = false
    /// Whether an odd number of misplaced quotes is in the current quoted cell.
    private var isInnerQuoteOpen = false
    /// Whether the current quoted cell has a line break, and text after one.
    private var cellHasLineBreak = false
    private var cellHasLines = false

    private enum State {
      case rowStart, cellStart
      /// In a cell without quotes around it, or after its closing quote.
      case plain
      case quoted
      case comment
    }

    init(_ source: any ByteSource, _ options: ReadingOptions) {
      self.source = source
      escape = options.escape
      escapesAnyByte = options.escaped == .any
      quotes = options.quotes
      trimsBlanks = options.trimsBlanks
      maximumCellSize = options.maximumRowSize
      nullTexts = options.nullTexts.map { Array($0.utf8) }.filter { text in
        text.contains {
          $0 == options.escape && options.escaped == .any || $0 == ASCII.quote && options.quotes == .text
        }
      }
      comment = options.dialect.comment
      delimiter = options.dialect.delimiter
      mayHaveMark = !options.isContinuation
      sniffsDelimiter = options.sniffsDelimiter
    }

    func read(into output: inout OutputSpan<UInt8>) throws {
      while given == finished, !hasEnded || position < received.count {
        text.removeFirst(given)
        cellStart = cellStart.map { $0 - given }
        given = 0
        if !hasEnded { try receive() }
        if !hasBegun { try begin() }
        rewrite()
      }
      let end = min(finished, given + output.freeCapacity)
      for byte in text[given..<end] { output.append(byte) }
      given = end
    }

    /// The end in `text` of what no longer changes.
    private var finished: Int { cellStart ?? text.count }

    private func receive() throws {
      received.removeFirst(position)
      position = 0
      let count = received.count
      try received.append(addingCapacity: 1 << 16) { output in try source.read(into: &output) }
      hasEnded = received.count == count
    }

    /// Determines the delimiter, and copies a byte order mark and a line such as `sep=;`.
    private func begin() throws {
      hasBegun = true
      let needed = sniffsDelimiter ? 1 << 16 : 16
      while !hasEnded, received.count < needed { try receive() }
      var start = mayHaveMark && received.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      text += received[..<start]
      unsafe received.withUnsafeBufferPointer { bytes in
        let rest = unsafe UnsafeBufferPointer(rebasing: bytes[start...])
        if mayHaveMark, let line = unsafe CSV.separatorLine(of: rest), sniffsDelimiter || line.delimiter == delimiter {
          delimiter = line.delimiter
          unsafe text += rest[..<line.count]
          start += line.count
        } else if sniffsDelimiter, let sniffed = unsafe sniffedDelimiter(of: rest) {
          delimiter = sniffed
        }
      }
      position = start
    }

    private func sniffedDelimiter(of bytes: UnsafeBufferPointer<UInt8>) -> UInt8? {
      guard quotes == .text else {
        return unsafe CSV.sniffedDelimiter(of: bytes, isComplete: hasEnded, comment: comment)
      }
      let withoutQuotes = unsafe bytes.map { $0 == ASCII.quote ? UInt8(ascii: "x") : $0 }
      return unsafe withoutQuotes.withUnsafeBufferPointer { bytes in
        unsafe CSV.sniffedDelimiter(of: bytes, isComplete: hasEnded, comment: comment)
      }
    }

    /// Rewrites the bytes in memory, except for a last byte whose meaning depends on the following bytes.
    private func rewrite() {
      while position < received.count {
        let byte = received[position]
        let next = position + 1 < received.count ? received[position + 1] : nil
        if next == nil, !hasEnded { return }
        let needsTwoMore = byte == ASCII.quote ? isInnerQuoteOpen : byte == ASCII.carriageReturn && state == .quoted
        if needsTwoMore, position + 2 >= received.count, !hasEnded { return }
        if trimsBlanks, state == .quoted, byte == ASCII.quote {
          guard let isClosing = skipBlanksAfterQuote() else { return }
          if isClosing { continue }
        }
        if !nullTexts.isEmpty, state == .cellStart || state == .rowStart && byte != comment {
          guard let isNull = copyNullCell() else { return }
          if isNull { continue }
        }
        position += 1
        switch state {
        case .comment:
          if ASCII.isLineBreak(byte) {
            text.append(byte)
            state = .rowStart
          }
        case .rowStart where byte == comment:
          text.append(byte)
          state = .comment
        case .rowStart, .cellStart: beginCell(byte, next)
        case .plain: addToPlain(byte, next)
        case .quoted: addToQuoted(byte, next)
        }
      }
      if hasEnded, state == .quoted || state == .plain {
        // An open quote is an error, which the reader reports, unless it is in the last line and quotes are lenient.
        if state == .plain { endPlain() } else if quotes == .lenient, !cellHasLines { text.append(ASCII.quote) }
        state = .rowStart
      }
    }

    /// Whether a byte around a cell is skipped.
    private func isSkipped(_ byte: UInt8) -> Bool {
      trimsBlanks && (byte == ASCII.space || byte == ASCII.tab) && byte != delimiter
    }

    /// Closes a quoted cell at a quote, if only blanks are between the quote and the end of the cell.
    ///
    /// - Returns: Whether it did; nil if the following bytes decide it.
    private func skipBlanksAfterQuote() -> Bool? {
      var end = position + 1
      while end < received.count, isSkipped(received[end]) { end += 1 }
      if end == received.count, !hasEnded { return nil }
      guard end > position + 1, end == received.count || received[end] == delimiter || ASCII.isLineBreak(received[end])
      else { return false }
      text.append(ASCII.quote)
      position = end
      state = .cellStart
      return true
    }

    /// Copies a cell whose text, as it is in the table, means null. The reader recognizes it if it needs no quotes, and
    /// otherwise it becomes empty.
    ///
    /// - Returns: Whether there is such a cell; nil if the following bytes decide it.
    private func copyNullCell() -> Bool? {
      let rest = received[position...]
      for null in nullTexts where null.starts(with: rest.prefix(null.count)) {
        var end = position + null.count
        while end < received.count, isSkipped(received[end]) { end += 1 }
        if end >= received.count, !hasEnded { return nil }
        guard end == received.count || end < received.count && isEndOfCell(received[end]) else { continue }
        if !null.contains(where: { $0 == ASCII.quote || isEndOfCell($0) }) { text += null }
        position = end
        state = .cellStart
        return true
      }
      return false
    }

    private func isEndOfCell(_ byte: UInt8) -> Bool { byte == delimiter || ASCII.isLineBreak(byte) }

    private func beginCell(_ byte: UInt8, _ next: UInt8?) {
      if isSkipped(byte) {
        state = .cellStart
        return
      }
      if byte == delimiter || ASCII.isLineBreak(byte) {
        text.append(byte)
        state = byte == delimiter ? .cellStart : .rowStart
        return
      }
      if byte == ASCII.quote, quotes != .text {
        text.append(ASCII.quote)
        (isInnerQuoteOpen, cellHasLineBreak, cellHasLines) = (false, false, false)
        state = .quoted
      } else {
        cellStart = text.count
        (cellIsQuoted, cellHasEscape) = (false, false)
        state = .plain
        addToPlain(byte, next)
      }
    }

    /// Writes the quote before the current cell.
    private func quoteCell() {
      guard !cellIsQuoted, let start = cellStart else { return }
      text.insert(ASCII.quote, at: start)
      cellIsQuoted = true
      if !trimsBlanks { cellStart = nil }
    }

    /// Ends a cell that does not begin with a quote, and what follows a closing quote.
    private func endPlain() {
      if let start = cellStart, !cellHasEscape {
        while text.count > start, let last = text.last, isSkipped(last) { text.removeLast() }
      }
      if cellIsQuoted { text.append(ASCII.quote) }
      cellStart = nil
    }

    private func addToPlain(_ byte: UInt8, _ next: UInt8?) {
      if byte == escape, escapesAnyByte, let next {
        quoteCell()
        cellHasEscape = true
        add(next)
        position += 1
      } else if byte == delimiter || ASCII.isLineBreak(byte) {
        endPlain()
        text.append(byte)
        state = byte == delimiter ? .cellStart : .rowStart
      } else if byte == ASCII.quote, quotes == .strict {
        // Copied unchanged, so that the reader reports it.
        quoteCell()
        text.append(byte)
        text.append(UInt8(ascii: "x"))
      } else {
        if byte == ASCII.quote { quoteCell() }
        add(byte)
        if let start = cellStart, text.count - start > maximumCellSize {
          // The reader rejects the row.
          quoteCell()
          cellStart = nil
        }
      }
    }

    private func addToQuoted(_ byte: UInt8, _ next: UInt8?) {
      if ASCII.isLineBreak(byte) { cellHasLineBreak = true } else if cellHasLineBreak { cellHasLines = true }
      if byte == escape, let next, escapesAnyByte || next == ASCII.quote || next == escape {
        add(next)
        position += 1
      } else if quotes == .lenient, !cellHasLines, isLastLineBreak(byte, next) {
        // The line break ends the row. Of CRLF, the line feed is copied as that of an empty line.
        text.append(ASCII.quote)
        text.append(byte)
        state = .rowStart
      } else if byte != ASCII.quote {
        text.append(byte)
      } else if next == ASCII.quote, !isInnerQuoteOpen || !endsCell(at: position + 1) {
        add(byte)
        position += 1
      } else if next == nil || next == delimiter || next.map(ASCII.isLineBreak) ?? true {
        text.append(byte)
        state = .cellStart
      } else if quotes == .strict {
        // Copied unchanged, so that the reader reports it.
        text.append(byte)
        cellIsQuoted = true
        state = .plain
      } else {
        isInnerQuoteOpen.toggle()
        add(byte)
      }
    }

    /// Whether a byte and the following one are the last line break of the input.
    private func isLastLineBreak(_ byte: UInt8, _ next: UInt8?) -> Bool {
      guard hasEnded, ASCII.isLineBreak(byte) else { return false }
      return next == nil || byte == ASCII.carriageReturn && next == ASCII.lineFeed && position + 1 == received.count
    }

    /// Whether a cell ends at an index of the received bytes: of two quotes before it, the first closes an inner quote as in
    /// `"the "Bus""`, and the second the cell.
    private func endsCell(at index: Int) -> Bool { index >= received.count || isEndOfCell(received[index]) }

    private func add(_ byte: UInt8) {
      if byte == ASCII.quote { text.append(byte) }
      text.append(byte)
    }
  }
}
