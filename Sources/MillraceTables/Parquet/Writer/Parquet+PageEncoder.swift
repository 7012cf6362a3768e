import Millrace

extension Parquet {
  /// Encodes some rows of a table as data pages, one for each leaf column.
  struct PageEncoder {
    /// The pages with their headers, and the number of slots of each page.
    private(set) var pages: [(bytes: [UInt8], slots: Int)] = []
    private let leaves: [Leaf]

    /// Whether integers in columns of timestamps are counts of their units.
    private let hasStoredTimestamps: Bool

    init(_ leaves: [Leaf], hasStoredTimestamps: Bool = false) {
      self.leaves = leaves
      self.hasStoredTimestamps = hasStoredTimestamps
    }

    /// - Throws: `Arrow.EntryProblem` if an entry does not fit the type of its field.
    mutating func encode(_ table: Columns.Table, rows: Range<Int>, as fields: [Arrow.Field]) throws {
      pages.removeAll(keepingCapacity: true)
      try encode(table.columns, Slots(rows: rows), as: fields, level: 0)
    }

    /// Encodes the columns for these fields, which are matched by their names.
    private mutating func encode(
      _ columns: [Columns.Column], _ slots: Slots, as fields: [Arrow.Field], level: UInt8
    ) throws {
      let positions = Dictionary(columns.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
      for field in fields {
        do {
          try encode(positions[field.name].map { columns[$0] }, slots, as: field.type, level: level)
        } catch let problem as Arrow.EntryProblem {
          throw problem.within(field.name)
        }
      }
      let names = Set(fields.map(\.name))
      for column in columns where !names.contains(column.name) {
        if let entry = slots.firstEntry(presentIn: column) {
          throw Arrow.EntryProblem(.newColumn, at: entry).within(column.name)
        }
      }
    }

    /// - Parameters:
    ///   - column: The column; nil if it is missing.
    ///   - level: The number of lists on the path to the column.
    private mutating func encode(
      _ column: Columns.Column?, _ slots: Slots, as type: Arrow.DataType, level: UInt8
    ) throws {
      let present = slots.firstEntry(presentIn: column)
      let slots = slots.present(in: column)
      switch (type, column?.values) {
      case (.structure(let fields), .structures(let members)?) where present != nil:
        try encode(members, slots, as: fields, level: level)
      case (.structure(let fields), _) where present == nil: try encode([], slots, as: fields, level: level)
      case (.list(let element, _), .lists(let offsets, let elements)?) where present != nil:
        do {
          let slots = slots.elements(offsets: offsets, level: level + 1)
          do {
            try encode(elements, slots, as: element.type, level: level + 1)
          } catch let problem as Arrow.EntryProblem {
            throw problem.within(element.name)
          }
        } catch let problem as Arrow.EntryProblem {
          throw problem.within(listsAt: offsets)
        }
      case (.list(let element, _), _) where present == nil: try encode(nil, slots, as: element.type, level: level + 1)
      default:
        var page: [UInt8] = []
        let leaf = leaves[pages.count]
        page.append(levels: slots.repetitions, maximum: leaf.maximumRepetition)
        page.append(levels: slots.definitions, maximum: leaf.maximumDefinition)
        if let present, let column {
          if hasStoredTimestamps, case (.timestamp, .integers(let counts)) = (type, column.values) {
            page.append(counts, slots.entries, from: 0)
          } else {
            try page.append(values: column, slots.entries, type, firstPresent: present)
          }
        }
        guard page.count <= Int(Int32.max) else { throw Arrow.EntryProblem(.tooLarge, at: present ?? 0) }
        pages.append((Parquet.pageHeader(size: page.count, slots: slots.count) + page, slots.count))
      }
    }
  }

  /// Returns the header of a data page of version 1: a structure `PageHeader`.
  private static func pageHeader(size: Int, slots: Int) -> [UInt8] {
    let size = Int32(truncatingIfNeeded: size)
    let (plain, runs): (Int32, Int32) = (0, 3)
    var writer = ThriftWriter()
    writer.structure { header in
      header.field(1, Int32(0))
      header.field(2, size)
      header.field(3, size)
      header.field(5) { page in
        page.field(1, Int32(truncatingIfNeeded: slots))
        page.field(2, plain)
        page.field(3, runs)
        page.field(4, runs)
      }
    }
    return writer.bytes
  }
}

extension Parquet.Slots {
  /// The index of the first entry that is not null; nil for a missing column.
  fileprivate func firstEntry(presentIn column: Columns.Column?) -> Int? {
    guard let column else { return nil }
    for case let entry? in entries where !column.isAbsent(at: entry) { return entry }
    return nil
  }
}

extension [UInt8] {
  /// Appends entries of a column in the encoding PLAIN, unchanged or exactly converted.
  fileprivate mutating func append(
    values column: Columns.Column, _ entries: [Int?], _ type: Arrow.DataType, firstPresent: Int
  ) throws {
    // Slots are in the order of their entries.
    let end = (entries.last { $0 != nil } ?? nil).map { $0 + 1 } ?? firstPresent
    let range = firstPresent..<end
    switch (type, column.values) {
    case (.boolean, .booleans(let bits)): append(bits, entries)
    case (.integer, .integers(let numbers)): append(numbers, entries, from: 0)
    case (.integer, .doubles(let numbers)):
      append(try column.integers(numbers, range, type), entries, from: range.lowerBound)
    case (.float, .doubles(let numbers)): append(numbers.lazy.map(\.bitPattern), entries, from: 0)
    case (.float, .integers(let numbers)):
      let doubles = try column.doubles(numbers, range, type)
      append(doubles.lazy.map(\.bitPattern), entries, from: range.lowerBound)
    case (.timestamp(let unit, _), .instants(let instants)):
      let counts = try column.timestamps(instants, range, Parquet.storedUnit(of: unit))
      append(counts, entries, from: range.lowerBound)
    case (.utf8, .strings(let texts)), (.binary, .bytes(let texts)):
      for case let entry? in entries {
        let text = texts.range(at: entry)
        guard let size = Int32(exactly: text.count) else { throw Arrow.EntryProblem(.tooLarge, at: entry) }
        append(integer: size)
        append(contentsOf: texts.bytes[text])
      }
    default: throw Arrow.EntryProblem(.anotherType(found: column.values.kindName, type), at: firstPresent)
    }
  }

  fileprivate mutating func append<Numbers: RandomAccessCollection>(
    _ numbers: Numbers, _ entries: [Int?], from start: Int
  )
  where Numbers.Element: FixedWidthInteger, Numbers.Index == Int {
    reserveCapacity(count + 8 * entries.count)
    for case let entry? in entries { append(integer: numbers[entry - start]) }
  }

  private mutating func append(_ bits: Columns.Bitmap, _ entries: [Int?]) {
    var (byte, mask): (UInt8, UInt8) = (0, 1)
    for case let entry? in entries {
      if bits[entry] { byte |= mask }
      mask <<= 1
      if mask == 0 {
        append(byte)
        (byte, mask) = (0, 1)
      }
    }
    if mask != 1 { append(byte) }
  }

  /// Appends the bytes of an integer, the lowest first.
  mutating func append<Integer: FixedWidthInteger>(integer: Integer) {
    unsafe Swift.withUnsafeBytes(of: integer.littleEndian) { unsafe append(contentsOf: $0) }
  }
}
