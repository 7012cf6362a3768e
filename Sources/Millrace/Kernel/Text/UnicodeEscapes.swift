import CByteMask

// Runs of `\uXXXX` escapes.
//
// Writers that escape all characters outside ASCII turn the text of other scripts into such runs. Four escapes have sixteen
// digits, which fill a vector register: they are checked and converted together, and so are the four characters if their
// UTF-8 has the same length. Everything else (the last escapes of a run, surrogate pairs, mixed lengths, errors) is read one escape
// at a time.

/// The code units of four `\u` escapes, one after the other.
struct FourCodeUnits {
  private typealias Lanes = SIMD4<UInt32>

  /// The number of bytes of four escapes.
  static var sourceCount: Int { 24 }

  private let units: Lanes

  /// Reads four escapes, or returns nil if other text is among them.
  ///
  /// - Safety: 24 bytes must be readable.
  @inline(__always)
  init?(escapedAt source: UnsafePointer<UInt8>) {
    let bytes = unsafe UnsafeRawPointer(source)
    func isEscape(at offset: Int) -> Bool {
      unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self) == UInt16(littleEndian: 0x755C)  // "\u"
    }
    guard isEscape(at: 18), isEscape(at: 12), isEscape(at: 6), isEscape(at: 0) else { return nil }
    func digits(at offset: Int) -> UInt32 { unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    let text = SixteenBytes(lanes: Lanes(digits(at: 2), digits(at: 8), digits(at: 14), digits(at: 20)))
    guard let values = text.hexadecimalValues else { return nil }
    // Neighbours are combined twice: digits to bytes, bytes to code units.
    let pairs = unsafe unsafeBitCast(values.vector, to: SIMD8<UInt16>.self)
    let bytesOfUnits = (pairs &<< .init(repeating: 4) | pairs &>> .init(repeating: 8)) & .init(repeating: 0xFF)
    let halves = unsafe unsafeBitCast(bytesOfUnits, to: Lanes.self)
    units = (halves &<< Lanes(repeating: 8) | halves &>> Lanes(repeating: 16)) & Lanes(repeating: 0xFFFF)
  }

  /// Writes the four characters as UTF-8, if all of them have two bytes, or all of them three.
  ///
  /// - Returns: The number of bytes, or nil for other code units, surrogates among them.
  /// - Safety: 16 bytes from `target` on must be writable.
  @inline(__always)
  func encodeUTF8(at target: UnsafeMutablePointer<UInt8>) -> Int? {
    let highestFive = units & Lanes(repeating: 0xF800)
    let needThreeBytes = highestFive .!= Lanes(repeating: 0)
    if Self.areAll(needThreeBytes .& (highestFive .!= Lanes(repeating: 0xD800))) {
      let lead = Lanes(repeating: 0x8080E0) | units &>> Lanes(repeating: 12)
      let middle = units &<< Lanes(repeating: 2) & Lanes(repeating: 0x3F00)
      let last = units &<< Lanes(repeating: 16) & Lanes(repeating: 0x3F_0000)
      unsafe Self.store(lead | middle | last, of: 3, at: target)
      return 12
    }
    let needOneByte = (units & Lanes(repeating: 0xFF80)) .== Lanes(repeating: 0)
    guard Self.areAll(.!(needThreeBytes .| needOneByte)) else { return nil }
    let lead = Lanes(repeating: 0x80C0) | units &>> Lanes(repeating: 6)
    unsafe Self.store(lead | units &<< Lanes(repeating: 8) & Lanes(repeating: 0x3F00), of: 2, at: target)
    return 8
  }

  @inline(__always)
  private static func areAll(_ mask: SIMDMask<SIMD4<Int32>>) -> Bool {
    unsafe millrace_byte_mask(unsafeBitCast(mask, to: SixteenBytes.Vector.self)) == 0xFFFF
  }

  /// Stores the first `count` bytes of each lane, one lane after the other. Each store overwrites what the last one wrote too
  /// much.
  @inline(__always)
  private static func store(_ characters: Lanes, of count: Int, at target: UnsafeMutablePointer<UInt8>) {
    let target = UnsafeMutableRawPointer(target)
    for lane in 0..<4 {
      unsafe target.storeBytes(of: characters[lane].littleEndian, toByteOffset: lane * count, as: UInt32.self)
    }
  }
}

extension SixteenBytes {
  @inline(__always)
  fileprivate init(lanes: SIMD4<UInt32>) { self.init(unsafe unsafeBitCast(lanes, to: Vector.self)) }

  /// The values of sixteen hexadecimal digits, or nil if a byte is not one.
  @inline(__always)
  fileprivate var hexadecimalValues: SixteenBytes? {
    let isDigit = (vector &- Vector(repeating: ASCII.zero)) .<= Vector(repeating: 9)
    let letters = vector | Vector(repeating: 0x20)
    let isLetter = (letters &- Vector(repeating: ASCII.lowercaseA)) .<= Vector(repeating: 5)
    guard Mask(isDigit .| isLetter).isFull else { return nil }
    let nine = unsafe unsafeBitCast(isLetter, to: Vector.self) & Vector(repeating: 9)
    return SixteenBytes((vector & Vector(repeating: 0x0F)) &+ nine)
  }
}
