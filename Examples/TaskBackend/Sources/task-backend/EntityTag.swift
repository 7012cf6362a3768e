import HTTPServer
import Tasks

/// What tells answers to a request apart (RFC 9110, section 8.8.3): the state of the tasks, and what of the request goes into
/// the answer, which is its target and its host. The same request in the same state is always answered with the same
/// bytes, so these are strong.
struct EntityTag {
  let text: String

  init(_ revision: Revision, _ request: Request) {
    var hash = Hash()
    hash.add(revision.store)
    hash.add(request.host)
    hash.add(request.path)
    hash.add(request.query ?? "")
    text = Self.text(revision.number, hash)
  }

  /// The tag of bytes that do not change.
  init(contents: [UInt8]) {
    var hash = Hash()
    for byte in contents { hash.add(byte) }
    text = Self.text(contents.count, hash)
  }

  /// Two numbers in quotes, in hexadecimal.
  private static func text(_ number: Int, _ hash: Hash) -> String {
    String(unsafeUninitializedCapacity: 35) { text in
      text[0] = UInt8(ascii: "\"")
      write(UInt64(bitPattern: Int64(number)), to: text, at: 1)
      text[17] = UInt8(ascii: "-")
      write(hash.value, to: text, at: 18)
      text[34] = UInt8(ascii: "\"")
      return 35
    }
  }

  private static func write(_ number: UInt64, to text: UnsafeMutableBufferPointer<UInt8>, at start: Int) {
    for index in 0..<16 {
      let digit = UInt8(truncatingIfNeeded: number >> UInt64(60 - 4 * index)) & 0xF
      text[start + index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
  }

  /// Whether a client has what it is named by already (RFC 9110, section 13.1.2).
  func matches(_ ifNoneMatch: String?) -> Bool {
    guard let ifNoneMatch else { return false }
    return ifNoneMatch.split(separator: ",").contains { candidate in
      var tag = candidate.drop { $0 == " " || $0 == "\t" }
      while tag.last == " " || tag.last == "\t" { tag.removeLast() }
      if tag.hasPrefix("W/") { tag = tag.dropFirst(2) }
      return tag == text || tag == "*"
    }
  }
}

/// FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo) of 64 bits.
private struct Hash {
  var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }

  mutating func add(_ number: Int) {
    withUnsafeBytes(of: number.littleEndian) { for byte in $0 { add(byte) } }
  }

  /// Adds a text and its end.
  mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte) }
    add(0xFF as UInt8)
  }
}
