/// Mutations that keep most of a document's structure: a subtree replaces another one, a token is damaged, an element is
/// duplicated, a value grows.
package struct JSONMutation {
  private var state: UInt64
  private var bytes: [UInt8]

  /// Changes a document, which need not be well-formed.
  ///
  /// - Parameter maximumSize: the largest number of bytes of the result.
  package static func mutate(_ bytes: [UInt8], seed: UInt32, maximumSize: Int) -> [UInt8] {
    var mutation = JSONMutation(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1, bytes: bytes)
    for _ in 0...mutation.below(3) { mutation.change(maximumSize: maximumSize) }
    return Array(mutation.bytes.prefix(maximumSize))
  }

  private mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % max(1, bound)
  }

  private mutating func element(of texts: [String]) -> [UInt8] { Array(texts[below(texts.count)].utf8) }

  private mutating func change(maximumSize: Int) {
    let values = Self.values(in: bytes)
    guard !values.isEmpty else {
      bytes = element(of: Self.tokens)
      return
    }
    let place = values[below(values.count)]
    switch below(8) {
    case 0, 1:  // a subtree in the place of another one
      bytes.replaceSubrange(place, with: Array(bytes[values[below(values.count)]]))
    case 2: bytes.replaceSubrange(place, with: element(of: Self.tokens))
    case 3:  // a token that is broken
      bytes[place.lowerBound + below(place.count)] ^= 1 << UInt8(below(8))
    case 4: repeatElement(values)
    case 5: grow(place, maximumSize)
    case 6:  // a member or an element without its comma, or with one that is not followed by anything
      if place.lowerBound > 0 { bytes.remove(at: place.lowerBound - 1) }
    default: bytes.insert(contentsOf: element(of: Self.pieces), at: place.lowerBound + below(place.count + 1))
    }
  }

  /// Repeats a value that a comma follows, or what the comma separates it from.
  private mutating func repeatElement(_ values: [Range<Int>]) {
    let place = values[below(values.count)]
    let piece = Array(bytes[place])
    // The key of a member is a value here: with its colon, the member is repeated.
    if place.upperBound < bytes.count, bytes[place.upperBound] == UInt8(ascii: ":"),
      let value = values.first(where: { $0.lowerBound > place.upperBound })
    {
      bytes.insert(contentsOf: Array(bytes[place.lowerBound..<value.upperBound]) + [0x2C], at: place.lowerBound)
    } else {
      for _ in 0...below(4) { bytes.insert(contentsOf: piece + [UInt8(ascii: ",")], at: place.lowerBound) }
    }
  }

  /// Makes a value larger: deeper, a longer string, or more digits.
  private mutating func grow(_ place: Range<Int>, _ maximumSize: Int) {
    let count = min(1 << below(10), max(1, maximumSize - bytes.count))
    switch bytes[place.lowerBound] {
    case UInt8(ascii: "\""):
      let piece = element(of: ["a", "é", "\\n", "\\u0041", "\\ud83d\\ude00", "😀", "/"])
      bytes.insert(contentsOf: Array(repeatElement(piece, count: count).joined()), at: place.lowerBound + 1)
    case 0x30...0x39:
      let digit = UInt8(0x30 + below(10))
      bytes.insert(contentsOf: repeatElement(digit, count: count), at: place.upperBound)
    default:
      let isObject = below(2) == 0
      let opening = Array((isObject ? "{\"a\":" : "[").utf8)
      bytes.insert(
        contentsOf: repeatElement(isObject ? 0x7D : 0x5D, count: count), at: place.upperBound)
      bytes.insert(contentsOf: Array(repeatElement(opening, count: count).joined()), at: place.lowerBound)
    }
  }

  private func repeatElement<Element>(_ element: Element, count: Int) -> Repeated<Element> {
    Swift.repeatElement(element, count: count)
  }

  /// The places of values and keys, as far as brackets and quotes show them.
  private static func values(in bytes: [UInt8]) -> [Range<Int>] {
    var values: [Range<Int>] = []
    var open: [Int] = []
    var index = 0
    while index < bytes.count {
      let start = index
      switch bytes[index] {
      case UInt8(ascii: "["), UInt8(ascii: "{"): open.append(index)
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if let start = open.popLast() { values.append(start..<index + 1) }
      case UInt8(ascii: "\""):
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        values.append(start..<min(index + 1, bytes.count))
      case 0x2D, 0x30...0x39, 0x61...0x7A:
        while index + 1 < bytes.count, ![0x20, 0x2C, 0x5D, 0x7D, 0x3A, 0x0A].contains(bytes[index + 1]) { index += 1 }
        values.append(start..<index + 1)
      default: break
      }
      index += 1
    }
    return values
  }

  private static let tokens = [
    "null", "true", "false", "0", "-0", "1", "-1", "1.5", "1e5", "1E-5", "9007199254740993", "18446744073709551616",
    "1e400", "1e-400", "0.1e1", "255", "-129", "12345678901234567890123456789", "\"\"", "\"a\"", "\"\\u0000\"",
    "\"\\ud834\\udd1e\"", "[]", "{}", "[null]", "{\"a\":1}", "{\"id\":1,\"name\":\"b\"}", "\"2024-02-29T12:00:00Z\"",
    "\"red\"", "{\"type\":\"a\",\"value\":1}", "{\"circle\":{\"radius\":1}}", "[1,2,3]", "\"aGk=\"",
    "{\"op\":\"add\",\"path\":\"/a\",\"value\":1}",
  ]

  private static let pieces = [
    ",", ":", "[", "]", "{", "}", "\"", "\\", " ", "\n", "\t", "\u{1}", "e", ".", "-", "00", "\u{FEFF}", "\u{0}",
    "\\u", "\\ud800", "/*", "*/", "//", "'", "+", "Infinity", "NaN", "0x", "\u{1E}", "é", "\u{301}", "\\udc00",
  ]
}
