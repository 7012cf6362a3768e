// Base64, RFC 4648: sections 4 (`+` and `/`, padded) and 5 (`-` and `_`, for URLs and file names).

/// The characters for the values 62 and 63.
public enum Base64Alphabet: Sendable {
  /// `+` and `/`, with padding (RFC 4648, section 4).
  case standard
  /// `-` and `_`, without padding (RFC 4648, section 5).
  case forURLs

  fileprivate func character(_ sextet: UInt8) -> UInt8 {
    switch sextet {
    case 0..<26: 0x41 &+ sextet
    case 26..<52: 0x61 &+ sextet &- 26
    case 52..<62: ASCII.zero &+ sextet &- 52
    case 62: self == .standard ? ASCII.plus : ASCII.minus
    default: self == .standard ? ASCII.slash : ASCII.underscore
    }
  }

  /// The sextet of each byte, or 0xFF for bytes outside the alphabet.
  fileprivate var sextets: [UInt8] {
    var sextets = [UInt8](repeating: 0xFF, count: 256)
    for sextet: UInt8 in 0..<64 { sextets[Int(character(sextet))] = sextet }
    return sextets
  }
}

/// Returns the Base64 text of bytes, with padding in the standard alphabet only.
@usableFromInline
package func base64(_ bytes: [UInt8], _ alphabet: Base64Alphabet) -> String {
  let characters = (0..<64).map(alphabet.character)
  return unsafe String(utf8Capacity: (bytes.count + 2) / 3 * 4) { text in
    var count = 0
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let word = group.reduce(UInt32(0)) { $0 &<< 8 | UInt32($1) } &<< UInt32(8 * (3 - group.count))
      for place in 0...group.count {
        unsafe text[count] = characters[Int(word &>> UInt32(18 - 6 * place)) & 63]
        count += 1
      }
      guard alphabet == .standard else { continue }
      for _ in group.count..<3 {
        unsafe text[count] = ASCII.equals
        count += 1
      }
    }
    return count
  }
}

/// Decodes a Base64 text. Returns nil if it uses another alphabet, has wrong padding, or has unused bits that are not
/// zero.
@usableFromInline
package func bytes(base64 text: String, _ alphabet: Base64Alphabet) -> [UInt8]? {
  var digits = text.utf8[...]
  if alphabet == .standard {
    guard text.utf8.count % 4 == 0 else { return nil }
    if digits.last == ASCII.equals { digits = digits.dropLast() }
    if digits.last == ASCII.equals { digits = digits.dropLast() }
  }
  let sextets = alphabet.sextets
  var bytes: [UInt8] = []
  bytes.reserveCapacity(digits.count * 3 / 4)
  var word: UInt32 = 0
  var bits = 0
  for digit in digits {
    let sextet = sextets[Int(digit)]
    guard sextet != 0xFF else { return nil }
    word = word &<< 6 | UInt32(sextet)
    bits += 6
    if bits >= 8 {
      bits -= 8
      bytes.append(UInt8(truncatingIfNeeded: word &>> UInt32(bits)))
    }
  }
  // A single digit does not encode a byte, and the unused bits of the last digit must be zeros.
  guard bits < 6, word & ((1 &<< UInt32(bits)) - 1) == 0 else { return nil }
  return bytes
}
