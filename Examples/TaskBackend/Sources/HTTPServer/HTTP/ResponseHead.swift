/// The head of a response, in bytes.
struct ResponseHead {
  private(set) var bytes: [UInt8] = []

  /// Begins with a status. The memory of the one before is used again.
  mutating func begin(_ status: Status) {
    bytes.removeAll(keepingCapacity: true)
    append(status.line)
  }

  mutating func field(_ name: StaticString, _ value: String) {
    append(name)
    append(": ")
    append(value)
    append("\r\n")
  }

  mutating func field(_ name: StaticString, _ value: Int) {
    append(name)
    append(": ")
    append(decimal: value)
    append("\r\n")
  }

  mutating func append(_ text: StaticString) { text.withUTF8Buffer { bytes.append(contentsOf: $0) } }
  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// The empty line after the fields.
  mutating func end() { append("\r\n") }

  private mutating func append(decimal number: Int) {
    if number >= 10 { append(decimal: number / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
