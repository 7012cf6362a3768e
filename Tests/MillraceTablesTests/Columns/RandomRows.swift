import Millrace
import MillraceTables

/// Random rows of few keys, so that they have columns in common, of values that hardly ever agree in their kinds.
struct RandomRows {
  var random: SeededGenerator
  /// The kinds that values are of: few at a time, because a column of all kinds is one of strings soon.
  private var kinds: [Int] = []

  init(_ random: SeededGenerator) { self.random = random }

  mutating func rows() -> [JSON.Value] {
    kinds = (0...random.below(4)).map { _ in random.below(9) }
    return (0..<random.below(90)).map { _ in row() }
  }

  private mutating func row() -> JSON.Value { random.once(in: 40) ? value(depth: 2) : object(depth: 3) }

  private mutating func object(depth: Int) -> JSON.Value {
    var object = JSON.Object()
    for _ in 0..<random.below(5) { object[key()] = value(depth: depth - 1) }
    return .object(object)
  }

  private mutating func key() -> String {
    random.element(of: ["a", "b", "c", "", "a key that is longer than a word", "é", "a/b"])
  }

  private mutating func value(depth: Int) -> JSON.Value {
    if random.once(in: 8) { return nil }
    switch random.once(in: 12) ? random.below(9) : random.element(of: kinds) {
    case 0: return .boolean(random.once(in: 2))
    case 1: return .number(JSON.Number(Int64(bitPattern: random.ofAnyLength())))
    case 2: return .number(JSON.Number(random.below(100)))
    case 3: return .number(number(random.element(of: ["0.5", "-2.25", "1e300", "-0", "12345.678", "1e-7"])))
    case 4:
      return .number(
        number(
          random.element(of: [
            "9223372036854775807", "-9223372036854775808", "9223372036854775808", "9007199254740993", "1e400",
            "123456789012345678901234567890",
          ])))
    case 5, 6:
      return .string(random.element(of: ["", "text", "é∂ß", "a\u{0}b", "true", "a longer text than sixteen bytes"]))
    case 7 where depth > 0: return .array((0..<random.below(4)).map { _ in value(depth: depth - 1) })
    case 8 where depth > 0: return object(depth: depth)
    default: return .number(JSON.Number(random.below(3)))
    }
  }

  private func number(_ text: String) -> JSON.Number { JSON.Number(text) ?? JSON.Number(0) }
}

extension JSON.Value {
  /// The same value with numbers, arrays and objects in the place of strings that are their text: numbers and JSON in a
  /// column of strings need not be written in one way only.
  var withTextsRead: JSON.Value {
    switch self {
    case .string(let text):
      guard let value = try? JSON.decode(JSON.Value.self, from: text), value.boolean == nil else { return self }
      return value.withTextsRead
    case .array(let elements): return .array(elements.map(\.withTextsRead))
    case .object(let object): return .object(JSON.Object(object.map { ($0.key, $0.value.withTextsRead) }))
    default: return self
    }
  }
}

extension Columns.Table {
  /// The rows as JSON.
  func rows(absentMembers: Columns.Reader.AbsentMembers = .omitted) throws -> [JSON.Value] {
    var reader = Columns.Reader(self, absentMembers: absentMembers)
    var rows: [JSON.Value] = []
    while let row = try reader.next(JSON.Value.self) { rows.append(row) }
    return rows
  }
}
