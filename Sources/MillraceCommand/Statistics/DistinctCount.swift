/// The number of different values: exact while there are few, and then estimated by HyperLogLog.
///
/// A value is known by its ``StableHash``. Up to ``exactLimit`` hashes are kept. Then 2¹⁴ registers remember the longest run of
/// leading zeros in the hashes that belong to them (Flajolet, Fusy, Gandouet and Meunier, 2007), and the count is Ertl's
/// estimate from their histogram, which needs no correction for small or large counts ("New cardinality estimation
/// algorithms for HyperLogLog sketches", 2017). The standard error is 1.04 / √2¹⁴ = 0.8 %.
struct DistinctCount {
  private var hashes: Set<UInt64> = []
  /// Empty while the count is exact.
  private var registers: [UInt8] = []
  private var last: UInt64?

  /// The largest number of values that are counted exactly.
  static let exactLimit = 4096
  private static let indexBits = 14
  /// The number of bits of a hash that are not the index of its register.
  private static let runBits = UInt64.bitWidth - indexBits

  mutating func add(_ hash: UInt64) {
    // Equal values tend to be neighbors.
    guard hash != last else { return }
    last = hash
    guard registers.isEmpty else { return note(hash) }
    hashes.insert(hash)
    guard hashes.count > Self.exactLimit else { return }
    registers = Array(repeating: 0, count: 1 << Self.indexBits)
    for hash in hashes { note(hash) }
    hashes = []
  }

  private mutating func note(_ hash: UInt64) {
    let index = Int(hash >> UInt64(Self.runBits))
    let run = min((hash << UInt64(Self.indexBits)).leadingZeroBitCount, Self.runBits) + 1
    if registers[index] < UInt8(run) { registers[index] = UInt8(run) }
  }

  var isExact: Bool { registers.isEmpty }

  var count: Int { isExact ? hashes.count : Int(estimate.rounded()) }

  private var estimate: Double {
    var histogram = Array(repeating: 0.0, count: Self.runBits + 2)
    for register in registers { histogram[Int(register)] += 1 }
    let size = Double(registers.count)
    var sum = size * Self.tau(1 - histogram[Self.runBits + 1] / size)
    for run in stride(from: Self.runBits, through: 1, by: -1) { sum = (sum + histogram[run]) / 2 }
    sum += size * Self.sigma(histogram[0] / size)
    let limitOfBias = 0.721_347_520_444_481_7  // 1 / (2 ln 2)
    return limitOfBias * size * size / sum
  }

  /// x + Σ x^(2ᵏ) 2ᵏ⁻¹ for k from 1 on.
  private static func sigma(_ value: Double) -> Double {
    guard value < 1 else { return .infinity }
    var (power, factor, sum) = (value, 1.0, value)
    while true {
      power *= power
      let next = sum + power * factor
      if next == sum { return sum }
      (sum, factor) = (next, factor * 2)
    }
  }

  /// (1 - x - Σ (1 - x^(2⁻ᵏ))² 2⁻ᵏ) / 3 for k from 1 on.
  private static func tau(_ value: Double) -> Double {
    guard value > 0, value < 1 else { return 0 }
    var (root, factor, sum) = (value, 1.0, 1 - value)
    while true {
      root = root.squareRoot()
      factor /= 2
      let next = sum - (1 - root) * (1 - root) * factor
      if next == sum { return sum / 3 }
      sum = next
    }
  }
}

/// A hash of bytes that is the same in every run: FNV-1a with 64 bits (Fowler, Noll and Vo), whose bits SplitMix64 mixes.
struct StableHash {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  /// - Parameter kind: Distinguishes equal bytes that are different values.
  init(kind: UInt8) { add(kind) }

  mutating func add(_ byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }

  mutating func add(_ bytes: ArraySlice<UInt8>) { for byte in bytes { add(byte) } }

  mutating func add(_ integer: Int64) {
    for shift in stride(from: 0, to: Int64.bitWidth, by: 8) { add(UInt8(truncatingIfNeeded: integer >> shift)) }
  }

  var value: UInt64 {
    var generator = SplitMix64(seed: state)
    return generator.next()
  }
}
