/// Random documents, as varied in their values as in how they are written.
package struct RandomJSON {
  private var random: SeededGenerator
  private var text: [UInt8] = []

  package init(_ random: SeededGenerator) { self.random = random }

  /// A document of about this many values, on one line.
  ///
  /// Keys are not repeated within an object.
  package mutating func document(of values: Int) -> [UInt8] {
    text = []
    blanks()
    value(budget: values)
    blanks()
    return text
  }

  private mutating func append(_ piece: String) { text += piece.utf8 }

  private mutating func blanks() {
    guard random.once(in: 4) else { return }
    append(random.element(of: [" ", "  ", "\t", "\r", " \t \r ", "        ", "                              "]))
  }

  private mutating func value(budget: Int) {
    if budget > 1, random.below(8) > 0 {
      if random.once(in: 2) { array(budget: budget) } else { object(budget: budget) }
      return
    }
    switch random.below(9) {
    case 0: append("null")
    case 1: append("true")
    case 2: append("false")
    case 3: append("[]")
    case 4: append("{}")
    case 5, 6: append(number())
    default: string()
    }
  }

  private mutating func array(budget: Int) {
    let count = 1 + random.below(min(budget, 9))
    append("[")
    for index in 0..<count {
      if index > 0 { append(",") }
      blanks()
      value(budget: budget / count)
      blanks()
    }
    append("]")
  }

  private mutating func object(budget: Int) {
    let count = 1 + random.below(min(budget, 9))
    append("{")
    for index in 0..<count {
      if index > 0 { append(",") }
      blanks()
      // The index makes the key another one than those before it.
      text.append(UInt8(ascii: "\""))
      append("\(random.element(of: ["key", "", "a longer key than sixteen bytes ", "é", "\\n"]))\(index)")
      characters(random.once(in: 3) ? random.below(12) : 0)
      text.append(UInt8(ascii: "\""))
      blanks()
      append(":")
      blanks()
      value(budget: budget / count)
      blanks()
    }
    append("}")
  }

  /// A string token.
  package mutating func string() {
    text.append(UInt8(ascii: "\""))
    characters(random.once(in: 3) ? random.below(90) : random.below(12))
    text.append(UInt8(ascii: "\""))
  }

  /// A string token alone.
  package mutating func stringToken() -> [UInt8] {
    text = []
    string()
    return text
  }

  private static let rareCharacters = [
    "\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t", "\\u0000", "\\u001f", "\\u0041", "\\u00E9", "\\u20ac",
    "\\uD83D\\uDE00", "\\ud834\\udd1e", "\\uFFFF", "é", "ß", "ж", "א", "€", "中文", "\u{7F}", "\u{80}", "\u{2028}",
    "\u{FFFD}", "😀", "𝄞", "\u{10FFFF}", "e\u{301}",
  ]

  private mutating func characters(_ count: Int) {
    let rarity = 1 + random.below(30)
    for _ in 0..<count {
      if random.once(in: rarity) {
        append(random.element(of: Self.rareCharacters))
      } else {
        text.append(UInt8(0x61 + random.below(26)))
      }
    }
  }

  /// A number of any form whose nearest double is finite, and zero only if the number is.
  package mutating func number() -> String {
    var number = random.once(in: 3) ? "-" : ""
    var digits = 0
    if random.once(in: 4) {
      number += "0"
    } else {
      number += String(random.ofAnyLength() | 1)
      digits = number.utf8.count
    }
    if random.once(in: 2) {
      number += "."
      for _ in 0...(random.once(in: 8) ? random.below(30) : random.below(10)) { number += String(random.below(10)) }
    }
    if random.once(in: 4) {
      let exponent = random.below(270)
      number += random.element(of: ["e", "E"])
      number +=
        random.once(in: 2) ? "-\(exponent)" : random.element(of: ["", "+"]) + "\(exponent / 20 * 20 + digits % 10)"
    }
    return number
  }
}
