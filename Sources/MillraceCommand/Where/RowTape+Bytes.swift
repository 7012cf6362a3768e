import Millrace

// Rows as bytes, for a temporary file that this process reads again: of each event its tag, and the value in as many bytes as it takes.

extension RowTape {
  private enum Tag: UInt8 {
    case beginObject, endObject, beginArray, endArray, key, number, string, bytes, null, no, yes, integer, double, float
    case instant
  }

  /// Appends the row to others.
  func append(to output: inout [UInt8]) {
    func put(_ tag: Tag) { output.append(tag.rawValue) }
    func put<Number: FixedWidthInteger>(_ number: Number) {
      for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
        output.append(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
    func put(_ tag: Tag, _ range: Range<Int>) {
      put(tag)
      Self.put(count: range.count, to: &output)
      output += text[range]
    }
    Self.put(count: events.count, to: &output)
    for event in events {
      switch event {
      case .beginObject: put(.beginObject)
      case .endObject: put(.endObject)
      case .beginArray: put(.beginArray)
      case .endArray: put(.endArray)
      case .key(let range): put(.key, range)
      case .number(let range): put(.number, range)
      case .string(let range): put(.string, range)
      case .bytes(let range): put(.bytes, range)
      case .null: put(.null)
      case .boolean(let value): put(value ? .yes : .no)
      case .integer(let value):
        put(.integer)
        put(value)
      case .double(let value):
        put(.double)
        put(value.bitPattern)
      case .float(let value):
        put(.float)
        put(value.bitPattern)
      case .instant(let value, let form):
        put(.instant)
        put(form.rawValue)
        put(value.seconds)
        put(value.nanoseconds)
      }
    }
  }

  /// Seven bits in each byte, the lowest first. All bytes but the last one have the eighth bit.
  private static func put(count: Int, to output: inout [UInt8]) {
    var rest = UInt(count)
    while rest > 0x7F {
      output.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    output.append(UInt8(rest))
  }

  /// The rows that were appended to bytes.
  static func rows(in bytes: [UInt8]) -> [RowTape] {
    var rows: [RowTape] = []
    var position = 0
    func byte() -> UInt8 {
      guard position < bytes.count else { return 0 }
      defer { position += 1 }
      return bytes[position]
    }
    func count() -> Int {
      var (count, shift): (UInt, UInt) = (0, 0)
      while true {
        let byte = byte()
        count |= UInt(byte & 0x7F) << shift
        if byte < 0x80 { return Int(count) }
        shift += 7
      }
    }
    func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
      stride(from: 0, to: Number.bitWidth, by: 8).reduce(0) { $0 | Number(truncatingIfNeeded: byte()) << $1 }
    }
    func content() -> ArraySlice<UInt8> {
      let end = min(count() + position, bytes.count)
      defer { position = end }
      return bytes[position..<end]
    }
    while position < bytes.count {
      var row = RowTape()
      for _ in 0..<count() {
        switch Tag(rawValue: byte()) {
        case .beginObject: row.beginMap()
        case .endObject: row.endObject()
        case .beginArray: row.beginArray()
        case .endArray: row.endArray()
        case .key: Array(content()).withSpan { row.writeKey(utf8: $0) }
        case .number: Array(content()).withSpan { row.writeNumber(text: $0) }
        case .string: Array(content()).withSpan { row.writeString(utf8: $0) }
        case .bytes: row.write(bytes: Array(content()))
        case .null, nil: row.writeNull()
        case .no: row.write(false)
        case .yes: row.write(true)
        case .integer: row.write(number(Int64.self))
        case .double: row.write(Double(bitPattern: number(UInt64.self)))
        case .float: row.write(Float(bitPattern: number(UInt32.self)))
        case .instant:
          let form = Instant.Form(rawValue: byte()) ?? .instant
          row.write(Instant(seconds: number(Int64.self), nanoseconds: number(Int32.self)), as: form)
        }
      }
      rows.append(row)
    }
    return rows
  }
}
