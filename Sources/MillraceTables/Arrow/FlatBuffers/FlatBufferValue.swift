import Millrace

// FlatBuffers, as far as Arrow uses them, written from front to back.
//
// The usual builder writes from back to front, because offsets are unsigned and only lead forward, so that a referenced
// object must be written first. Metadata is small, so here it is a tree, and each table is written before the objects
// it refers to, with zeros in place of the offsets.

/// A value of a FlatBuffer that is to be written.
indirect enum FlatBufferValue {
  /// An integer or a Boolean value.
  ///
  /// - Parameter size: The size in bytes.
  case number(Int64, size: Int)
  case string(String)
  /// The fields by their numbers; nil fields are omitted.
  case table([FlatBufferValue?])
  /// A vector of tables.
  case tables([FlatBufferValue])
  /// A vector of structures of 64-bit words: the words one after the other, and the number of words in a structure.
  case words([Int64], width: Int = 1)

  static func int8(_ value: Int8) -> Self { .number(Int64(value), size: 1) }
  static func int16(_ value: Int16) -> Self { .number(Int64(value), size: 2) }
  static func int32(_ value: Int32) -> Self { .number(Int64(value), size: 4) }
  static func int64(_ value: Int64) -> Self { .number(value, size: 8) }
  static func boolean(_ value: Bool) -> Self { .number(value ? 1 : 0, size: 1) }

  /// Returns a buffer with this root table.
  ///
  /// - Precondition: The value is a table.
  func serialized() -> [UInt8] {
    var output = FlatBufferOutput()
    output.append(UInt32(0))
    output.append(self, referredToFrom: 0)
    return output.bytes
  }

  /// The size of the value in a table, in bytes; offsets have four.
  fileprivate var inlineSize: Int { if case .number(_, let size) = self { size } else { 4 } }
}

/// A FlatBuffer that is being written.
private struct FlatBufferOutput {
  var bytes: [UInt8] = []

  mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    unsafe Swift.withUnsafeBytes(of: number.littleEndian) { unsafe bytes.append(contentsOf: $0) }
  }

  /// - Parameter distance: The distance from the end of the output to the aligned object, in bytes.
  mutating func align(to size: Int, after distance: Int = 0) {
    while (bytes.count + distance) % size != 0 { bytes.append(0) }
  }

  /// Stores the current end of the output in an offset, as the position of the object that the offset refers to.
  private mutating func refer(from place: Int) {
    let distance = UInt32(bytes.count - place)
    for byte in 0..<4 { bytes[place + byte] = UInt8(truncatingIfNeeded: distance >> (8 * byte)) }
  }

  /// Appends a value that is not stored in the table itself.
  ///
  /// - Parameter place: The position of the offset that refers to the value.
  mutating func append(_ value: FlatBufferValue, referredToFrom place: Int) {
    switch value {
    case .number: break
    case .string(let string):
      align(to: 4)
      refer(from: place)
      append(UInt32(string.utf8.count))
      bytes.append(contentsOf: string.utf8)
      bytes.append(0)
    case .words(let words, let width):
      align(to: 8, after: 4)
      refer(from: place)
      append(UInt32(words.count / width))
      for word in words { append(word) }
    case .tables(let tables):
      align(to: 4)
      refer(from: place)
      append(UInt32(tables.count))
      let first = bytes.count
      bytes.append(contentsOf: repeatElement(0, count: 4 * tables.count))
      for (index, table) in tables.enumerated() { append(table, referredToFrom: first + 4 * index) }
    case .table(let fields):
      append(table: fields, referredToFrom: place)
    }
  }

  /// Appends a table: its vtable, its fields from the largest to the smallest, and the objects that they refer to.
  private mutating func append(table fields: [FlatBufferValue?], referredToFrom place: Int) {
    let vtableSize = 4 + 2 * fields.count
    align(to: 8, after: vtableSize + 4)
    var offsets = [Int](repeating: 0, count: fields.count)
    var size = 4
    for width in [8, 4, 2, 1] {
      for (index, field) in fields.enumerated() where field?.inlineSize == width {
        offsets[index] = size
        size += width
      }
    }
    append(UInt16(vtableSize))
    append(UInt16(size))
    for offset in offsets { append(UInt16(offset)) }

    let start = bytes.count
    refer(from: place)
    append(Int32(vtableSize))
    bytes.append(contentsOf: repeatElement(0, count: size - 4))
    for (offset, field) in zip(offsets, fields) {
      if let field { put(field, at: start + offset) }
    }
    for (offset, field) in zip(offsets, fields) {
      if let field { append(field, referredToFrom: start + offset) }
    }
  }

  /// Stores a scalar in its table.
  private mutating func put(_ value: FlatBufferValue, at place: Int) {
    guard case .number(let word, let size) = value else { return }
    for byte in 0..<size { bytes[place + byte] = UInt8(truncatingIfNeeded: word >> (8 * byte)) }
  }
}
