import Millrace

// The reverse of `Parquet+Levels.swift`. A node has an entry for each slot that begins an element of the innermost list
// around it: the slot's repetition level is at most the number of lists on the path, and its definition level is at
// least that of the element. The levels of the first leaf column below a node tell which entries are null and where
// lists begin; all leaf columns below it must agree.

extension Parquet {
  /// Builds columns from the rows of their leaf columns.
  struct ColumnAssembler {
    private let columns: [StoredColumn]
    /// The rows of the leaf columns, by their index. They are removed when they are used.
    private var leaves: [Int: LeafRows]
    private let rowGroup: Int
    private let budget: MemoryBudget
    private let keepsStored: Bool

    /// - Parameter keepsStored: See `Parquet.ReadingOptions.keepsStoredValues`.
    init(
      _ columns: [StoredColumn], _ leaves: [Int: LeafRows], rowGroup: Int, _ budget: MemoryBudget, keepsStored: Bool
    ) {
      self.columns = columns
      self.leaves = leaves
      self.rowGroup = rowGroup
      self.budget = budget
      self.keepsStored = keepsStored
    }

    /// Returns the column of a node.
    ///
    /// - Parameters:
    ///   - count: The required number of entries.
    ///   - repetition: The number of lists on the path to the node.
    ///   - element: The definition level at which the innermost of them has an element.
    /// - Throws: ``Problem`` if the levels contradict each other or the values are not valid.
    mutating func column(
      _ node: SchemaNode, count: Int, repetition: UInt8 = 0, element: UInt8 = 0
    ) throws -> Columns.Column {
      let column: Columns.Column
      switch node.content {
      case .leaf: column = try leafColumn(node)
      case .structure(let members):
        let present = try presence(node, node.leaves.lowerBound, repetition: repetition, element: element)
        for leaf in node.leaves.dropFirst() where present != nil {
          guard try presence(node, leaf, repetition: repetition, element: element) == present else {
            throw malformed(node, "columns that differ in the nulls of a structure")
          }
        }
        let parts = try members.map {
          try self.column($0, count: count, repetition: repetition, element: element)
        }
        column = Columns.Column(
          name: node.field.name, values: .structures(parts), validity: try validity(present, count: count, node),
          count: count)
      case .list(let item, let definition):
        column = try list(node, of: item, definition, repetition: repetition, around: element, count: count)
      }
      guard column.count == count else {
        throw malformed(node, "found \(column.count) entries, expected \(count)")
      }
      return column
    }

    private mutating func leafColumn(_ node: SchemaNode) throws -> Columns.Column {
      let column = columns[node.leaves.lowerBound]
      guard var rows = leaves.removeValue(forKey: node.leaves.lowerBound) else { throw malformed(node, "no values") }
      var present: [UInt8]?
      if !rows.definitions.isEmpty {
        let (maximum, element) = (column.maximumDefinition, column.elementDefinition)
        if element == 0, maximum == 1 {
          present = rows.definitions
        } else {
          var slots: [UInt8] = []
          slots.reserveCapacity(rows.definitions.count)
          for level in rows.definitions where level >= element { slots.append(level == maximum ? 1 : 0) }
          present = slots
        }
      }
      let count = present?.count ?? rows.slotCount
      if present?.contains(0) == false { present = nil }
      do {
        let values = try rows.values.converted(
          column, present, count: count, budget, keepsStored: keepsStored)
        if case .unknown = values { present = nil }
        return Columns.Column(
          name: node.field.name, values: values, notation: Columns.Notation(of: node.field.type),
          validity: present.map { Columns.Bitmap(bytes: $0) }, count: count)
      } catch let damage as ParquetDamage {
        throw malformed(node, damage.what)
      }
    }

    // MARK: Nested columns

    /// Returns 1 for each entry of a node that is not null and 0 for the others, by the levels of a leaf column; nil
    /// if no entry can be null.
    private func presence(
      _ node: SchemaNode, _ leaf: Int, repetition: UInt8, element: UInt8
    ) throws -> [UInt8]? {
      guard node.definition > element, let rows = leaves[leaf] else { return nil }
      try budget.charge(rows.slotCount)
      var present: [UInt8] = []
      present.reserveCapacity(rows.slotCount)
      for slot in 0..<rows.slotCount
      where rows.definition(slot) >= element && rows.repetition(slot) <= repetition {
        present.append(rows.definition(slot) >= node.definition ? 1 : 0)
      }
      return present
    }

    private func validity(_ present: [UInt8]?, count: Int, _ node: SchemaNode) throws -> Columns.Bitmap? {
      guard let present else { return nil }
      guard present.count == count else {
        throw malformed(node, "found \(present.count) entries, expected \(count)")
      }
      return present.contains(0) ? Columns.Bitmap(bytes: present) : nil
    }

    /// - Parameters:
    ///   - definition: The definition level at which a list has an element.
    ///   - around: The definition level at which the list around this one has an element.
    private mutating func list(
      _ node: SchemaNode, of element: SchemaNode, _ definition: UInt8, repetition: UInt8, around: UInt8, count: Int
    ) throws -> Columns.Column {
      guard let rows = leaves[node.leaves.lowerBound] else { throw malformed(node, "no values") }
      try budget.charge(count + 1, size: 16)
      var (offsets, present, size): ([Int], [UInt8], Int) = ([], [], 0)
      offsets.reserveCapacity(count + 1)
      present.reserveCapacity(count)
      for slot in 0..<rows.slotCount {
        let (definitionLevel, repetitionLevel) = (rows.definition(slot), rows.repetition(slot))
        if repetitionLevel <= repetition {
          if definitionLevel < around { continue }
          offsets.append(size)
          present.append(definitionLevel >= node.definition ? 1 : 0)
          if definitionLevel >= definition { size += 1 }
        } else if repetitionLevel == repetition + 1 {
          // Only a list with an element has another one.
          guard definitionLevel >= definition, let last = offsets.last, last < size else {
            throw malformed(node, "levels of an empty list that continues")
          }
          size += 1
        }
      }
      offsets.append(size)
      guard present.count == count else {
        throw malformed(node, "found \(present.count) entries, expected \(count)")
      }
      var elements = try column(element, count: size, repetition: repetition + 1, element: definition)
      elements.name = ""
      let bits = present.contains(0) ? Columns.Bitmap(bytes: present) : nil
      return Columns.Column(
        name: node.field.name, values: .lists(offsets: offsets, elements: elements),
        notation: Columns.Notation(of: node.field.type), validity: bits, count: count)
    }

    private func malformed(_ node: SchemaNode, _ what: String) -> Problem {
      let path = columns[node.leaves.lowerBound].name
      return .malformed(what, column: path, rowGroup: rowGroup)
    }
  }
}

extension Parquet.LeafRows {
  /// The definition level of a slot.
  fileprivate func definition(_ slot: Int) -> UInt8 { definitions.isEmpty ? maximumDefinition : definitions[slot] }
  /// The repetition level of a slot.
  fileprivate func repetition(_ slot: Int) -> UInt8 { repetitions.isEmpty ? 0 : repetitions[slot] }
}

extension Columns.Bitmap {
  /// Creates a bitmap from bytes that are 0 or 1.
  init(bytes: [UInt8]) {
    let words = unsafe bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 64).map { start -> UInt64 in
        var word: UInt64 = 0
        var position = start
        // The multiplication moves the lowest bits of eight bytes to the highest byte.
        while position < start + 64, position <= bytes.count - 8 {
          let eight = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
          word |= ((eight &* 0x0102_0408_1020_4080) >> 56) << UInt64(position - start)
          position += 8
        }
        while position < min(start + 64, bytes.count) {
          unsafe word |= UInt64(bytes[position]) << UInt64(position - start)
          position += 1
        }
        return word
      }
    }
    self.init(words: words, count: bytes.count)
  }
}
