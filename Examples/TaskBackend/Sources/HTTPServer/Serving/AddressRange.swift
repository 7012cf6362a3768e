#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// One address, or all that begin with the same bits: `10.0.0.0/8`, `::1`.
public struct AddressRange: Sendable {
  /// The 16 bytes of an address of IPv6. One of IPv4 is mapped (RFC 4291, section 2.5.5.2).
  private let address: [UInt8]
  /// How many bits of it count.
  private let bitCount: Int

  /// - Parameter text: an address of IPv4 or IPv6, optionally with the number of the bits that count. Nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let isIPv6 = text.contains(":")
    var bytes = [UInt8](repeating: 0, count: isIPv6 ? 16 : 4)
    guard inet_pton(isIPv6 ? AF_INET6 : AF_INET, String(parts[0]), &bytes) == 1 else { return nil }
    address = isIPv6 ? bytes : Self.mapped(bytes)
    guard parts.count == 2 else {
      bitCount = 128
      return
    }
    guard parts[1].utf8.allSatisfy(isDigit), let count = Int(parts[1]), count <= 8 * bytes.count else { return nil }
    bitCount = 128 - 8 * bytes.count + count
  }

  /// Whether the range has an address, which is 16 bytes of IPv6.
  func contains(_ other: [UInt8]) -> Bool {
    let (bytes, bits) = (bitCount / 8, bitCount % 8)
    guard other.count == 16, address[..<bytes] == other[..<bytes] else { return false }
    return bits == 0 || (address[bytes] ^ other[bytes]) >> (8 - bits) == 0
  }

  /// The address of IPv6 that stands for one of IPv4.
  static func mapped(_ address: some Collection<UInt8>) -> [UInt8] {
    [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + address
  }
}
