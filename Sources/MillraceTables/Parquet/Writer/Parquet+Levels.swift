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
    /// The index of the entry of each slot; nil if a node above it is null, or a list empty.
    private(set) var entries: [Int?]

    /// Creates the slots of rows.
    init(rows: Range<Int>) {
      repetitions = [UInt8](repeating: 0, count: rows.count)
      definitions = repetitions
      entries = Array(rows)
    }

    private init() {
      repetitions = []
      definitions = []
      entries = []
    }

    var count: Int { entries.count }

    /// Returns the slots after an optional node.
    ///
    /// - Parameter column: The column; nil if all entries are null.
    func present(in column: Columns.Column?) -> Slots {
      var slots = self
      for index in entries.indices {
        guard let entry = entries[index] else { continue }
        if let column, !column.isAbsent(at: entry) {
          slots.definitions[index] += 1
        } else {
          slots.entries[index] = nil
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
      var slots = Slots()
      for index in entries.indices {
        let elements = entries[index].map { offsets[$0]..<offsets[$0 + 1] } ?? 0..<0
        if elements.isEmpty { slots.append(repetitions[index], definitions[index], nil) }
        for element in elements {
          let isFirst = element == elements.lowerBound
          slots.append(isFirst ? repetitions[index] : level, definitions[index] + 1, element)
        }
      }
      return slots
    }

    private mutating func append(_ repetition: UInt8, _ definition: UInt8, _ entry: Int?) {
      repetitions.append(repetition)
      definitions.append(definition)
      entries.append(entry)
    }
  }
}

extension [UInt8] {
  /// Appends the levels of a data page of version 1: their size, and runs of equal levels and groups of eight levels.
  ///
  /// - Parameters:
  ///   - levels: The levels.
  ///   - maximum: The maximum level of the column. If it is 0, levels are not stored.
  mutating func append(levels: [UInt8], maximum: UInt8) {
    guard maximum > 0 else { return }
    let width = 8 - maximum.leadingZeroBitCount
    let start = count
    append(contentsOf: [0, 0, 0, 0])
    var index = 0
    while index < levels.count {
      let run = levels.runLength(from: index)
      if run >= 8 || index + run == levels.count {
        append(variable: UInt64(run) << 1)
        append(levels[index])
        index += run
        continue
      }
      // Groups of eight, up to the next long run.
      let first = index
      while index < levels.count, levels.runLength(from: index, limit: 8) < 8 { index += 8 }
      append(variable: UInt64((index - first) / 8) << 1 | 1)
      append(packing: levels[first..<Swift.min(index, levels.count)], width: width, count: index - first)
    }
    let size = UInt32(truncatingIfNeeded: count - start - 4)
    for byte in 0..<4 { self[start + byte] = UInt8(truncatingIfNeeded: size >> (8 * UInt32(byte))) }
  }

  /// Appends the lowest bits of levels, with zeros for missing levels.
  private mutating func append(packing levels: ArraySlice<UInt8>, width: Int, count: Int) {
    var (bits, bitCount): (UInt32, Int) = (0, 0)
    for index in levels.startIndex..<levels.startIndex + count {
      bits |= (index < levels.endIndex ? UInt32(levels[index]) : 0) << UInt32(bitCount)
      bitCount += width
      while bitCount >= 8 {
        append(UInt8(truncatingIfNeeded: bits))
        bits >>= 8
        bitCount -= 8
      }
    }
  }

  /// The number of bytes from an index on that are equal, up to a limit.
  private func runLength(from start: Int, limit: Int = .max) -> Int {
    var end = start + 1
    while end < count, end - start < limit, self[end] == self[start] { end += 1 }
    return end - start
  }
}
