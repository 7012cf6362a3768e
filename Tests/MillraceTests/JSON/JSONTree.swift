import Millrace

/// Any JSON value, read with the public methods of readers and nothing else.
indirect enum JSONTree: Serializable, Sendable {
  case null
  case boolean(Bool)
  /// With all its digits.
  case number(String)
  case string(String)
  case array([JSONTree])
  /// The members in document order, including duplicate keys.
  case object([(key: String, value: JSONTree)])

  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> JSONTree {
    switch try reader.nextKind() {
    case .null:
      // What only looks like a null is rejected when it is skipped.
      if !reader.takeNull() { try reader.skipValue() }
      return .null
    case .boolean: return .boolean(try reader.readBool())
    case .number: return .number(try reader.readNumberText())
    case .string: return .string(try reader.readString())
    case .array:
      guard try reader.beginArray() else { return .array([]) }
      var elements: [JSONTree] = []
      repeat { elements.append(try reader.read(JSONTree.self)) } while try reader.nextElement()
      return .array(elements)
    case .object:
      guard try reader.beginMap() else { return .object([]) }
      var members: [(key: String, value: JSONTree)] = []
      repeat { members.append((try reader.readKey(), try reader.read(JSONTree.self))) } while try reader.nextMember()
      return .object(members)
    }
  }

  func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    switch self {
    case .null: writer.writeNull()
    case .boolean(let value): writer.write(value)
    case .number(let text): writer.writeNumber(text: text.utf8.span)
    case .string(let text): writer.write(text)
    case .array(let elements):
      writer.beginArray()
      for element in elements { writer.write(value: element) }
      writer.endArray()
    case .object(let members):
      writer.beginMap()
      for (key, value) in members {
        writer.writeKey(key)
        writer.write(value: value)
      }
      writer.endObject()
    }
  }
}

extension JSONTree {
  /// One line that is the same for the same value, as the Python script makes it, too. Strings are compared by it
  /// rather than with `==`, which takes é for the same in one scalar and in two.
  var canonical: String {
    var line: [UInt8] = []
    appendCanonical(to: &line)
    return String(decoding: line, as: UTF8.self)
  }

  private func appendCanonical(to line: inout [UInt8]) {
    func append(_ text: String) {
      line.append(UInt8(ascii: "\""))
      line.append(hexadecimal: Array(text.utf8))
    }
    switch self {
    case .null: line.append(UInt8(ascii: "n"))
    case .boolean(let value): line.append(value ? UInt8(ascii: "t") : UInt8(ascii: "f"))
    case .number(let text): line += Array("#\(text)".utf8)
    case .string(let text): append(text)
    case .array(let elements):
      line.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { line.append(UInt8(ascii: ",")) }
        element.appendCanonical(to: &line)
      }
      line.append(UInt8(ascii: "]"))
    case .object(let members):
      line.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { line.append(UInt8(ascii: ",")) }
        append(member.key)
        line.append(UInt8(ascii: ":"))
        member.value.appendCanonical(to: &line)
      }
      line.append(UInt8(ascii: "}"))
    }
  }
}

/// A value that goes from the reader straight to a writer.
struct Forwarded<Style: JSON.Style>: Readable {
  var json: [UInt8]

  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Self {
    var writer = JSON.StyledWriter<Style>()
    try forward(from: &reader, to: &writer)
    try writer.finish()
    return Self(json: writer.bytes.withUnsafeBufferPointer { Array($0) })
  }
}
