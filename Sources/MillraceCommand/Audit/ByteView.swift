import SystemLibrary

/// A part of a binary's bytes. Every access is checked.
///
/// Offsets and sizes in a binary are untrusted: they are unsigned numbers of 64 bits, which are compared with
/// the size of the view, and arithmetic on them wraps around instead of trapping.
struct ByteView {
  private let file: [UInt8]
  /// The range of this part in the file.
  private var range: Range<Int>
  var isBigEndian = false
  /// Whether words have 64 bits, and not 32.
  var is64Bit = true

  init(_ file: [UInt8]) {
    self.file = file
    range = 0..<file.count
  }

  private init(_ view: ByteView, _ range: Range<Int>) {
    self = view
    self.range = range
  }

  var count: UInt64 { UInt64(range.count) }

  /// The offset of this part in the file.
  var fileOffset: UInt64 { UInt64(range.lowerBound) }

  var wordSize: UInt64 { is64Bit ? 8 : 4 }

  /// Returns the bytes from an offset on; all of them by default.
  func part(_ offset: UInt64, count: UInt64? = nil) throws(BinaryError) -> ByteView {
    guard offset <= self.count, (count ?? 0) <= self.count - offset else {
      throw .truncated(offset: fileOffset &+ offset, wanted: count ?? 0, fileSize: UInt64(file.count))
    }
    // Both fit: they are not greater than the size of an array.
    let start = range.lowerBound + Int(offset)
    return ByteView(self, start..<(count.map { start + Int($0) } ?? range.upperBound))
  }

  /// Returns a table of entries of equal size.
  func table(_ offset: UInt64, entries: UInt64, size: UInt64) throws(BinaryError) -> ByteView {
    let (count, overflows) = entries.multipliedReportingOverflow(by: size)
    return try part(offset, count: overflows ? .max : count)
  }

  func integer<Integer: FixedWidthInteger>(
    _ type: Integer.Type = Integer.self, at offset: UInt64
  ) throws(BinaryError) -> Integer {
    let bytes = try part(offset, count: UInt64(MemoryLayout<Integer>.size))
    let start = bytes.range.lowerBound
    let value = unsafe file.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: start, as: Integer.self) }
    return isBigEndian ? Integer(bigEndian: value) : Integer(littleEndian: value)
  }

  /// A word of the binary's size.
  func word(at offset: UInt64) throws(BinaryError) -> UInt64 {
    is64Bit ? try integer(UInt64.self, at: offset) : UInt64(try integer(UInt32.self, at: offset))
  }

  /// The bytes up to the next zero, or up to the end, but not more than `longestName`.
  func zeroTerminated(at offset: UInt64) throws(BinaryError) -> ByteView {
    let rest = try part(offset)
    let limit = min(rest.range.count, Self.longestName)
    let length = unsafe file.withUnsafeBytes { file -> Int in
      guard limit > 0, let base = file.baseAddress else { return 0 }
      let start = unsafe base + rest.range.lowerBound
      return unsafe memchr(start, 0, limit).map { unsafe UnsafeRawPointer($0) - start } ?? limit
    }
    return ByteView(rest, rest.range.lowerBound..<rest.range.lowerBound + length)
  }

  /// The maximum length of a name, which is larger than that of generic types and functions. A hostile binary can have
  /// longer names.
  private static var longestName: Int { 0x4000 }

  /// The bytes as text. Invalid UTF-8 is replaced.
  var text: String { String(decoding: file[range], as: UTF8.self) }

  func hasPrefix(_ prefix: StaticString) -> Bool { matches(prefix, at: range.lowerBound) }

  func hasSuffix(_ suffix: StaticString) -> Bool { matches(suffix, at: range.upperBound - suffix.utf8CodeUnitCount) }

  private func matches(_ text: StaticString, at start: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard start >= range.lowerBound, count <= range.upperBound - start else { return false }
    return unsafe file.withUnsafeBytes { file in
      unsafe count == 0 || file.baseAddress.map { unsafe memcmp($0 + start, text.utf8Start, count) == 0 } ?? false
    }
  }

  /// Whether the bytes come before others, or are the first of them.
  func precedesOrBegins(_ other: ByteView) -> Bool { compare(other) <= 0 }

  /// Whether other bytes begin with these.
  func begins(_ other: ByteView) -> Bool { range.count <= other.range.count && compare(other) == 0 }

  /// Compares the bytes with as many of another view.
  private func compare(_ other: ByteView) -> Int32 {
    unsafe file.withUnsafeBytes { mine in
      unsafe other.file.withUnsafeBytes { theirs in
        let shared = min(range.count, other.range.count)
        if shared > 0, let mine = mine.baseAddress, let theirs = theirs.baseAddress {
          let order = unsafe memcmp(mine + range.lowerBound, theirs + other.range.lowerBound, shared)
          if order != 0 { return order }
        }
        return range.count > other.range.count ? 1 : 0
      }
    }
  }
}

/// The reason why a binary cannot be read.
enum BinaryError: Error {
  /// An offset or a size in the file exceeds the file's size.
  case truncated(offset: UInt64, wanted: UInt64, fileSize: UInt64)
  /// The bytes at an offset contradict the format.
  case malformed(String, offset: UInt64)
  /// The file is valid, but of an unsupported kind.
  case unsupported(String)

  var description: String {
    switch self {
    case .truncated(let offset, let wanted, let size):
      "\(wanted == .max ? "too many" : "\(wanted)") bytes at offset \(offset) exceed the file size of \(size) bytes"
    case .malformed(let problem, let offset): "\(problem), at offset \(offset)"
    case .unsupported(let reason): reason
    }
  }
}
