@testable import Millrace
@testable import MillraceTables

/// A cell as it is written in a text.
struct NaiveCell: Equatable {
  var text: [UInt8] = []
  var isQuoted = false
}

/// The rows of a text, and the offset at which parsing fails.
struct SplitText: Equatable {
  var rows: [[NaiveCell]] = []
  var problem: String?
  var offset: Int?
}

/// Rows and cells by RFC 4180, a byte at a time.
///
/// Line breaks are `\n`, `\r\n` and `\r`. A blank line is a row of one empty cell.
func naivelySplit(_ text: [UInt8], delimiter: UInt8) -> SplitText {
  enum State { case atCell, inCell, inQuotes, afterQuote }
  let quote = UInt8(ascii: "\"")
  var result = SplitText()
  var row: [NaiveCell] = []
  var cell = NaiveCell()
  var state = State.atCell
  var position = 0
  var rowStart = 0

  func stop(_ problem: CSV.Problem, at offset: Int) -> SplitText {
    result.problem = "\(problem)"
    result.offset = offset
    return result
  }
  while position < text.count {
    let byte = text[position]
    position += 1
    let isLineBreak = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    switch state {
    case .inQuotes:
      if byte == quote { state = .afterQuote } else { cell.text.append(byte) }
    case .afterQuote where byte == quote:
      cell.text.append(quote)
      state = .inQuotes
    case .atCell where byte == quote:
      cell.isQuoted = true
      state = .inQuotes
    case .atCell, .inCell, .afterQuote:
      guard byte == delimiter || isLineBreak else {
        if state == .afterQuote { return stop(.textAfterQuote(byte), at: position - 1) }
        if byte == quote { return stop(.quoteInCell, at: position - 1) }
        cell.text.append(byte)
        state = .inCell
        continue
      }
      row.append(cell)
      cell = NaiveCell()
      state = .atCell
      guard isLineBreak else { continue }
      if byte == UInt8(ascii: "\r"), position < text.count, text[position] == UInt8(ascii: "\n") { position += 1 }
      result.rows.append(row)
      row = []
      rowStart = position
    }
  }
  if state == .inQuotes { return stop(.unclosedQuote, at: rowStart) }
  if rowStart < text.count {
    row.append(cell)
    result.rows.append(row)
  }
  return result
}

/// Rows and cells as the library finds them.
///
/// - Parameter recordedCells: The number of cells whose positions are recorded at once.
func split(
  _ text: [UInt8], delimiter: UInt8 = UInt8(ascii: ","), windowSize: Int = 64, cutAt cuts: [Int] = [],
  recordedCells: Int = .max
) -> SplitText {
  split(ChunkedSource(text, cutAt: cuts), delimiter, windowSize, recordedCells)
}

/// Rows and cells as the library finds them in a block.
func split(_ block: RowBlock, delimiter: UInt8 = UInt8(ascii: ","), recordedCells: Int) -> SplitText {
  split(block.source(), delimiter, 64, recordedCells)
}

private func split(
  _ source: some ByteSource, _ delimiter: UInt8, _ windowSize: Int, _ recordedCells: Int
) -> SplitText {
  var window = CSV.RowWindow(
    source, delimiter: delimiter, comment: nil, maximumRowSize: 1 << 20, capacity: windowSize)
  window.recordedCells = recordedCells
  var result = SplitText()
  do {
    try window.begin()
    while try window.next() {
      let ends = (0..<min(recordedCells, window.cellCount)).map { window.positions[$0 + 1] }
      window.recordAllCells()
      let allEnds = (0..<window.cellCount).map { window.positions[$0 + 1] }
      if !allEnds.starts(with: ends) { result.problem = "recorded \(ends), later \(allEnds)" }
      let row = (0..<window.cellCount).map { column in
        let start = Int(window.positions[column] &+ 1)
        let bytes = Array(UnsafeBufferPointer(start: window.start, count: Int(window.positions[column + 1])))[start...]
        guard bytes.first == UInt8(ascii: "\"") else { return NaiveCell(text: Array(bytes)) }
        let padded = Array(bytes.dropFirst().dropLast()) + [UInt8](repeating: 0x22, count: 16)
        let text = [UInt8](unsafeUninitializedCapacity: padded.count) { memory, count in
          count = padded.withUnsafeBufferPointer { copyWithoutDoubling(.init(rebasing: $0.dropLast(16)), to: memory) }
        }
        return NaiveCell(text: text, isQuoted: true)
      }
      result.rows.append(row)
    }
  } catch {
    let error = FormatError(wrapping: error)
    result.problem = error.problem.description
    result.offset = error.place.offset
  }
  return result
}
