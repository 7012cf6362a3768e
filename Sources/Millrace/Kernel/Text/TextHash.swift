// The hash value of ASCII text, as a string has it.
//
// Strings are hashed by SipHash-1-3 (J.-P. Aumasson, D. Bernstein, "SipHash: a fast short-input PRF", 2012), with keys that
// differ in each process and each dictionary. `Hasher` is not inlined: a key of fifteen bytes takes five calls and 230 instructions. The
// function here takes a third of them.
//
// The keys of the process are not public, but they are in the state of a new `Hasher`: its second to fifth words, which are the four
// words of SipHash. This layout is part of the ABI on Apple's platforms (`Hasher` is frozen), and the algorithm is documented, but not
// guaranteed. So both are checked before they are used: once in a process, hash values of all lengths are compared with those of strings.
// If one differs, the standard library hashes all strings.

/// What hash values of ASCII text are computed from.
struct TextHash: Sendable {
  /// The state of SipHash with the keys of the process.
  let v0, v1, v2, v3: UInt64
  private let knowsLayoutOfShortStrings = layoutOfShortStringsIsKnown

  /// The state of the standard library's hasher; nil if hash values computed from it are not those of strings.
  static let known: TextHash? = {
    guard MemoryLayout<Hasher>.size >= 5 * MemoryLayout<UInt64>.size else { return nil }
    let words = unsafe withUnsafeBytes(of: Hasher()) { state in
      (1...4).map { unsafe state.load(fromByteOffset: $0 * 8, as: UInt64.self) }
    }
    let hash = TextHash(v0: words[0], v1: words[1], v2: words[2], v3: words[3])
    return hash.isThatOfStrings ? hash : nil
  }()

  private init(v0: UInt64, v1: UInt64, v2: UInt64, v3: UInt64) {
    (self.v0, self.v1, self.v2, self.v3) = (v0, v1, v2, v3)
  }

  private var isThatOfStrings: Bool {
    // Short strings, and those with storage, of every number of bytes after the last complete word.
    (0...24).allSatisfy { count in
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: 33 + $0 * 41 % 90) }
      let text = String(decoding: bytes, as: UTF8.self)
      let seed = Int.max / (count + 1)
      return unsafe bytes.withUnsafeBufferPointer { bytes in
        unsafe hashValue(of: bytes, seed: seed) == text._rawHashValue(seed: seed)
          && hashValue(of: text, seed: seed) == text._rawHashValue(seed: seed)
      }
    }
  }

  /// Returns the hash value of the string with this text, for a dictionary with this seed.
  ///
  /// - Parameter text: ASCII.
  func hashValue(of text: UnsafeBufferPointer<UInt8>, seed: Int) -> Int {
    var state = Rounds(self, seed: UInt64(UInt(bitPattern: seed)))
    let rest = text.count & 7
    // The last bytes with zeros after them.
    var last: UInt64 = 0
    if let start = text.baseAddress {
      for offset in stride(from: 0, to: text.count & ~7, by: 8) {
        unsafe state.combine(EightBytes(at: start + offset).lanes)
      }
      unsafe last = Self.lastBytes(of: start, count: text.count)
    }
    // A string ends with a byte that UTF-8 does not contain. The number of bytes is in the highest byte of the last word.
    last |= 0xFF &<< UInt64(truncatingIfNeeded: 8 &* rest)
    if rest == 7 {
      state.combine(last)
      last = 0
    }
    state.combine(last | UInt64(truncatingIfNeeded: text.count &+ 1) &<< 56)
    return state.finalize()
  }

  /// Returns the hash value of a string, for a dictionary with this seed.
  @inline(__always)
  func hashValue(of text: String, seed: Int) -> Int {
    guard knowsLayoutOfShortStrings, let (first, second, count) = text.shortASCII else {
      return text._rawHashValue(seed: seed)
    }
    var state = Rounds(self, seed: UInt64(UInt(bitPattern: seed)))
    var last = first
    if count >= 8 {
      state.combine(first)
      last = second
    }
    last |= 0xFF &<< UInt64(truncatingIfNeeded: 8 &* (count & 7))
    if count & 7 == 7 {
      state.combine(last)
      last = 0
    }
    state.combine(last | UInt64(truncatingIfNeeded: count &+ 1) &<< 56)
    return state.finalize()
  }

  /// Returns the bytes after the last complete word of eight, with zeros after them.
  @inline(__always)
  static func lastBytes(of start: UnsafePointer<UInt8>, count: Int) -> UInt64 {
    let rest = count & 7
    if rest == 0 { return 0 }
    // The last eight bytes of the text. Those of the complete words are shifted out.
    if count > 8 {
      return unsafe EightBytes(at: start + (count &- 8)).lanes &>> UInt64(truncatingIfNeeded: 8 &* (8 &- rest))
    }
    var bytes: UInt64 = 0
    for index in 0..<rest { unsafe bytes |= UInt64(start[index]) &<< UInt64(truncatingIfNeeded: 8 &* index) }
    return bytes
  }

  /// SipHash with one round for each word, and three at the end.
  struct Rounds {
    var v0, v1, v2, v3: UInt64

    @inline(__always)
    init(_ hash: TextHash, seed: UInt64) {
      (v0, v1, v2, v3) = (hash.v0 ^ seed, hash.v1, hash.v2 ^ seed, hash.v3)
    }

    @inline(__always)
    mutating func combine(_ word: UInt64) {
      v3 ^= word
      round()
      v0 ^= word
    }

    @inline(__always)
    mutating func finalize() -> Int {
      v2 ^= 0xFF
      for _ in 0..<3 { round() }
      return Int(truncatingIfNeeded: v0 ^ v1 ^ v2 ^ v3)
    }

    @inline(__always)
    mutating func round() {
      v0 = v0 &+ v1
      v1 = Self.rotate(v1, by: 13) ^ v0
      v0 = Self.rotate(v0, by: 32)
      v2 = v2 &+ v3
      v3 = Self.rotate(v3, by: 16) ^ v2
      v0 = v0 &+ v3
      v3 = Self.rotate(v3, by: 21) ^ v0
      v2 = v2 &+ v1
      v1 = Self.rotate(v1, by: 17) ^ v2
      v2 = Self.rotate(v2, by: 32)
    }

    @inline(__always)
    static func rotate(_ word: UInt64, by bits: UInt64) -> UInt64 { word &<< bits | word &>> (64 &- bits) }
  }
}

/// Returns the lowest bits of the hash value of a string, for a dictionary with this seed.
@usableFromInline
func hashValueOfKey(_ key: String, seed: Int) -> UInt32 {
  let hashValue =
    if let hash = TextHash.known { hash.hashValue(of: key, seed: seed) } else { key._rawHashValue(seed: seed) }
  return UInt32(truncatingIfNeeded: hashValue)
}
