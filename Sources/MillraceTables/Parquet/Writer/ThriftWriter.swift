import Millrace

/// Writes the metadata of Parquet: structures in the compact protocol of Apache Thrift.
///
/// A field is one byte with its type and the difference between its number and the previous number, followed by its
/// value. Fields must be written in ascending order of their numbers, which differ by at most 15.
struct ThriftWriter {
  private(set) var bytes: [UInt8] = []
  /// The number of the previous field of the current structure.
  private var previous: UInt8 = 0

  private typealias Kind = ThriftReader.Kind

  mutating func field(_ number: UInt8, _ isTrue: Bool) { begin(number, isTrue ? .yes : .no) }

  mutating func field(_ number: UInt8, _ value: Int8) {
    begin(number, .int8)
    bytes.append(UInt8(bitPattern: value))
  }

  mutating func field(_ number: UInt8, _ value: Int32) {
    begin(number, .int32)
    append(Int64(value))
  }

  mutating func field(_ number: UInt8, _ value: Int) {
    begin(number, .int64)
    append(Int64(value))
  }

  mutating func field(_ number: UInt8, _ text: String) {
    field(number, bytes: Array(text.utf8))
  }

  mutating func field(_ number: UInt8, bytes value: [UInt8]) {
    begin(number, .binary)
    append(value)
  }

  mutating func field(_ number: UInt8, _ values: [Int32]) {
    beginList(number, .int32, count: values.count)
    for value in values { append(Int64(value)) }
  }

  mutating func field(_ number: UInt8, _ values: [Int]) {
    beginList(number, .int64, count: values.count)
    for value in values { append(Int64(value)) }
  }

  mutating func field(_ number: UInt8, _ values: [Bool]) {
    beginList(number, .yes, count: values.count)
    for value in values { bytes.append((value ? Kind.yes : .no).rawValue) }
  }

  mutating func field(_ number: UInt8, _ texts: [String]) { field(number, texts.map { Array($0.utf8) }) }

  mutating func field(_ number: UInt8, _ values: [[UInt8]]) {
    beginList(number, .binary, count: values.count)
    for value in values { append(value) }
  }

  /// Writes a structure, with the fields that a function writes.
  mutating func field(_ number: UInt8, structure: (inout ThriftWriter) -> Void) {
    begin(number, .structure)
    self.structure(structure)
  }

  /// Writes a list of structures.
  mutating func field<Element>(
    _ number: UInt8, _ elements: [Element], structure: (Element, inout ThriftWriter) -> Void
  ) {
    beginList(number, .structure, count: elements.count)
    for element in elements { self.structure { structure(element, &$0) } }
  }

  /// Writes the fields of a structure and its end.
  mutating func structure(_ fields: (inout ThriftWriter) -> Void) {
    let outer = previous
    previous = 0
    fields(&self)
    bytes.append(0)
    previous = outer
  }

  private mutating func begin(_ number: UInt8, _ kind: Kind) {
    assert(number > previous && number - previous <= 15, "fields are not in ascending order")
    bytes.append((number &- previous) << 4 | kind.rawValue)
    previous = number
  }

  private mutating func beginList(_ number: UInt8, _ kind: Kind, count: Int) {
    begin(number, .list)
    bytes.append(UInt8(min(count, 15)) << 4 | kind.rawValue)
    if count >= 15 { bytes.append(variable: UInt64(count)) }
  }

  /// Appends an integer so that small magnitudes are short ("zigzag").
  private mutating func append(_ value: Int64) {
    bytes.append(variable: UInt64(bitPattern: value << 1 ^ value >> 63))
  }

  private mutating func append(_ value: [UInt8]) {
    bytes.append(variable: UInt64(value.count))
    bytes.append(contentsOf: value)
  }
}

extension [UInt8] {
  /// Appends an integer with seven bits in each byte, the lowest first (LEB128).
  mutating func append(variable value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }
}
