import CByteMask

// Strings of at most fifteen bytes.
//
// Such a string has no storage: its two words contain the bytes themselves, and the highest byte contains the count and
// whether all bytes are ASCII. The standard library fills the words byte by byte, in 130 to 200 instructions, and
// copies them to memory whenever they are read. Most strings in documents are that short, so this would take an eighth
// of all the time spent on reading and a quarter of the time spent on writing. Here, strings are read and written by
// words. The layout is part of Swift's stable ABI on Apple's platforms (`_StringObject` is frozen, and inlined into
// programs), and other platforms compile the same source. It is still not guaranteed. So it is checked before it is
// used: once in a process, strings of all lengths are built in both ways and compared. If one differs, the standard
// library builds all strings.
//
// A string is short if bit 61 of its second word is set. No string with storage has this bit, an `NSString` included
// (StringObject.swift and StringBridge.swift in the standard library, String+Bridging.swift in Foundation):
//
// - The second word of a string with storage consists of an address, whose four highest bits are zero, and of a
//   discriminator in those bits. The discriminators are 0x0 for storage of Swift, 0x8 for literals, 0x4 and 0x5 for an
//   `NSString` that is bridged lazily, with and without direct access to UTF-8, and 0xC for a constant `NSString`.
// - An `NSString` whose text is in a tagged pointer has no address. It is never stored in a string: bridging copies its
//   text, or refers to it like to a literal. If the copy is short, it has the layout of all short strings.
//
// Strings of at most fifteen bytes may have storage, bridged ones in particular. They are read as long ones are.
//
// The layout is unknown, by the size of `String`, where pointers have 32 bits (watchOS on arm64_32): strings have twelve
// bytes there, and at most ten of text. On Android, the discriminator is in another byte.

extension String {
  /// Copies text that is known to be UTF-8.
  ///
  /// - Parameters:
  ///   - bytes: Well-formed UTF-8.
  ///   - isASCII: Whether all bytes are below 0x80.
  ///   - knowsLayout: The value of `layoutOfShortStringsIsKnown`.
  @inlinable @inline(__always)
  package init(validUTF8 bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool, knowsLayout: Bool) {
    if bytes.count <= 15, knowsLayout {
      unsafe self.init(shortUTF8: bytes, isASCII: isASCII)
    } else {
      unsafe self.init(validUTF8: bytes, isASCII: isASCII)
    }
  }

  /// Copies text that is known to be UTF-8, using the standard library.
  @inlinable @inline(__always)
  package init(validUTF8 bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      // SAFETY: every caller has checked the text.
      self = unsafe String(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
    } else {
      self = unsafe String(utf8Capacity: bytes.count) { unsafe $0.initialize(fromContentsOf: bytes) }
    }
  }

  /// Creates a string whose UTF-8 a closure writes: `init(unsafeUninitializedCapacity:initializingUTF8With:)`, also for systems
  /// without that initializer.
  ///
  /// - Parameters:
  ///   - utf8Capacity: The size of the memory, in bytes.
  ///   - write: A closure that writes well-formed UTF-8 to the memory and returns the number of bytes.
  @usableFromInline
  init(utf8Capacity: Int, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Int) {
    if #available(macOS 11, iOS 14, tvOS 14, watchOS 7, *) {
      self = unsafe String(unsafeUninitializedCapacity: utf8Capacity, initializingUTF8With: write)
    } else {
      self = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: utf8Capacity) { memory in
        let count = unsafe write(memory)
        return unsafe String(decoding: memory.prefix(count), as: UTF8.self)
      }
    }
  }

  /// - Parameter bytes: At most fifteen bytes.
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
      low = unsafe EightBytes(at: start).lanes
      // The last eight bytes. Those that are already in the lower word are shifted out.
      high = unsafe EightBytes(at: start + (count &- 8)).lanes &>> UInt64(truncatingIfNeeded: 8 &* (16 &- count))
    } else if count >= 4 {
      let first = unsafe UnsafeRawPointer(start).loadUnaligned(as: UInt32.self)
      let last = unsafe UnsafeRawPointer(start + (count &- 4)).loadUnaligned(as: UInt32.self)
      low = UInt64(UInt32(littleEndian: first)) | shifted(UInt64(UInt32(littleEndian: last)), byBytes: count &- 4)
    } else if count > 0 {
      // One to three bytes: the first, the middle and the last byte include all of them.
      low = unsafe UInt64(start[0])
      unsafe low |= shifted(UInt64(start[count &>> 1]), byBytes: count &>> 1)
      unsafe low |= shifted(UInt64(start[count &- 1]), byBytes: count &- 1)
    } else {
      low = 0
    }
    self = .short(low, high, count: count, isASCII: isASCII)
  }

  /// - Parameters:
  ///   - start: The address of the text, from which sixteen bytes are readable.
  ///   - count: At most fifteen.
  @inlinable @inline(__always)
  init(shortUTF8 start: UnsafePointer<UInt8>, count: Int, isASCII: Bool) {
    let mask: UInt64 = 1 &<< UInt64(truncatingIfNeeded: 8 &* count) &- 1
    let low = unsafe EightBytes(at: start).lanes
    if count >= 8 {
      self = unsafe .short(low, EightBytes(at: start + 8).lanes & mask, count: count, isASCII: isASCII)
    } else {
      self = .short(low & mask, 0, count: count, isASCII: isASCII)
    }
  }

  /// - Parameters:
  ///   - low: The first eight bytes, with zeros after the text.
  ///   - high: The other bytes.
  @inlinable @inline(__always)
  static func short(_ low: UInt64, _ high: UInt64, count: Int, isASCII: Bool) -> String {
    let tag = UInt64(truncatingIfNeeded: (isASCII ? 0xE0 : 0xA0) | count) &<< 56
    var words: Words = (low.littleEndian, (high | tag).littleEndian)
    return unsafe withUnsafeMutablePointer(to: &words) {
      // SAFETY: a string is these two words, as `layoutOfShortStringsIsKnown` has made sure. It is moved: a copy would be retained.
      unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: String.self).move()
    }
  }

  /// The bytes of a short string, with zeros after them, and their count; nil for a string that has storage.
  ///
  /// - Precondition: `layoutOfShortStringsIsKnown`
  @inlinable @inline(__always)
  package var shortUTF8: (bytes: SixteenBytes, count: Int)? {
    // SAFETY: a string is these two words, as `layoutOfShortStringsIsKnown` has made sure.
    let (low, high) = unsafe unsafeBitCast(self, to: Words.self)
    guard UInt64(littleEndian: high) & 1 &<< 61 != 0 else { return nil }
    let count = Int(truncatingIfNeeded: UInt64(littleEndian: high) &>> 56 & 0x0F)
    let withoutCount = EightBytes(lanes: UInt64(littleEndian: high) & 0x00FF_FFFF_FFFF_FFFF)
    return (SixteenBytes(EightBytes(lanes: UInt64(littleEndian: low)), withoutCount), count)
  }

  /// The bytes of a short string of ASCII in two words, with zeros after them, and their count; nil for all other strings.
  ///
  /// - Precondition: `layoutOfShortStringsIsKnown`
  @inline(__always)
  var shortASCII: (UInt64, UInt64, count: Int)? {
    // SAFETY: a string is these two words, as `layoutOfShortStringsIsKnown` has made sure.
    let (low, high) = unsafe unsafeBitCast(self, to: Words.self)
    let (first, second) = (UInt64(littleEndian: low), UInt64(littleEndian: high))
    guard second &>> 60 == 0xE else { return nil }
    return (first, second & 0x00FF_FFFF_FFFF_FFFF, Int(truncatingIfNeeded: second &>> 56 & 0x0F))
  }

  /// Asks the processor to load the beginning of the text, if the string has storage.
  ///
  /// The address is that of the storage of a string of Swift. For all other strings it is wrong, which has no effect.
  ///
  /// - Returns: Whether the string has storage.
  @inlinable @inline(__always)
  func prefetchText() -> Bool {
    guard MemoryLayout<String>.size == MemoryLayout<Words>.size else { return false }
    // SAFETY: the sizes are equal, and all bits of words are valid.
    let high = unsafe UInt64(littleEndian: unsafeBitCast(self, to: Words.self).1)
    guard high & 1 &<< 61 == 0 else { return false }
    // The text follows the head of the storage, of 32 bytes.
    millrace_prefetch(UInt(truncatingIfNeeded: high & 0x0FFF_FFFF_FFFF_FFFF) &+ 32)
    return true
  }

  @usableFromInline typealias Words = (UInt64, UInt64)

  /// Whether a string that is built here equals, bit for bit, the one that the standard library builds, and is read
  /// back unchanged.
  fileprivate static func isShortAsBuiltHere(_ bytes: [UInt8], isASCII: Bool) -> Bool {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      // A string with another layout is not built here before one of the standard library has been read.
      guard let (taken, count) = unsafe String(decoding: bytes, as: UTF8.self).shortUTF8, count == bytes.count,
        (0..<16).allSatisfy({ unsafe taken.vector[$0] == ($0 < count ? bytes[$0] : 0) })
      else { return false }
      let ours = unsafe unsafeBitCast(String(shortUTF8: bytes, isASCII: isASCII), to: Words.self)
      let theirs = unsafe unsafeBitCast(String(decoding: bytes, as: UTF8.self), to: Words.self)
      return ours == theirs
    }
  }
}

/// Whether the layout of short strings was verified, so that they can be built here.
@usableFromInline
package let layoutOfShortStringsIsKnown: Bool = {
  // The sizes come first: the words of a smaller string must not be read.
  guard MemoryLayout<String>.size == MemoryLayout<String.Words>.size, MemoryLayout<Int>.size == 8,
    String(repeating: "-", count: 16).shortUTF8 == nil, "a literal with storage".shortUTF8 == nil
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
