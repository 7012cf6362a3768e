import Millrace

/// The text in ISO 8859-1 of another source, in UTF-8: each byte is the Unicode scalar of its number.
struct Latin1Source: ByteSource {
  private var source: any ByteSource
  private var received: [UInt8] = []
  /// What was received, in UTF-8.
  private var text: [UInt8] = []
  private var position = 0

  init(_ source: any ByteSource) { self.source = source }

  mutating func read(into output: inout OutputSpan<UInt8>) throws {
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
      } else {
        text.append(0xC0 | byte >> 6)
        text.append(0x80 | byte & 0x3F)
      }
    }
  }
}
