#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The encoding of a document. Earlier versions of JSON allowed several (RFC 4627, section 3).
enum TextEncoding {
  case utf8
  /// Any other encoding, or UTF-8 with a byte order mark, which has this many bytes.
  case other(String.Encoding, markCount: Int)

  /// Infers the encoding from the first bytes: from a byte order mark, or from the positions of zeros, because a
  /// document begins with two ASCII characters.
  init(of bytes: UnsafeBufferPointer<UInt8>) {
    // Nearly all documents begin with two ASCII characters of one byte each.
    if bytes.count >= 2, unsafe bytes[0] &- 1 < 0x7F, unsafe bytes[1] &- 1 < 0x7F {
      self = .utf8
      return
    }
    if let (mark, encoding) = Self.marks.first(where: { unsafe bytes.starts(with: $0.bytes) }) {
      self = .other(encoding, markCount: mark.count)
      return
    }
    self =
      switch unsafe bytes.prefix(4).map({ $0 == 0 }) {
      case [true, true, true, false]: .other(.utf32BigEndian, markCount: 0)
      case [false, true, true, true]: .other(.utf32LittleEndian, markCount: 0)
      case [true, false, true, false], [true, false]: .other(.utf16BigEndian, markCount: 0)
      case [false, true, false, true], [false, true]: .other(.utf16LittleEndian, markCount: 0)
      default: .utf8
      }
  }

  private static let marks: [(bytes: [UInt8], encoding: String.Encoding)] = [
    ([0xEF, 0xBB, 0xBF], .utf8),
    ([0, 0, 0xFE, 0xFF], .utf32BigEndian),
    ([0xFF, 0xFE, 0, 0], .utf32LittleEndian),
    // Foundation treats this as the mark.
    ([0xFE, 0xFF, 0, 0], .utf32LittleEndian),
    ([0xFE, 0xFF], .utf16BigEndian),
    ([0xFF, 0xFE], .utf16LittleEndian),
  ]

  var isUTF8: Bool { if case .utf8 = self { true } else { false } }

  /// The bytes of a document in UTF-8, without a byte order mark.
  ///
  /// - Throws: `DecodingError` if the document is not in the inferred encoding.
  static func utf8Document(_ bytes: UnsafeBufferPointer<UInt8>) throws -> [UInt8] {
    switch unsafe TextEncoding(of: bytes) {
    case .utf8: return unsafe Array(bytes)
    case .other(.utf8, let markCount): return unsafe Array(bytes.dropFirst(markCount))
    case .other(let encoding, let markCount):
      guard let text = unsafe String(bytes: bytes.dropFirst(markCount), encoding: encoding) else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: [], debugDescription: "The given data was not valid JSON."))
      }
      return Array(text.utf8)
    }
  }
}
