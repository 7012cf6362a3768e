import Millrace

/// Converts the text of another source from a single-byte encoding to UTF-8.
package struct SingleByteSource: ByteSource {
  private var source: any ByteSource
  private var received: [UInt8] = []
  /// The received text, in UTF-8.
  private var text: [UInt8] = []
  private var position = 0

  /// The characters of the bytes from 0x80 to 0x9F, if they are not control characters.
  private let upperControls: [UInt16]

  package init(_ source: any ByteSource, _ encoding: CSV.ReadingOptions.Encoding) {
    self.source = source
    upperControls = encoding == .windows1252 ? Self.windows1252 : []
  }

  /// The table of the WHATWG Encoding Standard: the five bytes without a character are control characters.
  private static let windows1252: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
  ]

  package mutating func read(into output: inout OutputSpan<UInt8>) throws {
    if position == text.count { try receive() }
    let end = min(text.count, position + output.freeCapacity)
    for byte in text[position..<end] { output.append(byte) }
    position = end
  }

  private mutating func receive() throws {
    received.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
    position = 0
    try received.append(addingCapacity: 1 << 15) { output in try source.read(into: &output) }
    for byte in received {
      if byte < 0x80 {
        text.append(byte)
      } else if byte < 0xA0, !upperControls.isEmpty, let scalar = Unicode.Scalar(upperControls[Int(byte) - 0x80]) {
        text += String(scalar).utf8
      } else {
        text.append(0xC0 | byte >> 6)
        text.append(0x80 | byte & 0x3F)
      }
    }
  }
}
