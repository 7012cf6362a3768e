import Millrace
import MillraceTables

/// A column as simple as can be: a value for each row, and what kind they are all of.
///
/// The rules of `Columns.Writer` are written down here once more, in values of JSON.
struct ColumnTwin {
  enum Kind { case unknown, boolean, integer, double, string, structure, list }

  private(set) var kind = Kind.unknown
  private var scalars: [JSON.Value?] = []
  private var names: [String] = []
  private var members: [String: ColumnTwin] = [:]
  private var lists: [Range<Int>?] = []
  private var elements: [ColumnTwin] = []  // none or one
  private(set) var count = 0

  mutating func append(_ value: JSON.Value?) {
    let value = value?.isNull ?? true ? nil : value
    defer { count += 1 }
    if let value, !admits(value) { widen(for: value) }
    switch (kind, value) {
    case (.structure, let value):
      let object = value?.object
      for member in object ?? [:] where members[member.key] == nil {
        names.append(member.key)
        members[member.key] = ColumnTwin(absent: count)
      }
      for name in names { members[name]?.append(object?[name]) }
      scalars.append(value == nil ? nil : true)
    case (.list, let value?):
      if elements.isEmpty { elements = [ColumnTwin()] }
      let start = elements[0].count
      for element in value.array ?? [] { elements[0].append(element) }
      lists.append(start..<elements[0].count)
      scalars.append(true)
    case (.string, let value?): scalars.append(.string(Self.text(of: value)))
    default:
      lists.append(nil)
      scalars.append(value)
    }
  }

  init() {}

  private init(absent count: Int) { for _ in 0..<count { append(nil) } }

  private func admits(_ value: JSON.Value) -> Bool {
    switch (kind, value) {
    case (.boolean, .boolean), (.string, .string), (.structure, .object), (.list, .array): true
    case (.integer, .number(let number)): number.integer(as: Int64.self) != nil && number.text != "-0"
    case (.double, .number(let number)): Self.isDouble(number)
    default: false
    }
  }

  private static func isDouble(_ number: JSON.Number) -> Bool {
    guard let double = number.double else { return false }
    // Of an integer no digit may be lost.
    guard !number.text.contains(where: { ".eE".contains($0) }) else { return true }
    return number.integer(as: Int64.self).map { abs(Double($0)) <= 9_007_199_254_740_992 && Int64(Double($0)) == $0 }
      ?? (double == 0)
  }

  private mutating func widen(for value: JSON.Value) {
    if kind == .unknown {
      kind =
        switch value {
        case .boolean: .boolean
        case .number(let number):
          number.integer(as: Int64.self) != nil && number.text != "-0"
            ? .integer : Self.isDouble(number) ? .double : .string
        case .array: .list
        case .object: .structure
        case .string, .null: .string
        }
      return
    }
    if kind == .integer, case .number(let number) = value, Self.isDouble(number),
      scalars.allSatisfy({ $0?.number.map(Self.isDouble) ?? true })
    {
      kind = .double
      return
    }
    scalars = (0..<count).map { self[$0].map { .string(Self.text(of: $0)) } }
    kind = .string
  }

  func kind(of member: String) -> Kind { members[member]?.kind ?? .unknown }

  static func text(of value: JSON.Value) -> String { value.string ?? value.description }

  /// The value of a row as the column has it, without members that are absent.
  subscript(row: Int) -> JSON.Value? {
    guard scalars[row] != nil else { return nil }
    switch kind {
    case .structure:
      return .object(JSON.Object(names.compactMap { name in members[name]?[row].map { (name, $0) } }))
    case .list: return .array((lists[row] ?? 0..<0).map { elements[0][$0] ?? nil })
    default: return scalars[row]
    }
  }
}
