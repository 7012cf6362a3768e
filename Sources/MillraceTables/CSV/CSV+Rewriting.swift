import Millrace

// Conversion of CSV with escapes or misplaced quotes to RFC 4180.
//
// The index of cells (CellIndex) is exact for RFC 4180 only, and has no branch for other text. So such text is
// rewritten before it is indexed: every cell that is not empty gets quotes around it, and the quotes in it are doubled.
// Line feeds stay where they are, so that errors have the correct line.

extension CSV {
  /// The text of another source, rewritten as RFC 4180.
  final class RewritingSource: ByteSource {
    private var source: any ByteSource
    private let escape: UInt8?
    private let isLenient: Bool
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
      isLenient = options.quotes == .lenient
      comment = options.dialect.comment
      delimiter = options.dialect.delimiter
      mayHaveMark = !options.isContinuation
      sniffsDelimiter = options.sniffsDelimiter
    }

    func read(into output: inout OutputSpan<UInt8>) throws {
      while given == text.count, !hasEnded || position < received.count {
        text.removeAll(keepingCapacity: true)
        given = 0
        if !hasEnded { try receive() }
        if !hasBegun { try begin() }
        rewrite()
      }
      let end = min(text.count, given + output.freeCapacity)
      for byte in text[given..<end] { output.append(byte) }
      given = end
    }

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
      let needed = sniffsDelimiter ? 1 << 16 : 3
      while !hasEnded, received.count < needed { try receive() }
      var start = mayHaveMark && received.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      text += received[..<start]
      if sniffsDelimiter {
        unsafe received.withUnsafeBufferPointer { bytes in
          let rest = unsafe UnsafeBufferPointer(rebasing: bytes[start...])
          if let line = unsafe CSV.separatorLine(of: rest) {
            delimiter = line.delimiter
            unsafe text += rest[..<line.count]
            start += line.count
          } else if let sniffed = unsafe CSV.sniffedDelimiter(of: rest, isComplete: hasEnded, comment: comment) {
            delimiter = sniffed
          }
        }
      }
      position = start
    }

    /// Rewrites the bytes in memory, except for a last byte whose meaning depends on the following bytes.
    private func rewrite() {
      while position < received.count {
        let byte = received[position]
        let next = position + 1 < received.count ? received[position + 1] : nil
        if next == nil, !hasEnded { return }
        position += 1
        switch state {
        case .comment:
          text.append(byte)
          if ASCII.isLineBreak(byte) { state = .rowStart }
        case .rowStart where byte == comment:
          text.append(byte)
          state = .comment
        case .rowStart, .cellStart: beginCell(byte, next)
        case .plain: addToPlain(byte, next)
        case .quoted: addToQuoted(byte, next)
        }
      }
      if hasEnded, state == .quoted || state == .plain {
        // In strict mode an open quote is an error, which the reader reports.
        if state == .plain || isLenient { text.append(ASCII.quote) }
        state = .rowStart
      }
    }

    private func beginCell(_ byte: UInt8, _ next: UInt8?) {
      if byte == delimiter || ASCII.isLineBreak(byte) {
        text.append(byte)
        state = byte == delimiter ? .cellStart : .rowStart
        return
      }
      text.append(ASCII.quote)
      if byte == ASCII.quote {
        state = .quoted
      } else {
        state = .plain
        addToPlain(byte, next)
      }
    }

    private func addToPlain(_ byte: UInt8, _ next: UInt8?) {
      if byte == escape, let next {
        add(next)
        position += 1
      } else if byte == delimiter || ASCII.isLineBreak(byte) {
        text.append(ASCII.quote)
        text.append(byte)
        state = byte == delimiter ? .cellStart : .rowStart
      } else if byte == ASCII.quote, !isLenient {
        // Copied unchanged, so that the reader reports it.
        text.append(byte)
        text.append(UInt8(ascii: "x"))
      } else {
        add(byte)
      }
    }

    private func addToQuoted(_ byte: UInt8, _ next: UInt8?) {
      if byte == escape, let next {
        add(next)
        position += 1
      } else if byte != ASCII.quote {
        text.append(byte)
      } else if next == ASCII.quote {
        add(byte)
        position += 1
      } else if next == nil || next == delimiter || next.map(ASCII.isLineBreak) ?? true {
        text.append(byte)
        state = .cellStart
      } else if !isLenient {
        // Copied unchanged, so that the reader reports it.
        text.append(byte)
        state = .plain
      } else {
        add(byte)
      }
    }

    private func add(_ byte: UInt8) {
      if byte == ASCII.quote { text.append(byte) }
      text.append(byte)
    }
  }
}
