/// Reads the metadata of Parquet: structures in the compact protocol of Apache Thrift.
///
/// Nothing is trusted: each read is within the bytes, nesting is limited, and a list has at most as many elements as
/// bytes follow, because each element takes one byte at least. So the time and the memory are linear in the bytes.
struct ThriftReader {
  let view: ByteView
  private(set) var position: Int
  private var depth = 0

  init(_ view: ByteView, at position: Int = 0) {
    self.view = view
    self.position = position
  }

  /// The types of fields, by their numbers.
  enum Kind: UInt8 {
    case yes = 1
    case no, int8, int16, int32, int64, double, binary, list, set, map, structure, uuid
  }

  /// A field whose value follows.
  struct Field {
    var number: Int
    var kind: Kind
  }

  /// Reads a structure.
  ///
  /// - Parameter field: A function that reads the value of a field, or returns `false` to skip it.
  mutating func structure(_ field: (inout ThriftReader, Field) throws -> Bool) throws {
    try nested { reader in
      var number = 0
      while let next = try reader.header(after: number) {
        number = next.number
        if try !field(&reader, next) { try reader.skip(next.kind) }
      }
    }
  }

  /// Reads a structure in a field.
  mutating func structure(
    in outer: Field, _ field: (inout ThriftReader, Field) throws -> Bool
  ) throws {
    guard outer.kind == .structure else { throw ParquetDamage("unexpected type in the metadata") }
    try structure(field)
  }

  /// Reads the elements of a list.
  ///
  /// - Parameter element: A function that reads an element of the given kind.
  mutating func list(in field: Field, of kind: Kind, _ element: (inout ThriftReader) throws -> Void) throws {
    guard field.kind == .list else { throw ParquetDamage("unexpected type in the metadata") }
    let (found, count) = try listHeader()
    guard count == 0 || found == kind else { throw ParquetDamage("unexpected type in the metadata") }
    for _ in 0..<count { try element(&self) }
  }

  mutating func boolean(in field: Field) throws -> Bool {
    guard field.kind == .yes || field.kind == .no else { throw ParquetDamage("unexpected type in the metadata") }
    return field.kind == .yes
  }

  /// Reads an integer of any width.
  mutating func integer(in field: Field) throws -> Int {
    switch field.kind {
    case .int8: Int(Int8(bitPattern: try byte()))
    case .int16, .int32, .int64: try integer()
    default: throw ParquetDamage("unexpected type in the metadata")
    }
  }

  /// Reads a size or a count.
  mutating func count(in field: Field) throws -> Int {
    let count = try integer(in: field)
    guard count >= 0 else { throw ParquetDamage("negative size or count in the metadata") }
    return count
  }

  /// Reads binary data, and returns its range in the bytes.
  mutating func range(in field: Field) throws -> Range<Int> {
    guard field.kind == .binary else { throw ParquetDamage("unexpected type in the metadata") }
    return try range()
  }

  mutating func string(in field: Field) throws -> String {
    let range = try range(in: field)
    let bytes = try view.part(range.lowerBound, size: range.count)
    guard let text = unsafe String(validating: [UInt8](bytes.bytes)[...]) else {
      throw ParquetDamage("name that is not UTF-8")
    }
    return text
  }

  // MARK: Bytes

  private mutating func header(after previous: Int) throws -> Field? {
    let byte = try byte()
    if byte == 0 { return nil }
    guard let kind = Kind(rawValue: byte & 15) else { throw ParquetDamage("unexpected type in the metadata") }
    let number = byte >> 4 == 0 ? try integer() : previous + Int(byte >> 4)
    guard (0...Int(Int16.max)).contains(number) else { throw ParquetDamage("invalid field number in the metadata") }
    return Field(number: number, kind: kind)
  }

  private mutating func listHeader() throws -> (kind: Kind?, count: Int) {
    let byte = try byte()
    let count = byte >> 4 == 15 ? try view.variable(at: &position) : UInt64(byte >> 4)
    guard count <= UInt64(view.count - position) else { throw ParquetDamage("list longer than the metadata") }
    return (Kind(rawValue: byte & 15), Int(count))
  }

  private mutating func byte() throws -> UInt8 {
    defer { position += 1 }
    return try view.integer(UInt8.self, at: position)
  }

  private mutating func integer() throws -> Int {
    let value = try view.variable(at: &position)
    return Int(truncatingIfNeeded: Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1))
  }

  private mutating func range() throws -> Range<Int> {
    let count = try view.variable(at: &position)
    guard count <= UInt64(view.count - position) else { throw ParquetDamage("text longer than the metadata") }
    defer { position += Int(count) }
    return position..<position + Int(count)
  }

  private mutating func skip(_ kind: Kind, inList: Bool = false) throws {
    switch kind {
    case .yes, .no: if inList { _ = try byte() }
    case .int8: _ = try byte()
    case .int16, .int32, .int64: _ = try integer()
    case .double: try skip(8)
    case .uuid: try skip(16)
    case .binary: _ = try range()
    case .structure: try structure { _, _ in false }
    case .list, .set:
      let (kind, count) = try listHeader()
      try nested { reader in
        for _ in 0..<count {
          guard let kind else { throw ParquetDamage("unexpected type in the metadata") }
          try reader.skip(kind, inList: true)
        }
      }
    case .map:
      let count = try view.variable(at: &position)
      if count == 0 { return }
      let kinds = try byte()
      guard count <= UInt64(view.count - position), let key = Kind(rawValue: kinds >> 4),
        let value = Kind(rawValue: kinds & 15)
      else { throw ParquetDamage("invalid map in the metadata") }
      try nested { reader in
        for _ in 0..<count {
          try reader.skip(key, inList: true)
          try reader.skip(value, inList: true)
        }
      }
    }
  }

  private mutating func skip(_ count: Int) throws {
    guard count <= view.count - position else { throw ParquetDamage("unexpected end of the metadata") }
    position += count
  }

  private mutating func nested(_ body: (inout ThriftReader) throws -> Void) throws {
    depth += 1
    defer { depth -= 1 }
    guard depth <= 32 else { throw ParquetDamage("metadata nested too deep") }
    try body(&self)
  }
}
