import Millrace

@testable import MillraceTables

/// Random columns of all types.
struct RandomArrowTable {
  var random: SeededGenerator
  /// The instants are whole microseconds, as all libraries have them.
  var isCoarse = false
  /// Whether columns have notations other than that of their values.
  var hasNotations = false

  /// A table of some columns.
  mutating func table(columns: Int, rows: Int, depth: Int = 3) -> Columns.Table {
    let columns = (0..<columns).map { index in
      column(named: "c\(index)" + random.element(of: Self.letters), rows: rows, depth: depth)
    }
    return Columns.Table(columns: columns, count: rows)
  }

  private static let letters = ["", "a", "\"", "\\", "é", "水", "😀", " ", "."]

  private mutating func column(named name: String, rows: Int, depth: Int) -> Columns.Column {
    let validity = random.once(in: 2) ? nil : validity(rows)
    let column = Columns.Column(name: name, values: values(rows, validity, depth), validity: validity, count: rows)
    return hasNotations && random.once(in: 2) ? noted(column, depth) : column
  }

  /// A column with a notation for its values, of which some have this notation and others do not.
  private mutating func noted(_ column: Columns.Column, _ depth: Int) -> Columns.Column {
    var (values, notation) = (column.values, Columns.Notation.standard)
    switch values {
    case .instants(var instants):
      notation = random.element(of: [.date, .localTime])
      for index in instants.indices where random.once(in: 2) {
        instants[index] = Instant(seconds: instants[index].seconds / 86_400 * 86_400)
      }
      values = .instants(instants)
    case .doubles(var numbers):
      notation = random.element(of: [.singlePrecision, .halfPrecision])
      for index in numbers.indices where random.once(in: 2) {
        numbers[index] =
          notation == .halfPrecision
          ? Double(halfPrecision: UInt16(truncatingIfNeeded: random.next())) : Double(Float(numbers[index]))
      }
      values = .doubles(numbers)
    case .strings:
      notation = .number
      values = .strings(texts(column.count, { !column.isNull(at: $0) }) { Array("-\($0.random.below(1_000)).50".utf8) })
    case .lists(let offsets, let elements) where depth > 0:
      notation = .map
      let keys = texts(elements.count, { _ in true }) { $0.string() }
      let parts = [
        Columns.Column(name: "key", values: .strings(keys), count: elements.count),
        self.column(named: "value", rows: elements.count, depth: depth - 1),
      ]
      values = .lists(
        offsets: offsets, elements: Columns.Column(name: "", values: .structures(parts), count: elements.count))
    default: break
    }
    return Columns.Column(
      name: column.name, values: values, notation: notation, validity: column.validity, count: column.count)
  }

  /// A column without a name: the elements of lists.
  private mutating func validity(_ rows: Int) -> Columns.Bitmap {
    let density = random.below(4)
    var bits = Columns.Bitmap()
    for _ in 0..<rows { bits.append(random.below(4) < density) }
    return bits
  }

  private mutating func values(_ rows: Int, _ validity: Columns.Bitmap?, _ depth: Int) -> Columns.Values {
    func isPresent(_ row: Int) -> Bool { validity.map { $0[row] } ?? true }
    switch random.below(depth > 0 ? 9 : 6) {
    case 0:
      var bits = Columns.Bitmap()
      for row in 0..<rows { bits.append(isPresent(row) && random.once(in: 2)) }
      return .booleans(bits)
    case 1:
      return .integers(
        (0..<rows).map { isPresent($0) ? Int64(truncatingIfNeeded: random.next()) >> Int64(random.below(64)) : 0 })
    case 2: return .doubles((0..<rows).map { isPresent($0) ? double() : 0 })
    case 3: return .strings(texts(rows, isPresent) { (table) in table.string() })
    case 4:
      return .bytes(texts(rows, isPresent) { (table) in (0..<table.random.below(20)).map { _ in table.random.byte() } })
    case 5: return .instants((0..<rows).map { isPresent($0) ? instant() : Instant(seconds: 0) })
    case 6:
      let members = (0..<1 + random.below(3)).map { index in
        masked(column(named: "m\(index)", rows: rows, depth: depth - 1), isPresent)
      }
      return .structures(members)
    case 7:
      var offsets = [0]
      for row in 0..<rows { offsets.append((offsets.last ?? 0) + (isPresent(row) ? random.below(4) : 0)) }
      return .lists(offsets: offsets, elements: column(named: "", rows: offsets.last ?? 0, depth: depth - 1))
    default: return .unknown
    }
  }

  /// Members of absent structures are absent, too.
  private func masked(_ column: Columns.Column, _ isPresent: (Int) -> Bool) -> Columns.Column {
    var validity = Columns.Bitmap()
    for row in 0..<column.count { validity.append(isPresent(row) && !column.isNull(at: row)) }
    if case .unknown = column.values { return column }
    return Columns.Column(
      name: column.name, values: column.values, notation: column.notation, validity: validity, count: column.count)
  }

  private mutating func texts(
    _ rows: Int, _ isPresent: (Int) -> Bool, _ text: (inout RandomArrowTable) -> [UInt8]
  ) -> Columns.Texts {
    var texts = Columns.Texts()
    for row in 0..<rows { texts.append(isPresent(row) ? text(&self) : []) }
    return texts
  }

  private mutating func string() -> [UInt8] {
    let count = random.element(of: [0, 1, 3, 13, 50])
    return (0..<count).flatMap { _ in Array(random.element(of: Self.letters).utf8) }
  }

  private mutating func double() -> Double {
    switch random.below(8) {
    case 0: random.element(of: [0, -0.0, .infinity, -.infinity, .nan, .leastNonzeroMagnitude])
    case 1: Double(random.below(1_000)) / 8
    default: Double(bitPattern: random.next())
    }
  }

  private mutating func instant() -> Instant {
    // From 1680 to 2260, within the range of nanoseconds.
    let seconds = Int64(random.below(18_000_000_000)) - 9_100_000_000
    let nanoseconds = Int32(random.below(1_000_000_000))
    return Instant(seconds: seconds, nanoseconds: isCoarse ? nanoseconds / 1_000 * 1_000 : nanoseconds)
  }
}
