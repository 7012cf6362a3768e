#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The encodings that JSON was ever allowed to be in (RFC 4627, section 3).
enum TextEncoding {
  case utf8, utf16BigEndian, utf16LittleEndian, utf32BigEndian, utf32LittleEndian
  /// UTF-8 with a byte order mark.
  case utf8WithMark

  /// Looks at the first bytes: at a byte order mark, or at where there are zeros, since a document begins with two ASCII
  /// characters.
  init(of bytes: UnsafeBufferPointer<UInt8>) {
    // Two characters of ASCII, as nearly all documents begin.
    if bytes.count >= 2, bytes[0] &- 1 < 0x7F, bytes[1] &- 1 < 0x7F {
      self = .utf8
      return
    }
    func begins(_ pattern: UInt8...) -> Bool { bytes.starts(with: pattern) }
    let zeros = bytes.prefix(4).map { $0 == 0 }
    if begins(0xEF, 0xBB, 0xBF) {
      self = .utf8WithMark
    } else if begins(0, 0, 0xFE, 0xFF) || zeros == [true, true, true, false] {
      self = .utf32BigEndian
    } else if begins(0xFF, 0xFE, 0, 0) || zeros == [false, true, true, true] {
      self = .utf32LittleEndian
    } else if begins(0xFE, 0xFF) || zeros == [true, false, true, false] || zeros == [true, false] {
      self = .utf16BigEndian
    } else if begins(0xFF, 0xFE) || zeros == [false, true, false, true] || zeros == [false, true] {
      self = .utf16LittleEndian
    } else {
      self = .utf8
    }
  }

  /// The bytes of a document in UTF-8, without a byte order mark.
  ///
  /// - Throws: `DecodingError` if it is not in the encoding that it seems to be in.
  static func utf8Document(_ bytes: UnsafeBufferPointer<UInt8>) throws -> [UInt8] {
    let encoding: String.Encoding
    switch TextEncoding(of: bytes) {
    case .utf8: return Array(bytes)
    case .utf8WithMark: return Array(bytes.dropFirst(3))
    case .utf16BigEndian: encoding = .utf16BigEndian
    case .utf16LittleEndian: encoding = .utf16LittleEndian
    case .utf32BigEndian: encoding = .utf32BigEndian
    case .utf32LittleEndian: encoding = .utf32LittleEndian
    }
    guard let text = String(bytes: bytes, encoding: encoding) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: "The given data was not valid JSON."))
    }
    let mark = "\u{FEFF}".utf8
    return Array(text.utf8.starts(with: mark) ? text.utf8.dropFirst(mark.count) : text.utf8[...])
  }
}
