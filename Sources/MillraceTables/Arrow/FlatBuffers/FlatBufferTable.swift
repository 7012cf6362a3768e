import Millrace

// FlatBuffers, as far as Arrow uses them, read from bytes of which nothing is believed.
//
// A buffer begins with the offset of its root table. A table begins with the signed distance back to its vtable, which
// says for each field, by its number, how far from the table's beginning it is, or 0 if it is left at its default.
// Scalars are in the table itself; strings, vectors and other tables somewhere after, and in the table is the
// distance. ("FlatBuffers internals", in the documentation of FlatBuffers.)
//
// Every load compares its place with the end of the buffer, so that no offset, however wrong, leads out of it. What the
// format does not exclude, many offsets to the same place, is bounded by the code that traverses nested tables.

/// A table in a FlatBuffer.
struct FlatBufferTable {
  private let bytes: [UInt8]
  /// Where the table begins.
  private let start: Int
  /// Where its vtable begins, and its size in bytes.
  private let vtable: Int
  private let vtableSize: Int

  /// The root table of a buffer.
  ///
  /// - Throws: ``FlatBufferError``.
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

  /// The bytes of the whole buffer.
  var bufferSize: Int { bytes.count }

  /// Where a field is, or nil if it is not there.
  private func place(of field: Int) throws -> Int? {
    let entry = 4 + 2 * field
    guard entry + 2 <= vtableSize else { return nil }
    let offset = Int(try bytes.load(UInt16.self, at: vtable + entry))
    return offset == 0 ? nil : start + offset
  }

  /// Where what a field refers to is, or nil if it is not there.
  private func target(of field: Int) throws -> Int? {
    guard let place = try place(of: field) else { return nil }
    return place + Int(try bytes.load(UInt32.self, at: place))
  }

  /// A scalar.
  ///
  /// - Parameters:
  ///   - field: its number.
  ///   - missing: what it is when it is not there.
  func scalar<Scalar: FixedWidthInteger>(_ field: Int, default missing: Scalar) throws -> Scalar {
    guard let place = try place(of: field) else { return missing }
    return try bytes.load(Scalar.self, at: place)
  }

  func boolean(_ field: Int) throws -> Bool { try scalar(field, default: UInt8(0)) != 0 }

  func table(_ field: Int) throws -> FlatBufferTable? {
    guard let place = try target(of: field) else { return nil }
    return try FlatBufferTable(bytes, at: place)
  }

  /// A string, or nil if it is not there.
  ///
  /// - Throws: ``FlatBufferError``, also for what is not UTF-8.
  func string(_ field: Int) throws -> String? {
    guard let elements = try elements(of: field, size: 1) else { return nil }
    guard let string = String(validating: bytes[elements], as: UTF8.self) else { throw FlatBufferError() }
    return string
  }

  /// The tables of a vector.
  func tables(_ field: Int) throws -> [FlatBufferTable] {
    guard let elements = try elements(of: field, size: 4) else { return [] }
    return try stride(from: elements.lowerBound, to: elements.upperBound, by: 4).map { place in
      try FlatBufferTable(bytes, at: place + Int(try bytes.load(UInt32.self, at: place)))
    }
  }

  /// The elements of a vector of structures of 64-bit words, one after the other.
  ///
  /// - Parameter width: the words in a structure.
  func words(_ field: Int, width: Int = 1) throws -> [Int64] {
    guard let elements = try elements(of: field, size: 8 * width) else { return [] }
    return try stride(from: elements.lowerBound, to: elements.upperBound, by: 8).map { place in
      try bytes.load(Int64.self, at: place)
    }
  }

  /// Where the elements of a vector are.
  ///
  /// - Parameter size: that of an element, in bytes.
  private func elements(of field: Int, size: Int) throws -> Range<Int>? {
    guard let start = try target(of: field) else { return nil }
    let count = Int(try bytes.load(UInt32.self, at: start))
    let first = start + 4
    guard count <= (bytes.count - first) / size else { throw FlatBufferError() }
    return first..<first + count * size
  }
}

/// An offset in a FlatBuffer that leads nowhere, or a string in it that is none.
struct FlatBufferError: Error {}

extension [UInt8] {
  /// A little-endian number.
  ///
  /// - Throws: ``FlatBufferError`` if it is not all within the bytes.
  fileprivate func load<Number: FixedWidthInteger>(_ type: Number.Type, at place: Int) throws -> Number {
    let size = MemoryLayout<Number>.size
    guard place >= 0, place <= count - size else { throw FlatBufferError() }
    return withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: Number.self)) }
  }
}
