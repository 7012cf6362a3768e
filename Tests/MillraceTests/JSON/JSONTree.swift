import Foundation
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
      guard try reader.beginDictionary() else { return .object([]) }
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
      writer.beginDictionary()
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

extension JSONTree {
  /// What Foundation reads, or nil when it rejects a text.
  static func byFoundation(_ text: [UInt8]) -> Any? {
    try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)
  }

  /// Whether Foundation has read the same. Of duplicate keys Foundation keeps one, and of numbers the nearest double.
  func agrees(with value: Any) -> Bool {
    switch self {
    case .null: return value is NSNull
    case .boolean(let boolean):
      guard let number = value as? NSNumber, Self.isBoolean(number) else { return false }
      return number.boolValue == boolean
    case .number(let text):
      guard let number = value as? NSNumber, !Self.isBoolean(number) else { return false }
      // Foundation on Linux reads some numbers as decimals and makes doubles of those that are not the nearest.
      if let decimal = number as? NSDecimalNumber { return decimal.decimalValue == Decimal(string: text) }
      return number.doubleValue == Double(text)
    case .string(let text):
      return (value as? String).map { $0.utf8.elementsEqual(text.utf8) } ?? false
    case .array(let elements):
      guard let values = value as? [Any], values.count == elements.count else { return false }
      return zip(elements, values).allSatisfy { $0.agrees(with: $1) }
    case .object(let members):
      guard let values = value as? [String: Any], values.count == Set(members.map(\.key)).count else { return false }
      return members.allSatisfy { member in values[member.key].map { member.value.agrees(with: $0) } ?? false }
    }
  }

  private static func isBoolean(_ number: NSNumber) -> Bool { number.objCType.pointee == CChar(UInt8(ascii: "c")) }
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
