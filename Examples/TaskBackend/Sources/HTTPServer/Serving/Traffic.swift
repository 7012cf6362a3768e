/// What was observed of a server.
public struct Traffic: Sendable {
  /// What requests are distinguished by.
  public struct Kind: Hashable, Sendable {
    public let method: Method
    public let status: Int
  }

  /// How many requests there were of each kind.
  public private(set) var requests: [Kind: Int] = [:]
  /// How many requests took how long, from their last byte to their answer; the last number is of those that took longer
  /// than all of the bounds.
  public private(set) var durations = [Int](repeating: 0, count: durationBounds.count + 1)
  /// How long all of them took together.
  public private(set) var nanoseconds: UInt64 = 0
  public internal(set) var bytesIn = 0
  public internal(set) var bytesOut = 0
  public internal(set) var openConnections = 0

  /// The upper bounds of durations, in nanoseconds.
  public static let durationBounds: [UInt64] = [
    50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000, 100_000_000,
    250_000_000, 1_000_000_000,
  ]

  public init() {}

  mutating func record(_ method: Method, _ status: Status, nanoseconds: UInt64) {
    requests[Kind(method: method, status: status.code), default: 0] += 1
    let bucket = Self.durationBounds.firstIndex { nanoseconds <= $0 } ?? Self.durationBounds.count
    durations[bucket] += 1
    self.nanoseconds &+= nanoseconds
  }

  /// Adds what was observed elsewhere.
  public mutating func add(_ other: Traffic) {
    requests.merge(other.requests, uniquingKeysWith: +)
    for (bucket, count) in other.durations.enumerated() { durations[bucket] += count }
    nanoseconds &+= other.nanoseconds
    bytesIn += other.bytesIn
    bytesOut += other.bytesOut
    openConnections += other.openConnections
  }
}
