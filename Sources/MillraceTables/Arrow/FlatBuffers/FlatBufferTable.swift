import Millrace

// FlatBuffers, as far as Arrow uses them, read from untrusted bytes.
//
// A buffer begins with the offset of its root table. A table begins with the signed distance back to its vtable. For
// each field number, the vtable contains the offset of the field from the beginning of the table, or 0 if the field has
// its default value. Scalars are stored in the table itself. For strings, vectors and other tables, which follow
// somewhere after it, the table contains the distance. ("FlatBuffers internals", in the documentation of FlatBuffers.)
//
// Every load compares its offset with the end of the buffer, so that no invalid offset leads outside the buffer. The
// format does not exclude many offsets to the same place; the code that traverses nested tables limits their number.

/// A table in a FlatBuffer.
struct FlatBufferTable {
  private let bytes: [UInt8]
  /// The offset of the table.
  private let start: Int
  /// The offset of the vtable, and its size in bytes.
  private let vtable: Int
  private let vtableSize: Int

  /// Creates the root table of a buffer.
  ///
  /// - Throws: ``FlatBufferError`` if an offset is invalid.
  init(rootOf bytes: [UInt8]) throws {
    try self.init(bytes, at: Int(try bytes.load(UInt32.self, at: 0)))
  }

  private init(_ bytes: [UInt8], at start: Int) throws {
    self.bytes = bytes
    self.start = start
    vtable = start - Int(try bytes.load(Int32.self, at: start))
    vtableSize = Int(try bytes.load(UInt16.self, at: vtable))
    guard vtableSize >= 4, vtableSize <= bytes.count - vtable else { throw FlatBufferError() }
  }

  /// The size of the whole buffer, in bytes.
  var bufferSize: Int { bytes.count }

  /// Returns the offset of a field, or nil if the field is missing.
  private func place(of field: Int) throws -> Int? {
    let entry = 4 + 2 * field
    guard entry + 2 <= vtableSize else { return nil }
    let offset = Int(try bytes.load(UInt16.self, at: vtable + entry))
    return offset == 0 ? nil : start + offset
  }

  /// Returns the offset of the object that a field refers to, or nil if the field is missing.
  private func target(of field: Int) throws -> Int? {
    guard let place = try place(of: field) else { return nil }
    return place + Int(try bytes.load(UInt32.self, at: place))
  }

  /// Returns a scalar.
  ///
  /// - Parameters:
  ///   - field: The number of the field.
  ///   - missing: The default value of the field.
  func scalar<Scalar: FixedWidthInteger>(_ field: Int, default missing: Scalar) throws -> Scalar {
    guard let place = try place(of: field) else { return missing }
    return try bytes.load(Scalar.self, at: place)
  }

  func boolean(_ field: Int) throws -> Bool { try scalar(field, default: UInt8(0)) != 0 }

  func table(_ field: Int) throws -> FlatBufferTable? {
    guard let place = try target(of: field) else { return nil }
    return try FlatBufferTable(bytes, at: place)
  }

  /// Returns a string, or nil if the field is missing.
  ///
  /// - Throws: ``FlatBufferError`` if an offset is invalid, or the string is not UTF-8.
  func string(_ field: Int) throws -> String? {
    guard let elements = try elements(of: field, size: 1) else { return nil }
    guard let string = String(validating: bytes[elements]) else { throw FlatBufferError() }
    return string
  }

  /// Returns the tables in a vector.
  func tables(_ field: Int) throws -> [FlatBufferTable] {
    guard let elements = try elements(of: field, size: 4) else { return [] }
    return try stride(from: elements.lowerBound, to: elements.upperBound, by: 4).map { place in
      try FlatBufferTable(bytes, at: place + Int(try bytes.load(UInt32.self, at: place)))
    }
  }

  /// Returns the elements of a vector of structures, which consist of 64-bit words, one after the other.
  ///
  /// - Parameter width: The number of words in a structure.
  func words(_ field: Int, width: Int = 1) throws -> [Int64] {
    guard let elements = try elements(of: field, size: 8 * width) else { return [] }
    return try stride(from: elements.lowerBound, to: elements.upperBound, by: 8).map { place in
      try bytes.load(Int64.self, at: place)
    }
  }

  /// Returns the range of offsets of the elements of a vector.
  ///
  /// - Parameter size: The size of an element, in bytes.
  private func elements(of field: Int, size: Int) throws -> Range<Int>? {
    guard let start = try target(of: field) else { return nil }
    let count = Int(try bytes.load(UInt32.self, at: start))
    let first = start + 4
    guard count <= (bytes.count - first) / size else { throw FlatBufferError() }
    return first..<first + count * size
  }
}

/// An offset in a FlatBuffer that leads outside the buffer, or a string that is not valid.
struct FlatBufferError: Error {}

extension [UInt8] {
  /// Returns a little-endian number.
  ///
  /// - Throws: ``FlatBufferError`` if the number is not completely within the bytes.
  fileprivate func load<Number: FixedWidthInteger>(_ type: Number.Type, at place: Int) throws -> Number {
    let size = MemoryLayout<Number>.size
    guard place >= 0, place <= count - size else { throw FlatBufferError() }
    return unsafe withUnsafeBytes {
      unsafe Number(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: Number.self))
    }
  }
}
