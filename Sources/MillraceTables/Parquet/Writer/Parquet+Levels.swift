import Millrace

// A column chunk stores the values of a leaf column only. Two levels for each slot tell where a value belongs:
//
// - The definition level is the number of optional and repeated nodes on the path to the leaf that are present. At the
//   maximum there is a value; below it, the level tells which node is null, or which list is empty.
// - The repetition level is the number of lists on the path in which the slot continues the current list; 0 begins a
//   row.
//
// See "Nested Encoding" in the format's specification, after Melnik et al., "Dremel" (VLDB 2010). Levels are computed
// from the root to the leaves: each node replaces the slots of its parent by its own.

extension Parquet {
  /// The slots of a node: the levels so far, and which entries of the node's column they contain.
  struct Slots {
    private(set) var repetitions: [UInt8]
    private(set) var definitions: [UInt8]
    /// The index of the entry of each slot; -1 if a node above it is null, or a list empty.
    private(set) var entries: [Int]

    /// Creates the slots of rows.
    init(rows: Range<Int>) {
      repetitions = [UInt8](repeating: 0, count: rows.count)
      definitions = repetitions
      entries = Array(rows)
    }

    private init(capacity: Int) {
      (repetitions, definitions, entries) = ([], [], [])
      repetitions.reserveCapacity(capacity)
      definitions.reserveCapacity(capacity)
      entries.reserveCapacity(capacity)
    }

    var count: Int { entries.count }

    /// The index of the first entry that is not null; nil for a missing column.
    func firstEntry(presentIn column: Columns.Column?) -> Int? {
      guard let column else { return nil }
      return entries.first { $0 >= 0 && !column.isNull(at: $0) }
    }

    /// Checks that no entry is null.
    func checkPresence(of column: Columns.Column?, as field: Arrow.Field) throws {
      if let absent = entries.first(where: { $0 >= 0 && column?.isNull(at: $0) != false }) {
        throw Arrow.EntryProblem(absent: field, at: absent)
      }
    }

    /// Returns the slots after an optional node.
    ///
    /// - Parameter column: The column; nil if all entries are null.
    func present(in column: Columns.Column?) -> Slots {
      var slots = self
      let isUnknown = if case .unknown? = column?.values { true } else { column == nil }
      let validity = column?.validity
      for index in entries.indices where entries[index] >= 0 {
        if isUnknown || validity.map({ !$0[entries[index]] }) ?? false {
          slots.entries[index] = -1
        } else {
          slots.definitions[index] += 1
        }
      }
      return slots
    }

    /// Returns the slots of the elements of lists.
    ///
    /// - Parameters:
    ///   - offsets: The offsets of the lists in their elements.
    ///   - level: The number of lists on the path to the elements.
    func elements(offsets: [Int], level: UInt8) -> Slots {
      var slots = Slots(capacity: count)
      for index in entries.indices {
        let entry = entries[index]
        let elements = entry < 0 ? 0..<0 : offsets[entry]..<offsets[entry + 1]
        if elements.isEmpty { slots.append(repetitions[index], definitions[index], -1) }
        for element in elements {
          let isFirst = element == elements.lowerBound
          slots.append(isFirst ? repetitions[index] : level, definitions[index] + 1, element)
        }
      }
      return slots
    }

    private mutating func append(_ repetition: UInt8, _ definition: UInt8, _ entry: Int) {
      repetitions.append(repetition)
      definitions.append(definition)
      entries.append(entry)
    }
  }

  /// The entries of a leaf column that are not null, in the order of their slots.
  enum PresentEntries {
    case all(Range<Int>)
    case some([Int])

    var first: Int? {
      switch self {
      case .all(let range): range.first
      case .some(let entries): entries.first
      }
    }

    /// The range of the entries. Slots are in the order of their entries.
    var range: Range<Int> {
      switch self {
      case .all(let range): range
      case .some(let entries): entries.isEmpty ? 0..<0 : entries[0]..<entries[entries.count - 1] + 1
      }
    }

    /// Returns a result for each entry.
    @inline(__always)
    func map<Result>(_ transform: (Int) throws -> Result) rethrows -> [Result] {
      switch self {
      case .all(let range): try range.map(transform)
      case .some(let entries): try entries.map(transform)
      }
    }
  }
}
