import Millrace

extension Arrow {
  /// Encodes the columns of a table as the parts of a record batch: the number of entries of each column, the locations
  /// of its buffers, and the buffers. See `BatchDecoder`.
  struct BatchEncoder {
    /// The buffers.
    private(set) var body: [UInt8] = []
    private var nodes: [Int64] = []
    private var buffers: [Int64] = []

    /// Encodes some rows of a table, and returns the metadata, a table `RecordBatch`. The body is ``body``.
    ///
    /// - Throws: ``EntryProblem`` if an entry does not fit the type of its field.
    mutating func encode(_ table: Columns.Table, rows: Range<Int>, as fields: [Field]) throws -> FlatBufferValue {
      body.removeAll(keepingCapacity: true)
      nodes.removeAll(keepingCapacity: true)
      buffers.removeAll(keepingCapacity: true)
      try encode(table.columns, rows, as: fields)
      return recordBatch(count: rows.count, nodes: nodes, buffers: buffers)
    }

    /// Encodes the columns for these fields, which are matched by their names.
    private mutating func encode(_ columns: [Columns.Column], _ range: Range<Int>, as fields: [Field]) throws {
      var written = 0
      for (position, field) in fields.enumerated() {
        let isAtPosition = position < columns.count && columns[position].name == field.name
        if let column = isAtPosition ? columns[position] : columns.first(where: { $0.name == field.name }) {
          try encode(column, range, as: field)
          written += 1
        } else {
          encodeAbsent(range.count, as: field.type)
        }
      }
      guard written < columns.count else { return }
      let names = Set(fields.map(\.name))
      for column in columns where !names.contains(column.name) {
        if let index = column.firstPresent(in: range) { throw EntryProblem(.newColumn, at: index).within(column.name) }
      }
    }

    private mutating func encode(_ column: Columns.Column, _ range: Range<Int>, as field: Field) throws {
      do {
        try encodeEntries(column, range, as: field.type)
      } catch let problem as EntryProblem {
        throw problem.within(field.name)
      }
    }

    /// Encodes the entries of a column, unchanged or exactly converted.
    private mutating func encodeEntries(_ column: Columns.Column, _ range: Range<Int>, as type: DataType) throws {
      guard let present = column.firstPresent(in: range) else { return encodeAbsent(range.count, as: type) }
      appendValidity(column, range)
      switch (type, column.values) {
      case (.boolean, .booleans(let bits)): append(bits.words(in: range))
      case (.integer, .integers(let numbers)): append(numbers[range])
      case (.integer, .doubles(let numbers)): append(try column.integers(numbers, range, type)[...])
      case (.float, .doubles(let numbers)): append(numbers[range])
      case (.float, .integers(let numbers)): append(try column.doubles(numbers, range, type)[...])
      case (.timestamp(let unit, _), .instants(let instants)):
        append(try column.timestamps(instants, range, unit)[...])
      case (.utf8, .strings(let texts)), (.binary, .bytes(let texts)): try append(texts, range)
      case (.structure(let fields), .structures(let members)): try encode(members, range, as: fields)
      case (.list(let element, _), .lists(let offsets, let elements)):
        try encodeLists(offsets, elements, range, as: element)
      default: throw EntryProblem(.anotherType(found: column.values.kindName, type), at: present)
      }
    }

    private mutating func encodeLists(
      _ offsets: [Int], _ elements: Columns.Column, _ range: Range<Int>, as element: Field
    ) throws {
      try append(offsets: offsets, range)
      do {
        try encode(elements, offsets[range.lowerBound]..<offsets[range.upperBound], as: element)
      } catch let problem as EntryProblem {
        throw problem.within(listsAt: offsets)
      }
    }

    /// Encodes entries that are all null.
    private mutating func encodeAbsent(_ count: Int, as type: DataType) {
      nodes += [Int64(count), Int64(count)]
      if type == .null { return }
      if count > 0 { append(zeros: count / 64 * 8 + 8) } else { append(zeros: 0) }
      switch type {
      case .boolean: append(zeros: count / 64 * 8 + 8)
      case .utf8, .binary:
        append(zeros: 4 * (count + 1))
        append(zeros: 0)
      case .structure(let fields): for field in fields { encodeAbsent(count, as: field.type) }
      case .list(let element, _):
        append(zeros: 4 * (count + 1))
        encodeAbsent(0, as: element.type)
      default: append(zeros: 8 * count)
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

    private mutating func append<Number: BitwiseCopyable>(_ numbers: ArraySlice<Number>) {
      unsafe numbers.withUnsafeBytes { unsafe append(buffer: $0) }
    }

    private mutating func append(zeros count: Int) {
      buffers += [Int64(body.count), Int64(count)]
      body.append(contentsOf: repeatElement(0, count: count))
      pad()
    }

    private mutating func append(buffer: UnsafeRawBufferPointer) {
      buffers += [Int64(body.count), Int64(buffer.count)]
      unsafe body.append(contentsOf: buffer)
      pad()
    }

    private mutating func append(_ texts: Columns.Texts, _ range: Range<Int>) throws {
      try append(offsets: texts.offsets, range)
      append(texts.bytes[texts.offsets[range.lowerBound]..<texts.offsets[range.upperBound]])
    }

    /// Appends offsets, relative to the first one.
    private mutating func append(offsets: [Int], _ range: Range<Int>) throws {
      let first = offsets[range.lowerBound]
      guard offsets[range.upperBound] - first <= Int(Int32.max) else {
        throw EntryProblem(.tooLarge, at: range.lowerBound)
      }
      let small = offsets[range.lowerBound...range.upperBound].map { Int32(truncatingIfNeeded: $0 - first) }
      append(small[...])
    }

    private mutating func pad() {
      body.append(contentsOf: repeatElement(0, count: aligned(body.count) - body.count))
    }
  }

  /// Returns the metadata of a batch.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - nodes: The numbers of entries and of null entries of each column.
  ///   - buffers: The offsets and the sizes of the buffers in the body.
  static func recordBatch(count: Int, nodes: [Int64], buffers: [Int64]) -> FlatBufferValue {
    .table([.int64(Int64(count)), .words(nodes, width: 2), .words(buffers, width: 2)])
  }

  /// Rounds the size of a buffer up to a multiple of 64 bytes, the alignment that the specification recommends.
  static func aligned(_ size: Int) -> Int { (size + 63) & ~63 }
}
