/// SipHash-2-4 (J.-P. Aumasson, D. J. Bernstein, "SipHash: a fast short-input PRF", 2012), with the key of the paper's
/// appendix: the bytes 00 to 0F. Swift's own `Hasher` has another key in every process.
struct SipHash {
  private var v0, v1, v2, v3: UInt64

  static func hash(_ bytes: [UInt8]) -> UInt64 {
    var hash = SipHash(key: 0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908)
    // Words of eight bytes, little-endian; the last one ends with the number of bytes.
    for start in stride(from: 0, through: bytes.count, by: 8) {
      let rest = bytes[start...].prefix(8)
      var word = rest.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
      if rest.count < 8 { word |= UInt64(truncatingIfNeeded: bytes.count) << 56 }
      hash.absorb(word)
    }
    return hash.finished()
  }

  private init(key k0: UInt64, _ k1: UInt64) {
    v0 = k0 ^ 0x736F_6D65_7073_6575
    v1 = k1 ^ 0x646F_7261_6E64_6F6D
    v2 = k0 ^ 0x6C79_6765_6E65_7261
    v3 = k1 ^ 0x7465_6462_7974_6573
  }

  private mutating func absorb(_ word: UInt64) {
    v3 ^= word
    mix(rounds: 2)
    v0 ^= word
  }

  private consuming func finished() -> UInt64 {
    var hash = self
    hash.v2 ^= 0xFF
    hash.mix(rounds: 4)
    return hash.v0 ^ hash.v1 ^ hash.v2 ^ hash.v3
  }

  private mutating func mix(rounds: Int) {
    for _ in 0..<rounds {
      v0 &+= v1
      v1 = v1.rotated(by: 13) ^ v0
      v0 = v0.rotated(by: 32)
      v2 &+= v3
      v3 = v3.rotated(by: 16) ^ v2
      v0 &+= v3
      v3 = v3.rotated(by: 21) ^ v0
      v2 &+= v1
      v1 = v1.rotated(by: 17) ^ v2
      v2 = v2.rotated(by: 32)
    }
  }
}

extension UInt64 {
  fileprivate func rotated(by count: UInt64) -> UInt64 { self &<< count | self &>> (64 &- count) }
}
