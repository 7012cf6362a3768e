import Millrace

/// The bytes of text in UTF-8, without a byte order mark.
///
/// The first bytes tell whether the text is in UTF-16, which is converted.
package struct TextSource: ByteSource {
  private var source: any ByteSource
  private var isDetected = false

  /// Creates a source of the text of another source.
  package init(_ source: any ByteSource) { self.source = source }

  /// Whether text that starts with these bytes is converted from UTF-16.
  package static func isUTF16(startingWith start: [UInt8]) -> Bool {
    UTF16Source.byteOrder(startingWith: start) != nil
  }

  package mutating func read(into output: inout OutputSpan<UInt8>) throws {
    if !isDetected { try detect() }
    try source.read(into: &output)
  }

  private mutating func detect() throws {
    isDetected = true
    let start = try source.readStart(atLeast: 4).bytes
    if start.starts(with: [0xEF, 0xBB, 0xBF]) {
      source = PrefixedSource(start: Array(start.dropFirst(3)), rest: source)
    } else if let order = UTF16Source.byteOrder(startingWith: start) {
      let mark = start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) ? 2 : 0
      source = UTF16Source(PrefixedSource(start: Array(start.dropFirst(mark)), rest: source), order, offset: mark)
    } else {
      source = PrefixedSource(start: start, rest: source)
    }
  }
}

/// Text in UTF-16 of another source, in UTF-8.
struct UTF16Source: ByteSource {
  enum ByteOrder {
    case littleEndian, bigEndian
  }

  private var source: any ByteSource
  private let order: ByteOrder
  private var received: [UInt8] = []
  /// The offset of the first received byte in the text.
  private var offset: Int
  private var text: [UInt8] = []
  private var position = 0
  private var hasEnded = false

  /// - Parameter offset: The number of bytes before those of the source.
  init(_ source: any ByteSource, _ order: ByteOrder, offset: Int) {
    self.source = source
    self.order = order
    self.offset = offset
  }

  /// The byte order of text in UTF-16, by its mark or by a zero beside an ASCII character; nil for other text.
  static func byteOrder(startingWith start: [UInt8]) -> ByteOrder? {
    if start.starts(with: [0xFF, 0xFE]) { return start.starts(with: [0xFF, 0xFE, 0, 0]) ? nil : .littleEndian }
    if start.starts(with: [0xFE, 0xFF]) { return .bigEndian }
    guard start.count >= 4 else { return nil }
    if start[0] == 0, start[1] != 0, start[2] == 0, start[3] != 0 { return .bigEndian }
    if start[0] != 0, start[1] == 0, start[2] != 0, start[3] == 0 { return .littleEndian }
    return nil
  }

  mutating func read(into output: inout OutputSpan<UInt8>) throws {
    while position == text.count, !hasEnded { try receive() }
    let end = min(text.count, position + output.freeCapacity)
    for byte in text[position..<end] { output.append(byte) }
    position = end
  }

  private mutating func receive() throws {
    text.removeAll(keepingCapacity: true)
    position = 0
    let count = received.count
    try received.append(addingCapacity: 1 << 15) { output in try source.read(into: &output) }
    let isLast = received.count == count
    let index = convert()
    // What precedes an error is text.
    guard !text.isEmpty || index == received.count || !isLast && isCut(at: index) else {
      throw InvalidUTF16(offset: offset + index)
    }
    hasEnded = isLast && index == received.count
    received.removeFirst(index)
    offset += index
  }

  /// Converts what has been received, as far as it is complete and valid, and returns its size.
  private mutating func convert() -> Int {
    var index = 0
    while let unit = unit(at: index) {
      if let scalar = Unicode.Scalar(unit) {
        if unit < 0x80 { text.append(UInt8(truncatingIfNeeded: unit)) } else { text += String(scalar).utf8 }
        index += 2
      } else {
        guard UTF16.isLeadSurrogate(unit), let next = self.unit(at: index + 2), UTF16.isTrailSurrogate(next) else {
          break
        }
        text += String(UTF16.decode(UTF16.EncodedScalar([unit, next]))).utf8
        index += 4
      }
    }
    return index
  }

  private func unit(at index: Int) -> UInt16? {
    guard index + 1 < received.count else { return nil }
    let pair = (UInt16(received[index]), UInt16(received[index + 1]))
    return order == .littleEndian ? pair.1 << 8 | pair.0 : pair.0 << 8 | pair.1
  }

  /// Whether more bytes can make a character of those from an index on.
  private func isCut(at index: Int) -> Bool {
    unit(at: index).map { UTF16.isLeadSurrogate($0) && unit(at: index + 2) == nil } ?? true
  }
}

/// Text that looked like UTF-16 has an unpaired surrogate or half a code unit.
package struct InvalidUTF16: Error, CustomStringConvertible {
  /// The offset of the first byte that is not text.
  package let offset: Int

  package var description: String {
    "the text is not valid UTF-16 at byte \(offset); convert it to UTF-8 first, such as with iconv"
  }
}
