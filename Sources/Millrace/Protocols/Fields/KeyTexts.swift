import CByteMask

/// The keys of a large object as text.
///
/// SAFETY: the memory belongs to this value, which deallocates it.
@safe
public struct __KeyTexts: ~Copyable {
  /// A text. It is valid as long as the value that returned it, and the memory that the text was in if it was not copied.
  ///
  /// SAFETY: `count` bytes from `start` on are initialized.
  @safe
  public struct Place {
    fileprivate let start: UnsafePointer<UInt8>?
    /// The number of bytes, shifted by one, and in the lowest bit whether they are ASCII.
    fileprivate let countAndIsASCII: Int
    /// The lowest bits of the hash value of the string, once it is known.
    @usableFromInline var hashValue: UInt32 = 0

    /// - Parameters:
    ///   - text: Well-formed UTF-8, which outlives this value.
    ///   - isASCII: Whether all bytes are below 0x80.
    init(_ text: UnsafeBufferPointer<UInt8>, isASCII: Bool) {
      unsafe start = text.baseAddress
      countAndIsASCII = text.count << 1 | (isASCII ? 1 : 0)
    }

    fileprivate var isASCII: Bool { countAndIsASCII & 1 != 0 }
    fileprivate var bytes: UnsafeBufferPointer<UInt8> {
      unsafe UnsafeBufferPointer(start: start, count: countAndIsASCII >> 1)
    }
  }

  /// The memory of copied texts, which are never moved.
  private var blocks: [UnsafeMutableBufferPointer<UInt8>] = unsafe []
  /// The number of bytes of the last block that are initialized.
  private var count = 0

  @usableFromInline
  init() {}

  deinit {
    for index in unsafe blocks.indices { unsafe blocks[index].deallocate() }
  }

  /// Copies a text.
  ///
  /// - Parameters:
  ///   - text: Well-formed UTF-8.
  ///   - isASCII: Whether all bytes are below 0x80.
  mutating func append(_ text: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> Place {
    if unsafe blocks.isEmpty || blocks[blocks.count - 1].count - count < text.count {
      unsafe blocks.append(.allocate(capacity: max(65_536, text.count)))
      count = 0
    }
    let copy = unsafe UnsafeMutableBufferPointer(rebasing: blocks[blocks.count - 1][count..<count + text.count])
    _ = unsafe copy.initialize(fromContentsOf: text)
    count += text.count
    return unsafe Place(UnsafeBufferPointer(copy), isASCII: isASCII)
  }

  @usableFromInline
  mutating func append(_ text: String) -> Place {
    var text = text
    return text.withUTF8 { bytes in unsafe append(bytes, isASCII: isAllASCII(bytes)) }
  }

  @usableFromInline
  func string(at place: Place) -> String {
    unsafe String(validUTF8: place.bytes, isASCII: place.isASCII, knowsLayout: layoutOfShortStringsIsKnown)
  }

  /// Returns the lowest bits of the hash value of the string at a place, for a dictionary with this seed.
  @usableFromInline
  func hashValue(at place: Place, seed: Int) -> UInt32 {
    let hashValue =
      if place.isASCII, let hash = TextHash.known {
        unsafe hash.hashValue(of: place.bytes, seed: seed)
      } else {
        string(at: place)._rawHashValue(seed: seed)
      }
    return UInt32(truncatingIfNeeded: hashValue)
  }

  /// Asks the processor to load the beginning of a text.
  @usableFromInline
  func prefetch(_ place: Place) { unsafe millrace_prefetch(UInt(bitPattern: place.start)) }
}
