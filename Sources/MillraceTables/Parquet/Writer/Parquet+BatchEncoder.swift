import Millrace

extension Parquet {
  /// Encodes some rows of a table.
  struct BatchEncoder {
    private let leaves: [Leaf]
    private let options: WritingOptions
    /// Whether integers in columns of timestamps are counts of their units.
    private let hasStoredTimestamps: Bool
    private var parts: [ColumnPart] = []

    init(_ leaves: [Leaf], _ options: WritingOptions, hasStoredTimestamps: Bool = false) {
      self.leaves = leaves
      self.options = options
      self.hasStoredTimestamps = hasStoredTimestamps
    }

    /// - Throws: `Arrow.EntryProblem` if an entry does not fit the type of its field. Errors of the compression.
    mutating func encode(_ table: Columns.Table, rows: Range<Int>, as fields: [Arrow.Field]) throws -> EncodedBatch {
      parts.removeAll(keepingCapacity: true)
      try encode(table.columns, rows: rows, as: fields)
      return EncodedBatch(parts: parts, count: rows.count)
    }

    // MARK: Columns of rows

    private mutating func encode(_ columns: [Columns.Column], rows: Range<Int>, as fields: [Arrow.Field]) throws {
      try columns.match(fields, firstPresent: { $0.firstPresent(in: rows) }) { field, column in
        switch field.type {
        case .structure, .list, .map: try encode(column, Slots(rows: rows), as: field, level: 0)
        default: try encodeLeaf(column, rows: rows, as: field.type)
        }
      }
    }

    /// Encodes a leaf column that is not nested: its validity is its definition levels.
    private mutating func encodeLeaf(_ column: Columns.Column?, rows: Range<Int>, as type: Arrow.DataType) throws {
      var levels: [UInt8] = []
      var present = PresentEntries.some([])
      if let column, column.firstPresent(in: rows) != nil {
        if let validity = column.validity {
          let words = validity.words(in: rows)
          let count = words.reduce(0) { $0 + $1.nonzeroBitCount }
          present =
            count == rows.count ? .all(rows) : .some(Self.entries(of: words, from: rows.lowerBound, count: count))
          if count < rows.count { levels.append(levels: words, count: rows.count) }
        } else {
          present = .all(rows)
        }
        if levels.isEmpty { levels.append(level: 1, count: rows.count) }
      } else {
        levels.append(level: 0, count: rows.count)
      }
      try append(levels, slots: rows.count, column, present, type)
    }

    private static func entries(of words: [UInt64], from start: Int, count: Int) -> [Int] {
      var entries: [Int] = []
      entries.reserveCapacity(count)
      for (index, word) in words.enumerated() {
        var rest = word
        while rest != 0 {
          entries.append(start + 64 * index + rest.trailingZeroBitCount)
          rest &= rest - 1
        }
      }
      return entries
    }

    // MARK: Nested columns

    /// - Parameters:
    ///   - column: The column; nil if it is missing.
    ///   - level: The number of lists on the path to the column.
    private mutating func encode(
      _ column: Columns.Column?, _ slots: Slots, as field: Arrow.Field, level: UInt8
    ) throws {
      let present = slots.firstEntry(presentIn: column)
      if !field.isNullable { try slots.checkPresence(of: column, as: field) }
      let slots = field.isNullable ? slots.present(in: column) : slots
      switch (field.type, column?.values) {
      case (.structure(let fields), .structures(let members)?) where present != nil:
        try encode(members, slots, as: fields, level: level)
      case (.structure(let fields), _) where present == nil: try encode([], slots, as: fields, level: level)
      case (.list(let element, _), .lists(let offsets, let elements)?) where present != nil,
        (.map(let element), .lists(let offsets, let elements)?) where present != nil:
        do {
          let slots = slots.elements(offsets: offsets, level: level + 1)
          try encode(elements, slots, as: element, level: level + 1)
        } catch let problem as Arrow.EntryProblem {
          throw problem.within(element.name).within(listsAt: offsets)
        }
      case (.list(let element, _), _) where present == nil, (.map(let element), _) where present == nil:
        try encode(nil, slots, as: element, level: level + 1)
      default:
        let leaf = leaves[parts.count]
        var levels: [UInt8] = []
        levels.append(levels: slots.repetitions, maximum: leaf.maximumRepetition)
        levels.append(levels: slots.definitions, maximum: leaf.maximumDefinition)
        let entries = slots.entries.filter { $0 >= 0 }
        try append(levels, slots: slots.count, column, .some(entries), field.type)
      }
    }

    private mutating func encode(
      _ columns: [Columns.Column], _ slots: Slots, as fields: [Arrow.Field], level: UInt8
    ) throws {
      try columns.match(fields, firstPresent: slots.firstEntry) { field, column in
        try encode(column, slots, as: field, level: level)
      }
    }

    // MARK: Values

    private mutating func append(
      _ levels: [UInt8], slots: Int, _ column: Columns.Column?, _ present: PresentEntries, _ type: Arrow.DataType
    ) throws {
      let values = try column.flatMap { column in
        try present.first.map { try presentValues(of: column, present, type, $0) }
      }
      let size = (values?.plainSize ?? 0) + levels.count
      guard size <= Int(Int32.max) else { throw Arrow.EntryProblem(.tooLarge, at: present.first ?? 0) }
      parts.append(
        try ColumnPart(
          levels: levels, slots: slots, values ?? .none, usesDictionary: options.usesDictionaries, options.compression))
    }

    /// Returns the entries of a column, unchanged or exactly converted.
    private func presentValues(
      of column: Columns.Column, _ present: PresentEntries, _ type: Arrow.DataType, _ first: Int
    ) throws -> PresentValues {
      let range = present.range
      let start = range.lowerBound
      switch (type, column.values) {
      case (.boolean, .booleans(let bits)): return .booleans(present.map { bits[$0] })
      case (.integer(bits: 64, isSigned: true), .integers(let numbers)):
        return .integers(present.map { UInt64(bitPattern: numbers[$0]) }, size: 8, isUnsigned: false)
      case (.timestamp, .integers(let counts)) where hasStoredTimestamps:
        return .integers(present.map { UInt64(bitPattern: counts[$0]) }, size: 8, isUnsigned: false)
      case (.float(bits: 64), .doubles(let numbers)): return .floats(present.map { numbers[$0].bitPattern }, size: 8)
      case (.float(bits: 64), .integers(let numbers)):
        let doubles = try column.doubles(numbers, range, type)
        return .floats(present.map { doubles[$0 - start].bitPattern }, size: 8)
      case (.utf8, .strings(let texts)), (.binary, .bytes(let texts)):
        return .texts(texts.bytes, present.map { texts.range(at: $0) })
      case (.fixedSizeBinary(let size), .bytes(let texts)):
        let bytes = try column.storedPieces(texts, range, size: size)
        return .pieces(present.map { $0 - start }, of: bytes, size: size)
      default:
        guard let values = try convertedValues(of: column, present, type) else {
          throw Arrow.EntryProblem(.anotherType(found: column.values.kindName, type), at: first)
        }
        return values
      }
    }

    /// Returns entries that `Columns` has as entries of another type.
    ///
    /// - Returns: Nil if their kind is not that of the type.
    private func convertedValues(
      of column: Columns.Column, _ present: PresentEntries, _ type: Arrow.DataType
    ) throws -> PresentValues? {
      let range = present.range
      let start = range.lowerBound
      switch type {
      case .float(let bits):
        guard let floats = try column.storedFloats(range, bits: bits) else { return nil }
        if bits == 32 { return .floats(present.map { UInt64(floats[$0 - start]) }, size: 4) }
        var bytes: [UInt8] = []
        for float in floats { bytes.append(integer: UInt16(truncatingIfNeeded: float)) }
        return .pieces(present.map { $0 - start }, of: bytes, size: 2)
      case .decimal(let precision, let scale, let bits):
        let bits = precision <= 9 ? 32 : precision <= 18 ? 64 : bits
        guard let decimals = try column.storedDecimals(range, as: type, scale: scale, bits: bits) else { return nil }
        if bits == 128 {
          var bytes: [UInt8] = []
          for decimal in decimals { bytes.append(contentsOf: decimal.bigEndianBytes) }
          return .pieces(present.map { $0 - start }, of: bytes, size: 16)
        }
        let words = present.map { UInt64(bitPattern: decimals[$0 - start].exactly(Int64.self) ?? 0) }
        return .integers(words, size: bits / 8, isUnsigned: false)
      default:
        guard let integers = try column.storedIntegers(range, as: Parquet.storedType(of: type)) else { return nil }
        let words = present.map { UInt64(bitPattern: integers[$0 - start]) }
        return .integers(words, size: type.parquetType == .int32 ? 4 : 8, isUnsigned: type.isUnsigned)
      }
    }
  }
}

extension Parquet.PresentValues {
  /// Selects pieces by their indices.
  fileprivate static func pieces(_ indices: [Int], of bytes: [UInt8], size: Int) -> Self {
    if indices.count * size == bytes.count { return .pieces(bytes, size: size, count: indices.count) }
    var selected: [UInt8] = []
    selected.reserveCapacity(indices.count * size)
    for index in indices { selected.append(contentsOf: bytes[index * size..<(index + 1) * size]) }
    return .pieces(selected, size: size, count: indices.count)
  }
}
