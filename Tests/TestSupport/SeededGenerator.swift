import Testing

/// Random numbers that are the same in every run: SplitMix64 (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom
/// number generators", 2014).
///
/// The environment variable `MILLRACE_TEST_SEED` chooses other ones.
public struct SeededGenerator: RandomNumberGenerator {
  public static let seed = environmentVariable("MILLRACE_TEST_SEED").flatMap { UInt64($0) } ?? 20_260_614

  /// What a test says when it fails, so that the failure can be had again.
  public static var note: Comment { "MILLRACE_TEST_SEED=\(seed)" }

  private var state: UInt64

  /// - Parameter stream: what the numbers are for; each purpose has a sequence of its own.
  public init(_ stream: StaticString = #function) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    stream.withUTF8Buffer { for byte in $0 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 } }
    state = hash ^ Self.seed
  }

  /// - Parameter part: which of the tests, or arguments of a test, that have the same purpose.
  public init(_ stream: StaticString, part: Int) {
    self.init(stream)
    state &+= UInt64(truncatingIfNeeded: part) &* 0xD134_2543_DE82_EF95
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed &>> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed &>> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed &>> 31
  }

  /// A number from 0 up to `bound`, not quite evenly distributed: cheap in debug builds, too.
  public mutating func below(_ bound: Int) -> Int { Int(truncatingIfNeeded: next() &>> 1) % bound }

  /// `true` once in `bound` times.
  public mutating func once(in bound: Int) -> Bool { below(bound) == 0 }

  public mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next()) }

  public mutating func element<Element>(of array: [Element]) -> Element { array[below(array.count)] }

  /// A number of up to 64 bits, every length of which is as frequent as the others.
  public mutating func ofAnyLength() -> UInt64 { next() &>> UInt64(below(64)) }
}
