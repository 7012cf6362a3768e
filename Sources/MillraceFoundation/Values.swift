public import Millrace

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Other types of Foundation that are values in documents.

/// Binary data is read and written in the representation of the format and its style: in JSON, a Base64 string by
/// default.
extension Data: Readable, Writable {
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Data {
    Data(try reader.readBytes())
  }

  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) { writer.write(bytes: [UInt8](self)) }
}

/// Strategies for bytes can be used for data: `@Field(using: Base64URL.self) var token: Data`.
extension Data: StrategyConvertible {
  public init(strategyValue: [UInt8]) { self.init(strategyValue) }
  public var strategyValue: [UInt8]? { [UInt8](self) }
}

/// A string of hexadecimal digits in groups (RFC 9562), read in either case and written in capitals.
extension UUID: Readable, Writable, ObjectKey {
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> UUID {
    let text = try reader.readString()
    guard let uuid = UUID(uuidString: text) else {
      try reader.fail(.invalidValue(type: "UUID", found: "\"\(text)\""))
    }
    return uuid
  }

  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) { writer.write(uuidString) }

  public init?(objectKey: String) { self.init(uuidString: objectKey) }
  public var objectKey: String { uuidString }
}

/// A string, absolute or relative.
extension URL: Readable, Writable {
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> URL {
    let text = try reader.readString()
    guard let url = URL(string: text) else {
      try reader.fail(.invalidValue(type: "URL", found: "\"\(text)\""))
    }
    return url
  }

  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) { writer.write(absoluteString) }
}

/// A number with all its digits, up to 38 of them.
extension Decimal: Readable, Writable {
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Decimal {
    let text = try reader.readNumberText()
    guard let decimal = Decimal(string: text), !decimal.isNaN, decimal.isExactly(text) else {
      try reader.fail(.numberOutOfRange(type: "Decimal"))
    }
    return decimal
  }

  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    guard isFinite else {
      writer.fail(.notFinite(.nan))
      return writer.writeNull()
    }
    description.withUTF8Span { writer.writeExactNumber(text: $0) }
  }

  /// Whether a number's text has no more digits than this decimal.
  private func isExactly(_ text: String) -> Bool {
    significantDigits(text) == significantDigits(description)
  }
}

/// The digits of a number's text without leading and trailing zeros.
private func significantDigits(_ text: String) -> Substring {
  var digits = text.prefix { $0 != "e" && $0 != "E" }.filter(\.isNumber)[...]
  while digits.first == "0" { digits.removeFirst() }
  while digits.last == "0" { digits.removeLast() }
  return digits
}
