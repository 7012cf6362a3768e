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
      source = UTF16Source(PrefixedSource(start: Array(start.dropFirst(mark)), rest: source), order)
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
  private var highSurrogate: UInt16?
  private var text: [UInt8] = []
  private var position = 0
  private var hasEnded = false

  init(_ source: any ByteSource, _ order: ByteOrder) {
    self.source = source
    self.order = order
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
    hasEnded = received.count == count
    var index = 0
    while index + 1 < received.count {
      let pair = (UInt16(received[index]), UInt16(received[index + 1]))
      try append(order == .littleEndian ? pair.1 << 8 | pair.0 : pair.0 << 8 | pair.1)
      index += 2
    }
    received.removeFirst(index)
    if hasEnded, !received.isEmpty || highSurrogate != nil { throw InvalidUTF16() }
  }

  private mutating func append(_ unit: UInt16) throws {
    if let high = highSurrogate {
      guard UTF16.isTrailSurrogate(unit) else { throw InvalidUTF16() }
      highSurrogate = nil
      text += String(UTF16.decode(UTF16.EncodedScalar([high, unit]))).utf8
    } else if UTF16.isLeadSurrogate(unit) {
      highSurrogate = unit
    } else {
      guard let scalar = Unicode.Scalar(unit) else { throw InvalidUTF16() }
      if unit < 0x80 { text.append(UInt8(truncatingIfNeeded: unit)) } else { text += String(scalar).utf8 }
    }
  }
}

/// Text that looked like UTF-16 has an unpaired surrogate or half a code unit.
package struct InvalidUTF16: Error, CustomStringConvertible {
  package var description: String { "the text is not valid UTF-16; convert it to UTF-8 first, such as with iconv" }
}
