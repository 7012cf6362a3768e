import CByteMask

/// The keys of a large object as text, one after another.
///
/// SAFETY: the memory belongs to this value, which deallocates it. Its first `count` bytes are initialized.
@safe
public struct __KeyTexts: ~Copyable {
  /// The range of a text. It is valid for the value that returned it.
  public struct Place {
    fileprivate let start: Int
    /// The number of bytes, shifted by one, and in the lowest bit whether they are ASCII.
    fileprivate let countAndIsASCII: Int

    fileprivate var isASCII: Bool { countAndIsASCII & 1 != 0 }
  }

  private var memory: UnsafeMutablePointer<UInt8>
  private var capacity = 65_536
  private var count = 0

  @usableFromInline
  init() { unsafe memory = .allocate(capacity: capacity) }

  deinit { unsafe memory.deallocate() }

  /// - Parameters:
  ///   - text: Well-formed UTF-8.
  ///   - isASCII: Whether all bytes are below 0x80.
  mutating func append(_ text: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> Place {
    if capacity - count < text.count { grow(toFit: text.count) }
    if let source = text.baseAddress { unsafe (memory + count).initialize(from: source, count: text.count) }
    defer { count += text.count }
    return Place(start: count, countAndIsASCII: text.count << 1 | (isASCII ? 1 : 0))
  }

  @usableFromInline
  mutating func append(_ text: String) -> Place {
    var text = text
    return text.withUTF8 { bytes in unsafe append(bytes, isASCII: isAllASCII(bytes)) }
  }

  @inline(never)
  private mutating func grow(toFit more: Int) {
    capacity = max(4 * capacity, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    unsafe larger.moveInitialize(from: memory, count: count)
    unsafe memory.deallocate()
    unsafe memory = unsafe larger
  }

  @usableFromInline
  func string(at place: Place) -> String {
    unsafe String(validUTF8: bytes(at: place), isASCII: place.isASCII, knowsLayout: layoutOfShortStringsIsKnown)
  }

  /// Returns the hash value of the string at a place, for a dictionary with this seed.
  @usableFromInline
  func hashValue(at place: Place, seed: Int) -> Int {
    place.isASCII
      ? unsafe ASCIIText(bytes: bytes(at: place))._rawHashValue(seed: seed)
      : string(at: place)._rawHashValue(seed: seed)
  }

  /// Asks the processor to load the beginning of a text.
  @usableFromInline
  func prefetch(_ place: Place) { unsafe millrace_prefetch(UInt(bitPattern: memory + place.start)) }

  private func bytes(at place: Place) -> UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: memory + place.start, count: place.countAndIsASCII >> 1)
  }
}

/// ASCII text with the hash value of a string, which need not be allocated.
///
/// SAFETY: the bytes must outlive this value.
@safe
private struct ASCIIText: Hashable {
  let bytes: UnsafeBufferPointer<UInt8>

  static func == (left: Self, right: Self) -> Bool { unsafe left.bytes.elementsEqual(right.bytes) }

  func hash(into hasher: inout Hasher) {
    unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    hasher.combine(0xFF as UInt8)
  }
}
