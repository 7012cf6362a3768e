import Millrace
import SystemLibrary

// The reverse of `Arrow+ArrayData+Column.swift`.

extension Arrow.RecordBatch {
  /// Creates a batch of the rows of a Parquet file, which was read with stored values.
  ///
  /// - Parameters:
  ///   - table: The rows.
  ///   - fields: The columns, or some of them, and some of the members of structures.
  ///   - firstRow: The number of rows before the table, for errors.
  /// - Throws: `FormatError` if an entry does not fit the type of its column.
  package init(_ table: Columns.Table, as fields: [Arrow.Field], firstRow: Int) throws {
    do {
      self.init(columns: try Arrow.ArrayData.copies(of: table.columns, as: fields), count: table.count)
    } catch let problem as Arrow.EntryProblem {
      throw problem.error(countingFrom: firstRow)
    }
  }
}

extension Columns.Column {
  /// Checks that these can be the entries of maps, of which neither an entry nor a key is null.
  fileprivate func checkAreEntries(_ field: Arrow.Field) throws {
    if let absent = firstAbsent(in: 0..<count) { throw Arrow.EntryProblem(absent: field, at: absent) }
    guard case .structures(let members) = values, let pair = field.pair else { return }
    for key in members where JSON.ExactKey.areEqual(key.name, pair.key.name) {
      if let absent = key.firstAbsent(in: 0..<count) {
        throw Arrow.EntryProblem(absent: pair.key, at: absent).within(key.name)
      }
    }
  }
}

extension Arrow.ArrayData {
  /// Copies those of the columns that have fields.
  fileprivate static func copies(
    of columns: [Columns.Column], as fields: [Arrow.Field]
  ) throws -> [Arrow.ArrayData] {
    var copies: [Arrow.ArrayData] = []
    try columns.match(fields, firstPresent: { _ in nil }) { field, column in
      guard let column else { throw Arrow.EntryProblem(.anotherType(found: "nothing", field.type), at: 0) }
      copies.append(try Arrow.ArrayData(column, as: field))
    }
    return copies
  }

  /// Copies a column. See `Parquet.ReadingOptions.keepsStoredValues`.
  private convenience init(_ column: Columns.Column, as field: Arrow.Field) throws {
    self.init(field: field, count: column.count, nullCount: column.absentCount)
    if field.type == .null { return }
    if nullCount > 0, let validity = column.validity { add(copyOf: validity.words) } else { unsafe add(nil) }
    switch (field.type, column.values) {
    case (.boolean, .booleans(let bits)): add(copyOf: bits.words)
    case (.integer(bits: 8, _), .integers(let numbers)): add(copyOf: numbers.map { Int8(truncatingIfNeeded: $0) })
    case (.integer(bits: 16, _), .integers(let numbers)): add(copyOf: numbers.map { Int16(truncatingIfNeeded: $0) })
    case (.integer(bits: 32, _), .integers(let numbers)), (.date(bits: 32), .integers(let numbers)),
      (.time(.second), .integers(let numbers)), (.time(.millisecond), .integers(let numbers)):
      add(copyOf: numbers.map { Int32(truncatingIfNeeded: $0) })
    case (.integer, .integers(let numbers)), (.timestamp, .integers(let numbers)), (.time, .integers(let numbers)),
      (.duration, .integers(let numbers)):
      add(copyOf: numbers)
    case (.timestamp(let unit, _), .instants(let instants)):
      add(copyOf: try column.timestamps(instants, 0..<count, unit))
    case (.float(bits: 32), .doubles(let numbers)): add(copyOf: numbers.map { Float($0) })
    case (.float(bits: 64), .doubles(let numbers)): add(copyOf: numbers)
    case (.decimal, .integers(let numbers)): add(copyOf: numbers.map { Decimal128($0) })
    case (.decimal, .bytes(let texts)): add(copyOf: try Self.decimals(texts))
    case (.utf8, .strings(let texts)), (.binary, .bytes(let texts)):
      try add(offsets: texts.offsets)
      add(copyOf: texts.bytes)
    case (.fixedSizeBinary(let size), .bytes(let texts)): add(copyOf: Self.padded(texts, to: size))
    case (.structure(let fields), .structures(let members)):
      children = try Self.copies(of: members, as: fields)
    case (.list(let element, _), .lists(let offsets, let elements)),
      (.map(let element), .lists(let offsets, let elements)):
      try add(offsets: offsets)
      do {
        if case .map = field.type { try elements.checkAreEntries(element) }
        children = [try Arrow.ArrayData(elements, as: element)]
      } catch let problem as Arrow.EntryProblem {
        throw problem.within(element.name).within(listsAt: offsets)
      }
    default: throw Arrow.EntryProblem(.anotherType(found: column.values.kindName, field.type), at: 0)
    }
  }

  private func add<Value: BitwiseCopyable>(copyOf values: [Value]) {
    var memory = Arrow.Buffer()
    memory.grow(to: max(1, values.count * MemoryLayout<Value>.stride))
    let start = unsafe memory.start
    unsafe values.withUnsafeBytes { bytes in
      if let source = bytes.baseAddress { unsafe start.copyMemory(from: source, byteCount: bytes.count) }
    }
    unsafe add(memory.take())
  }

  private func add(offsets: [Int]) throws {
    guard offsets[count] <= Int(Int32.max) else { throw Arrow.EntryProblem(.tooLarge, at: 0) }
    add(copyOf: offsets.map { Int32(truncatingIfNeeded: $0) })
  }

  private static func decimals(_ texts: Columns.Texts) throws -> [Decimal128] {
    try (0..<texts.count).map { index in
      guard let decimal = Decimal128(bigEndian: texts.bytes[texts.range(at: index)]) else {
        throw Arrow.EntryProblem(.tooLarge, at: index)
      }
      return decimal
    }
  }

  /// Returns binary data of a fixed size, with zeros for null entries.
  private static func padded(_ texts: Columns.Texts, to size: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(texts.count * size)
    for index in 0..<texts.count {
      let range = texts.range(at: index)
      bytes += texts.bytes[range]
      bytes += repeatElement(0, count: size - range.count)
    }
    return bytes
  }
}
