import MillraceTables

// The entries of a scan as text, read from the buffers as Arrow's specification describes them. Everything that the
// specification promises about buffers is checked on the way.

extension TableScan.Stream {
  /// Appends all rows, each with a text for every column.
  ///
  /// - Parameter maximumCount: the largest number of rows of a batch.
  func addTexts(to rows: inout [[String]], maximumCount: Int) throws {
    while let batch = try next() {
      try expect((1...maximumCount).contains(batch.count), "a batch of \(batch.count) rows")
      try expect(batch.columns.map(\.field) == schema, "the columns are \(batch.columns.map(\.field))")
      for column in batch.columns {
        try expect(column.count == batch.count, "\(column.count) entries in a batch of \(batch.count) rows")
        try column.checkStructure()
      }
      rows += try (0..<batch.count).map { row in try batch.columns.map { try $0.text(at: row) } }
    }
  }
}

extension Arrow.ArrayData {
  private func isNull(at index: Int) -> Bool {
    if field.type == .null { return true }
    guard let validity = buffers.first ?? nil else { return false }
    return validity.load(fromByteOffset: index / 8, as: UInt8.self) >> UInt8(index % 8) & 1 == 0
  }

  private func value<Value: BitwiseCopyable>(_ index: Int, as type: Value.Type = Value.self) throws -> Value {
    guard let values = buffers[1] else { throw Finding("\(field): entries without memory") }
    return values.load(fromByteOffset: index * MemoryLayout<Value>.size, as: type)
  }

  private func offset(_ index: Int) throws -> Int {
    switch field.type {
    case .utf8(.bits64), .binary(.bits64), .list(_, .bits64): try Int(value(index, as: Int64.self))
    default: try Int(value(index, as: Int32.self))
    }
  }

  private var hasOffsets: Bool {
    switch field.type {
    case .utf8, .binary, .list, .map: true
    default: false
    }
  }

  /// Checks the number of null entries, the offsets, and the sizes of children.
  fileprivate func checkStructure() throws {
    try expect((0..<count).count(where: isNull) == nullCount, "\(field): \(nullCount) null entries are promised")
    if hasOffsets {
      let offsets = try (0...count).map { try offset($0) }
      try expect(offsets[0] == 0, "\(field): the first offset is \(offsets[0])")
      for index in 0..<count {
        try expect(offsets[index] <= offsets[index + 1], "\(field): an offset that decreases")
        if isNull(at: index) { try expect(offsets[index] == offsets[index + 1], "\(field): null has a length") }
      }
    }
    for child in children {
      let isMember = if case .structure = field.type { true } else { false }
      let expected = isMember ? count : try offset(count)
      try expect(child.count == expected, "\(child.field): \(child.count) entries, expected \(expected)")
      try child.checkStructure()
    }
  }

  /// An entry as text that is different for different entries of one type.
  fileprivate func text(at index: Int) throws -> String {
    if isNull(at: index) { return "null" }
    switch field.type {
    case .boolean:
      return try value(index / 8, as: UInt8.self) >> UInt8(index % 8) & 1 == 1 ? "true" : "false"
    case .integer(8, let isSigned): return isSigned ? "\(try value(index) as Int8)" : "\(try value(index) as UInt8)"
    case .integer(16, let isSigned): return isSigned ? "\(try value(index) as Int16)" : "\(try value(index) as UInt16)"
    case .integer(32, let isSigned): return isSigned ? "\(try value(index) as Int32)" : "\(try value(index) as UInt32)"
    case .integer(_, let isSigned): return isSigned ? "\(try value(index) as Int64)" : "\(try value(index) as UInt64)"
    case .float(bits: 32): return "\(try value(index) as Float)"
    case .float: return "\(try value(index) as Double)"
    case .date: return "\(try value(index) as Int32)"
    case .timestamp: return "\(try value(index) as Int64)"
    case .decimal: return "\(try value(index) as Int128)"
    case .utf8:
      guard let text = String(validating: try bytes(at: index), as: UTF8.self) else {
        throw Finding("\(field): text that is not UTF-8")
      }
      return text.debugDescription
    case .binary: return "\(try bytes(at: index))"
    case .list, .map:
      return "["
        + (try (offset(index)..<offset(index + 1)).map { try children[0].text(at: $0) }).joined(separator: ", ")
        + "]"
    case .structure: return "{" + (try children.map { try $0.text(at: index) }).joined(separator: ", ") + "}"
    default: throw Finding("\(field): a type that is not supported")
    }
  }

  private func bytes(at index: Int) throws -> [UInt8] {
    let (start, end) = (try offset(index), try offset(index + 1))
    guard let texts = buffers[2] else { throw Finding("\(field): text without memory") }
    return Array(UnsafeRawBufferPointer(start: texts + start, count: end - start))
  }
}
