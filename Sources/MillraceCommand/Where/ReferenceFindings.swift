import Millrace
import MillraceCommandLine

/// Which columns of a condition and of other options rows have, and the names that they have where one is missing, so that a misspelled name is an
/// error with the nearest ones.
struct ReferenceFindings: Sendable {
  private let references: [RowCondition.Reference]
  /// The references that no row had, by their indices.
  private var missing: Set<Int>
  /// The names of the members of rows, while a reference is missing.
  private var names: [String] = []
  private var knownNames: Set<JSON.ExactKey> = []

  private static let maximumNameCount = 1000

  init(_ references: [RowCondition.Reference]) {
    self.references = references
    missing = Set(references.indices)
  }

  var isComplete: Bool { missing.isEmpty }

  /// Records the columns of a row.
  ///
  /// - Parameter number: its number. Only the first rows tell names.
  mutating func add(_ row: RowTape, at number: Int, found: (Int) -> Bool) {
    for reference in missing where found(reference) { missing.remove(reference) }
    guard !missing.isEmpty, number <= Self.maximumNameCount else { return }
    var path: [String] = []
    var depth = 0
    // The members of the row, and those of objects in it that a missing column has the name of.
    for event in row.events {
      switch event {
      case .beginObject, .beginArray: depth += 1
      case .endObject, .endArray: depth -= 1
      case .key(let range) where depth > 0 && depth <= 8 && names.count < Self.maximumNameCount:
        path = Array(path.prefix(depth - 1))
        guard path.count == depth - 1 else { continue }
        path.append(String(decoding: row.text[range], as: UTF8.self))
        let prefix = path.dropLast()
        let isNear = missing.contains { reference in
          references[reference].paths.contains { $0.count > prefix.count && $0.starts(with: prefix) }
        }
        let name = path.joined(separator: ".")
        if isNear, knownNames.insert(name).inserted { names.append(name) }
      default: break
      }
    }
  }

  /// Records columns that have values.
  mutating func add(columns: Set<JSON.ExactKey>) {
    missing = missing.filter { index in !references[index].paths.contains { $0.count == 1 && columns.contains($0[0]) } }
  }

  /// Records a table whose columns were checked.
  mutating func complete() { missing = [] }

  mutating func merge(_ other: ReferenceFindings) {
    missing.formIntersection(other.missing)
    for name in other.names where names.count < Self.maximumNameCount && knownNames.insert(name).inserted {
      names.append(name)
    }
  }

  /// - Throws: ``CommandError`` if no row had a required column.
  func check(in input: String) throws(CommandError) {
    guard let index = missing.min() else { return }
    throw missingColumn(references[index].name, among: names, in: input)
  }
}

extension RowCondition.Reference {
  /// Whether it is a column of a table, or may be in one.
  func isKnown(among columns: [String]) -> Bool {
    paths.contains { path in path.first.map(columns.contains) ?? true }
  }
}

extension RowCondition {
  /// The first column that a table does not have.
  func missingColumn(among columns: [String], separator: String?) -> String? {
    var columns = columns
    if let separator {
      // The names of the objects that columns make up.
      columns += columns.compactMap { $0.prefix(before: separator) }
    }
    return references.first { !$0.isKnown(among: columns) }?.name
  }
}
