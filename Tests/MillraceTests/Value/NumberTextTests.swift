import Millrace
import TestSupport
import Testing

/// Numbers keep their text, whatever they are kept as.
struct NumberTextTests {
  @Test("a number has the text it was written with, and the value that Swift gives that text")
  func randomTexts() throws {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(20_000) {
      let text = Self.text(&random)
      let number = try JSON.decode(JSON.Number.self, from: text)
      let written = try JSON.encode(number, as: String.self)
      let isSame = number.text == text && written == text && JSON.Number(text)?.text == text
      if !isSame { mismatches.note("\(text) became \(number.text), \(written)") }
      let isInteger = !text.contains { ".eE".contains($0) }
      if number.integer(as: Int64.self) != (isInteger ? Int64(text) : nil) { mismatches.note("\(text) as Int64") }
      if number.integer(as: UInt64.self) != (isInteger ? UInt64(text) : nil) { mismatches.note("\(text) as UInt64") }
      if number.integer(as: Int8.self) != (isInteger ? Int8(text) : nil) { mismatches.note("\(text) as Int8") }
      if let double = Double(text), double.isFinite, double != 0 || number.double != nil {
        if number.double?.bitPattern != double.bitPattern { mismatches.note("\(text) as a double") }
      }
    }
    mismatches.report()
  }

  @Test(
    "where 19 digits end",
    arguments: [
      "0", "-0", "0.0", "-0.000", "0.0000000000000000001", "9999999999999999999", "-9999999999999999999",
      "18446744073709551615",
      "18446744073709551616", "-9223372036854775808", "0.000000000000000000000", "999999999.9999999999",
      "0.9999999999999999999",
      "123456789012345678901234567890.5",
    ])
  func edges(text: String) throws {
    let number = try #require(JSON.Number(text))
    #expect(number.text == text)
    #expect(try JSON.encode([JSON.Value.number(number)], as: String.self) == "[\(text)]")
    #expect(number.integer(as: Int128.self) == Int128(text))
    #expect(number.double?.bitPattern == Double(text)?.bitPattern)
    #expect(
      JSON.Number(UInt64.max).text == "18446744073709551615" && JSON.Number(Int64.min).text == "-9223372036854775808")
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    func digits(_ count: Int) -> String { String((0..<count).map { _ in random.element(of: Array("0001234567899")) }) }
    var text = random.once(in: 3) ? "-" : ""
    let integer = digits(random.below(12) + (random.once(in: 8) ? 12 : 0)).drop { $0 == "0" }
    text += integer.isEmpty ? "0" : integer
    if !random.once(in: 3) { text += "." + digits(1 + random.below(20)) }
    if random.once(in: 8) {
      text += "\(random.element(of: ["e", "E"]))\(random.element(of: ["", "+", "-"]))\(random.below(40))"
    }
    return text
  }
}

/// Members whose keys come more than once, against a list that is searched from its beginning.
struct RepeatedMemberTests {
  @Test("the first member of a name keeps its place and takes the last value")
  func lastWins() throws {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(2_000) {
      let names = Self.names(&random)
      var members: [(key: String, value: Int)] = []
      for (value, name) in names.enumerated() {
        if let place = members.firstIndex(where: { Array($0.key.utf8) == Array(name.utf8) }) {
          members[place].value = value
        } else {
          members.append((name, value))
        }
      }
      let text = "{" + names.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",") + "}"
      let object = try JSON.decode(JSON.Object.self, from: text)
      let isSame =
        object.count == members.count
        && zip(object, members).allSatisfy { Array($0.key.utf8) == Array($1.key.utf8) && $0.value.int == $1.value }
        && members.allSatisfy { object[$0.key]?.int == $0.value } && object["none of them"] == nil
      if !isSame { mismatches.note("\(text) became \(object)") }
    }
    mismatches.report()
  }

  /// Few different names or many, short ones and long ones, with equal ends, and some that look the same and are not.
  private static func names(_ random: inout SeededGenerator) -> [String] {
    let count = random.below(random.once(in: 4) ? 100 : 20)
    let different = 1 + random.below(2 * count + 1)
    return (0..<count).map { _ in
      let number = random.below(different)
      return switch number % 4 {
      case 0: "\(number)"
      case 1: "a name of more than fifteen bytes, number \(number), with one end"
      case 2: number % 8 == 2 ? "\u{E9}\(number / 8)" : "e\u{301}\(number / 8)"
      default: "name\(number)"
      }
    }
  }
}
