// Strings of at most fifteen bytes.
//
// Such a string has no storage: its two words hold the bytes themselves, and in the highest byte the count and whether
// they are ASCII. The standard library fills them in byte by byte, in 130 to 200 instructions, and lays them out in
// memory whenever they are looked at. Most strings in documents are that short, so that this would be an eighth of all
// that is spent on reading and a quarter of what is spent on writing. Here they go in and out by words.
//
// The layout is part of Swift's stable ABI on Apple's platforms (`_StringObject` is frozen, and inlined into programs),
// and other platforms compile the same source. It is still not guaranteed. So it is looked at before it is
// relied on: once in a process all lengths are built both ways and compared, and if one differs all strings are made by
// the standard library.

extension String {
  /// Copies text that is known to be UTF-8.
  ///
  /// - Parameters:
  ///   - bytes: well-formed UTF-8.
  ///   - isASCII: whether all bytes are below 0x80.
  ///   - knowsLayout: what `layoutOfShortStringsIsKnown` says.
  @inlinable @inline(__always)
  package init(validUTF8 bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool, knowsLayout: Bool) {
    if bytes.count <= 15, knowsLayout {
      self.init(shortUTF8: bytes, isASCII: isASCII)
    } else {
      self.init(validUTF8: bytes, isASCII: isASCII)
    }
  }

  /// Copies text that is known to be UTF-8 by way of the standard library.
  @inlinable @inline(__always)
  package init(validUTF8 bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      // SAFETY: checked by every caller.
      self = unsafe String(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
    } else {
      self = String(unsafeUninitializedCapacity: bytes.count) { $0.initialize(fromContentsOf: bytes) }
    }
  }

  /// - Parameter bytes: at most fifteen.
  @inlinable @inline(__always)
  init(shortUTF8 bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) {
    guard let start = bytes.baseAddress else {
      self = ""
      return
    }
    let count = bytes.count
    func shifted(_ word: UInt64, byBytes count: Int) -> UInt64 { word &<< UInt64(truncatingIfNeeded: 8 &* count) }
    var low: UInt64
    var high: UInt64 = 0
    if count > 8 {
      low = EightBytes(at: start).lanes
      // The last eight bytes; those that are in the lower word already are shifted out.
      high = EightBytes(at: start + (count &- 8)).lanes &>> UInt64(truncatingIfNeeded: 8 &* (16 &- count))
    } else if count >= 4 {
      let first = UnsafeRawPointer(start).loadUnaligned(as: UInt32.self)
      let last = UnsafeRawPointer(start + (count &- 4)).loadUnaligned(as: UInt32.self)
      low = UInt64(UInt32(littleEndian: first)) | shifted(UInt64(UInt32(littleEndian: last)), byBytes: count &- 4)
    } else if count > 0 {
      // One to three bytes: the first, the middle and the last cover them all.
      low = UInt64(start[0])
      low |= shifted(UInt64(start[count &>> 1]), byBytes: count &>> 1)
      low |= shifted(UInt64(start[count &- 1]), byBytes: count &- 1)
    } else {
      low = 0
    }
    high |= shifted(UInt64(truncatingIfNeeded: (isASCII ? 0xE0 : 0xA0) | count), byBytes: 7)
    // SAFETY: a string is these two words, as `layoutOfShortStringsIsKnown` has made sure.
    self = unsafeBitCast((low.littleEndian, high.littleEndian), to: String.self)
  }

  /// The bytes of a short string, with zeros after them, and their count; nil for one that has storage.
  ///
  /// - Precondition: `layoutOfShortStringsIsKnown`
  @inlinable @inline(__always)
  package var shortUTF8: (bytes: SixteenBytes, count: Int)? {
    // SAFETY: a string is these two words, as `layoutOfShortStringsIsKnown` has made sure.
    let (low, high) = unsafeBitCast(self, to: Words.self)
    guard UInt64(littleEndian: high) & 1 &<< 61 != 0 else { return nil }
    let count = Int(truncatingIfNeeded: UInt64(littleEndian: high) &>> 56 & 0x0F)
    let withoutCount = EightBytes(lanes: UInt64(littleEndian: high) & 0x00FF_FFFF_FFFF_FFFF)
    return (SixteenBytes(EightBytes(lanes: UInt64(littleEndian: low)), withoutCount), count)
  }

  @usableFromInline typealias Words = (UInt64, UInt64)

  /// Whether what is built here is, bit for bit, what the standard library builds, and read back as it was.
  fileprivate static func isShortAsBuiltHere(_ bytes: [UInt8], isASCII: Bool) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      let ours = unsafeBitCast(String(shortUTF8: bytes, isASCII: isASCII), to: Words.self)
      let theirs = unsafeBitCast(String(decoding: bytes, as: UTF8.self), to: Words.self)
      guard ours == theirs, let (taken, count) = String(decoding: bytes, as: UTF8.self).shortUTF8 else { return false }
      return count == bytes.count && (0..<16).allSatisfy { taken.vector[$0] == ($0 < count ? bytes[$0] : 0) }
    }
  }
}

/// Whether short strings can be built here.
@usableFromInline
package let layoutOfShortStringsIsKnown: Bool = {
  guard MemoryLayout<String>.size == MemoryLayout<String.Words>.size, MemoryLayout<Int>.size == 8,
    String(repeating: "-", count: 16).shortUTF8 == nil
  else { return false }
  let ascii = Array("0123456789abcde".utf8)
  let others = Array("é∂ßΩ≈ø√∫".utf8)
  return (0...15).allSatisfy { count in
    String.isShortAsBuiltHere(Array(ascii.prefix(count)), isASCII: true)
  }
    && [2, 5, 7, 9, 12, 14].allSatisfy { count in
      String.isShortAsBuiltHere(Array(others.prefix(count)), isASCII: false)
    }
}()
