import Millrace

extension Arrow {
  /// Encodes the columns of a table as the parts of a record batch: the number of entries of each column, the locations
  /// of its buffers, and the buffers. See `BatchDecoder`.
  struct BatchEncoder {
    /// The buffers.
    private(set) var body = BatchBody()
    private var nodes: [Int64] = []
    private var buffers: [Int64] = []

    /// Encodes some rows of a table, and returns the metadata, a table `RecordBatch`. The body is ``body``.
    ///
    /// - Throws: ``EntryProblem`` if an entry does not fit the type of its field.
    mutating func encode(_ table: Columns.Table, rows: Range<Int>, as fields: [Field]) throws -> FlatBufferValue {
      begin()
      try encode(table.columns, rows, as: fields)
      return recordBatch(count: rows.count)
    }

    /// Encodes a batch in the layout of Arrow, and returns the metadata, a table `RecordBatch`. The body is ``body``.
    mutating func encode(_ batch: Arrow.RecordBatch) -> FlatBufferValue {
      begin()
      for column in batch.columns { encode(column) }
      return recordBatch(count: batch.count)
    }

    private mutating func begin() {
      body = BatchBody()
      nodes.removeAll(keepingCapacity: true)
      buffers.removeAll(keepingCapacity: true)
    }

    /// Returns the metadata of a batch of the columns that were encoded.
    private func recordBatch(count: Int) -> FlatBufferValue {
      .table([.int64(Int64(count)), .words(nodes, width: 2), .words(buffers, width: 2)])
    }

    /// Encodes entries that are in the layout of Arrow already.
    private mutating func encode(_ entries: Arrow.ArrayData) {
      nodes += [Int64(entries.count), Int64(entries.nullCount)]
      for (index, size) in entries.bufferSizes.enumerated() {
        buffers += [Int64(body.count), Int64(size)]
        body.append(bufferAt: index, of: entries, size: size)
      }
      for child in entries.children { encode(child) }
    }

    private mutating func encode(_ columns: [Columns.Column], _ range: Range<Int>, as fields: [Field]) throws {
      try columns.match(fields, firstPresent: { $0.firstPresent(in: range) }) { field, column in
        if let column {
          try encode(column, range, as: field)
        } else {
          guard field.isNullable || range.isEmpty else { throw EntryProblem(absent: field, at: range.lowerBound) }
          encodeAbsent(range.count, as: field.dictionary?.indices ?? field.type)
        }
      }
    }

    private mutating func encode(_ column: Columns.Column, _ range: Range<Int>, as field: Field) throws {
      if !field.isNullable, let absent = column.firstAbsent(in: range) { throw EntryProblem(absent: field, at: absent) }
      guard let dictionary = field.dictionary else { return try encodeEntries(column, range, as: field.type) }
      guard column.firstPresent(in: range) != nil else { return encodeAbsent(range.count, as: dictionary.indices) }
      let indices = try dictionary.indices(of: column, in: range)
      try encodeEntries(indices, 0..<range.count, as: dictionary.indices)
    }

    /// Encodes the entries of a column, unchanged or exactly converted.
    private mutating func encodeEntries(_ column: Columns.Column, _ range: Range<Int>, as type: DataType) throws {
      guard let present = column.firstPresent(in: range) else { return encodeAbsent(range.count, as: type) }
      appendValidity(column, range)
      switch (type, column.values) {
      case (.boolean, .booleans(let bits)): append(bits.words(in: range))
      case (.integer(bits: 64, isSigned: true), .integers(let numbers)): append(numbers[range])
      case (.float(bits: 64), .doubles(let numbers)): append(numbers[range])
      case (.float(bits: 64), .integers(let numbers)): append(try column.doubles(numbers, range, type)[...])
      case (.utf8(let width), .strings(let texts)), (.binary(let width), .bytes(let texts)):
        try append(texts, range, width)
      case (.fixedSizeBinary(let size), .bytes(let texts)):
        append(try column.storedPieces(texts, range, size: size)[...])
      case (.structure(let fields), .structures(let members)): try encode(members, range, as: fields)
      case (.list(let element, let width), .lists(let offsets, let elements)):
        try encodeLists(offsets, elements, range, width, as: element)
      case (.map(let entries), .lists(let offsets, let elements)):
        try encodeLists(offsets, elements, range, .bits32, as: entries)
      default:
        guard try encodeConverted(column, range, as: type) else {
          throw EntryProblem(.anotherType(found: column.values.kindName, type), at: present)
        }
      }
    }

    /// Encodes entries that `Columns` has as entries of another type.
    ///
    /// - Returns: `false` if their kind is not that of the type.
    private mutating func encodeConverted(
      _ column: Columns.Column, _ range: Range<Int>, as type: DataType
    ) throws -> Bool {
      switch type {
      case .integer(let bits, let isSigned) where bits < 64:
        if case .integers(let numbers) = column.values, append(numbers[range], bits: bits, isSigned: isSigned) {
          return true
        }
        return try encodeIntegers(column, range, as: type)
      case .float(let bits):
        guard let floats = try column.storedFloats(range, bits: bits) else { return false }
        if bits == 16 { append(floats.map { UInt16(truncatingIfNeeded: $0) }[...]) } else { append(floats[...]) }
      case .decimal(_, let scale, let bits):
        guard let decimals = try column.storedDecimals(range, as: type, scale: scale, bits: bits) else { return false }
        switch bits {
        case 32: append(decimals.map { $0.exactly(Int32.self) ?? 0 }[...])
        case 64: append(decimals.map { $0.exactly(Int64.self) ?? 0 }[...])
        default: append(decimals[...])
        }
      default: return try encodeIntegers(column, range, as: type)
      }
      return true
    }

    /// Encodes entries that are stored as integers. See `storedIntegers`.
    private mutating func encodeIntegers(
      _ column: Columns.Column, _ range: Range<Int>, as type: DataType
    ) throws -> Bool {
      guard let integers = try column.storedIntegers(range, as: type) else { return false }
      switch type.entrySize {
      case 1: append(integers.map { UInt8(truncatingIfNeeded: $0) }[...])
      case 2: append(integers.map { UInt16(truncatingIfNeeded: $0) }[...])
      case 4: append(integers.map { UInt32(truncatingIfNeeded: $0) }[...])
      default: append(integers[...])
      }
      return true
    }

    private mutating func encodeLists(
      _ offsets: [Int], _ elements: Columns.Column, _ range: Range<Int>, _ width: OffsetWidth, as element: Field
    ) throws {
      try append(offsets: offsets, range, width)
      do {
        try encode(elements, offsets[range.lowerBound]..<offsets[range.upperBound], as: element)
      } catch let problem as EntryProblem {
        throw problem.within(element.name).within(listsAt: offsets)
      }
    }

    /// Encodes entries that are all null.
    private mutating func encodeAbsent(_ count: Int, as type: DataType) {
      nodes += [Int64(count), Int64(count)]
      if type == .null { return }
      if count > 0 { append(zeros: count / 64 * 8 + 8) } else { append(zeros: 0) }
      switch type {
      case .boolean: append(zeros: count / 64 * 8 + 8)
      case .utf8(let width), .binary(let width):
        append(zeros: width.offsetSize * (count + 1))
        append(zeros: 0)
      case .structure(let fields): for field in fields { encodeAbsent(count, as: field.type) }
      case .list(let element, let width):
        append(zeros: width.offsetSize * (count + 1))
        encodeAbsent(0, as: element.type)
      case .map(let entries):
        append(zeros: OffsetWidth.bits32.offsetSize * (count + 1))
        encodeAbsent(0, as: entries.type)
      default: append(zeros: (type.entrySize ?? 0) * count)
      }
    }

    // MARK: Buffers

    /// Records the number of entries of a column, and appends their validity.
    private mutating func appendValidity(_ column: Columns.Column, _ range: Range<Int>) {
      let words = column.validity?.words(in: range) ?? []
      let absentCount = words.isEmpty ? 0 : range.count - words.reduce(0) { $0 + $1.nonzeroBitCount }
      nodes += [Int64(range.count), Int64(absentCount)]
      append(absentCount > 0 ? words[...] : [])
    }

    private mutating func append(_ words: [UInt64]) { append(words[...]) }

    private mutating func append<Number: BitwiseCopyable & Sendable>(_ numbers: ArraySlice<Number>) {
      buffers += [Int64(body.count), Int64(numbers.count * MemoryLayout<Number>.stride)]
      body.append(numbers)
    }

    /// Appends integers with fewer bits, if all of them fit.
    ///
    /// - Returns: Whether they were appended.
    private mutating func append(_ numbers: ArraySlice<Int64>, bits: Int, isSigned: Bool) -> Bool {
      switch (bits, isSigned) {
      case (8, true): append(numbers, as: Int8.self)
      case (8, false): append(numbers, as: UInt8.self)
      case (16, true): append(numbers, as: Int16.self)
      case (16, false): append(numbers, as: UInt16.self)
      case (32, true): append(numbers, as: Int32.self)
      case (32, false): append(numbers, as: UInt32.self)
      default: false
      }
    }

    private mutating func append<Stored: FixedWidthInteger & BitwiseCopyable & Sendable>(
      _ numbers: ArraySlice<Int64>, as type: Stored.Type
    ) -> Bool {
      var lost: Int64 = 0
      let stored = unsafe numbers.withUnsafeBufferPointer { numbers in
        unsafe [Stored](unsafeUninitializedCapacity: numbers.count) { memory, count in
          count = numbers.count
          for index in 0..<count {
            let number = unsafe numbers[index]
            let narrow = Stored(truncatingIfNeeded: number)
            lost |= Int64(truncatingIfNeeded: narrow) ^ number
            unsafe memory[index] = narrow
          }
        }
      }
      if lost == 0 { append(stored[...]) }
      return lost == 0
    }

    private mutating func append(zeros count: Int) {
      buffers += [Int64(body.count), Int64(count)]
      body.append(zeros: count)
    }

    private mutating func append(_ texts: Columns.Texts, _ range: Range<Int>, _ width: OffsetWidth) throws {
      try append(offsets: texts.offsets, range, width)
      append(texts.bytes[texts.offsets[range.lowerBound]..<texts.offsets[range.upperBound]])
    }

    /// Appends offsets, relative to the first one.
    private mutating func append(offsets: [Int], _ range: Range<Int>, _ width: OffsetWidth) throws {
      let offsets = offsets[range.lowerBound...range.upperBound]
      if width == .bits64 { return append(relative(offsets, as: Int64.self)[...]) }
      guard offsets[range.upperBound] - offsets[range.lowerBound] <= Int(Int32.max) else {
        throw EntryProblem(.tooLarge, at: range.lowerBound)
      }
      append(relative(offsets, as: Int32.self)[...])
    }

    private func relative<Offset: FixedWidthInteger & BitwiseCopyable & Sendable>(
      _ offsets: ArraySlice<Int>, as type: Offset.Type
    ) -> [Offset] {
      unsafe offsets.withUnsafeBufferPointer { offsets in
        unsafe [Offset](unsafeUninitializedCapacity: offsets.count) { memory, count in
          count = offsets.count
          for index in 0..<count {
            unsafe memory[index] = Offset(truncatingIfNeeded: offsets[index] &- offsets[0])
          }
        }
      }
    }
  }

  /// Rounds the size of a buffer up to a multiple of 64 bytes, the alignment that the specification recommends.
  static func aligned(_ size: Int) -> Int { (size + 63) & ~63 }
}

extension Arrow.OffsetWidth {
  /// The size of an offset, in bytes.
  var offsetSize: Int { self == .bits64 ? 8 : 4 }
}

extension Arrow.DataType {
  /// The size of an entry, in bytes; nil if entries have different sizes, or bits.
  package var entrySize: Int? {
    switch self {
    case .integer(let bits, _), .float(let bits), .decimal(_, _, let bits), .date(let bits): bits / 8
    case .time(let unit): unit.perSecond <= 1_000 ? 4 : 8
    case .timestamp, .duration: 8
    case .fixedSizeBinary(let size): size
    default: nil
    }
  }
}
