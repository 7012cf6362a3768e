/// A format of compressed bytes.
public enum Compression: Sendable, Hashable, CaseIterable {
  /// gzip (RFC 1952), by custom with the ending `.gz`.
  case gzip
  /// Zstandard (RFC 8878), by custom with the ending `.zst`.
  case zstandard

  /// The number of bytes that are enough to recognize a format.
  package static var prefixLength: Int { 4 }

  /// The format that the first bytes of a file are in, or nil if they are not compressed.
  ///
  /// - Parameter start: at least four bytes, unless there are fewer.
  package init?(startingWith start: some Collection<UInt8>) {
    if start.starts(with: [0x1F, 0x8B]) {
      self = .gzip  // RFC 1952, section 2.3.1
    } else if start.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) {
      self = .zstandard  // RFC 8878, section 3.1.1
    } else if start.count >= 4, start.dropFirst().starts(with: [0x2A, 0x4D, 0x18]), start.first.map({ $0 >> 4 }) == 5 {
      self = .zstandard  // a skippable frame: RFC 8878, section 3.1.2
    } else {
      return nil
    }
  }
}

/// What is wrong with compressed bytes.
public struct DecompressionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason why compressed data cannot be read.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Problem: Sendable, Hashable {
    /// The bytes end before the compressed stream does.
    case truncated
    /// The bytes are not in the format, or were changed: a checksum may be wrong.
    case corrupt
  }

  /// The reason.
  public var problem: Problem
  /// The number of compressed bytes that were read before the error.
  public var compressedOffset: Int

  public var description: String {
    switch problem {
    case .truncated: "unexpected end of the compressed data at byte \(compressedOffset)"
    case .corrupt: "corrupt compressed data near byte \(compressedOffset)"
    }
  }
}
