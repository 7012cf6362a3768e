// Binary data as text.

/// Base64 with padding (RFC 4648, section 4). Reading is strict: line breaks, other characters and non-zero trailing bits are rejected.
public enum Base64: Base64Text {
  /// The standard alphabet (RFC 4648, section 4).
  @inlinable public static var alphabet: Base64Alphabet { .standard }
}

/// Base64 for URLs and file names, without padding (RFC 4648, section 5). Reading is equally strict.
///
/// ```swift
/// @Serializable
/// struct Session {
///   @Field(using: Base64URL.self) var token: [UInt8]
/// }
/// print(try JSON.encode(Session(token: [255, 255]), as: String.self))  // {"token":"__8"}
/// ```
public enum Base64URL: Base64Text {
  /// The alphabet for URLs and file names (RFC 4648, section 5).
  @inlinable public static var alphabet: Base64Alphabet { .forURLs }
}

/// Binary data as a string in Base64.
public protocol Base64Text: FieldStrategy where Value == [UInt8] {
  /// The alphabet of the text.
  static var alphabet: Base64Alphabet { get }
}

extension Base64Text {
  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> [UInt8] {
    let text = try reader.readString()
    guard let bytes = bytes(base64: text, alphabet) else {
      try reader.fail(.invalidValue(type: "Base64", found: "\"\(text.prefix(40))\""))
    }
    return bytes
  }

  @inlinable
  public static func write<Writer: FormatWriter & ~Copyable>(_ value: borrowing [UInt8], to writer: inout Writer) {
    writer.write(base64(copy value, alphabet))
  }
}

/// Binary data in the representation of the format: bytes in formats that have a type for them; in JSON as the style
/// specifies, which is Base64 by default.
///
/// Use it for fields only. It must not be part of a style, because it uses the style.
public enum NativeBytes: FieldStrategy {
  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> [UInt8] {
    try reader.readBytes()
  }

  @inlinable
  public static func write<Writer: FormatWriter & ~Copyable>(_ value: borrowing [UInt8], to writer: inout Writer) {
    writer.write(bytes: copy value)
  }
}

/// An array of numbers from 0 to 255.
///
/// ```swift
/// @Serializable
/// struct Packet {
///   @Field(using: ArrayOfBytes.self) var payload: [UInt8]
/// }
/// print(try JSON.encode(Packet(payload: [1, 255]), as: String.self))  // {"payload":[1,255]}
/// ```
public enum ArrayOfBytes: FieldStrategy {
  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> [UInt8] {
    try reader.read([UInt8].self)
  }

  @inlinable
  public static func write<Writer: FormatWriter & ~Copyable>(_ value: borrowing [UInt8], to writer: inout Writer) {
    value.withSpan { writer.writeArray($0) }
  }
}
