import CMillrace
import Millrace
import MillraceTables

// Batches of an Arrow stream as tables, for formats that store columns.
//
// The buffers of a batch in memory are those of a record batch in a file, so the decoder of files reads them. Only the start
// of slices is unknown to it: an array says at which entry of its buffers it begins.

extension Columns.Table {
  /// Creates a table with rows of a batch.
  ///
  /// - Parameters:
  ///   - start: The first row.
  ///   - count: The number of rows.
  /// - Throws: `TableScan.OptionError` if the buffers do not match the fields.
  init(_ batch: borrowing ArrowArray, as fields: [Arrow.Field], from start: Int, count: Int) throws {
    let (first, overflow) = unsafe Int(batch.offset).addingReportingOverflow(start)
    guard unsafe batch.offset >= 0, start >= 0, count >= 0, !overflow else { throw malformed() }
    let buffers = ArrowBuffers()
    var columns: [Arrow.Field] = []
    for (position, field) in fields.enumerated() {
      guard unsafe Int(batch.n_children) > position, let column = unsafe batch.children[position] else {
        throw TableScan.OptionError("the column '\(field.name)' is missing in a batch")
      }
      columns.append(
        try unsafe buffers.add(column.pointee, as: field, from: first, count: count))
    }
    self = try buffers.table(columns, count: count)
  }
}

/// The buffers of arrays, in the order in which a message has them.
///
/// SAFETY: the arrays outlive this object, which owns the bits and offsets that it has shifted.
@safe
private final class ArrowBuffers {
  private var batch = Arrow.BatchBuffers()
  private var shifted: [UnsafeMutableRawBufferPointer] = unsafe []

  deinit { unsafe shifted.forEach { unsafe $0.deallocate() } }

  /// Returns the entries of the arrays.
  func table(_ fields: [Arrow.Field], count: Int) throws -> Columns.Table {
    do {
      return try withExtendedLifetime(self) { try batch.table(fields, count: count) }
    } catch let problem as Arrow.Problem {
      throw TableScan.OptionError("malformed Arrow array: \(problem)")
    }
  }

  /// Adds the buffers of an array.
  ///
  /// - Parameters:
  ///   - start: The first entry, without the array's own offset.
  ///   - count: The number of entries from the first one on.
  /// - Returns: The field, with numbers for dictionaries.
  func add(
    _ array: borrowing ArrowArray, as field: Arrow.Field, from start: Int, count: Int
  ) throws -> Arrow.Field {
    let (first, overflow) = unsafe start.addingReportingOverflow(Int(array.offset))
    guard unsafe array.offset >= 0, unsafe array.length >= 0, start >= 0, count >= 0, !overflow, first < 1 << 40,
      count < 1 << 40, unsafe start <= array.length, unsafe count <= Int(array.length) - start
    else { throw malformed() }
    var field = field
    if field.type == .null {
      batch.add(count: count, absentCount: count)
      return field
    }
    try unsafe addValidity(array, from: first, count: count)
    switch field.type {
    case .boolean: unsafe batch.add(try bits(array.buffer(1, isRequired: count > 0), from: first, count: count))
    case .utf8(let width), .binary(let width): try unsafe addTexts(array, width, from: first, count: count)
    case .list(var element, let width):
      element = try unsafe addElements(array, width, as: element, from: first, count: count)
      field.type = .list(element, width)
    case .map(var entries):
      entries = try unsafe addElements(array, .bits32, as: entries, from: first, count: count)
      field.type = .map(entries: entries)
    case .structure(let members):
      guard unsafe Int(array.n_children) == members.count else { throw malformed() }
      var added: [Arrow.Field] = []
      for (position, member) in members.enumerated() {
        guard let child = unsafe array.children[position] else { throw malformed() }
        added.append(try unsafe add(child.pointee, as: member, from: first, count: count))
      }
      field.type = .structure(added)
    case .dictionary(_, let indices, let values):
      guard let dictionary = unsafe array.dictionary else { throw malformed() }
      try unsafe addNumbers(array, size: indices.entrySize, from: first, count: count)
      let id = try unsafe addDictionary(dictionary.pointee, as: Arrow.Field(name: field.name, type: values))
      field.type = .dictionary(id: id, indices: indices, values: values)
    default: try unsafe addNumbers(array, size: field.type.entrySize, from: first, count: count)
    }
    return field
  }

  /// Adds the values of a dictionary.
  ///
  /// - Returns: Its number.
  private func addDictionary(_ array: borrowing ArrowArray, as field: Arrow.Field) throws -> Int64 {
    let buffers = ArrowBuffers()
    let count = unsafe Int(array.length)
    let field = try unsafe buffers.add(array, as: field, from: 0, count: count)
    let id = Int64(batch.dictionaries.count)
    batch.dictionaries[id] = try buffers.table([field], count: count).columns[0]
    return id
  }

  /// Adds the offsets of lists, and their elements: only those of these lists, because a stream can be many parts of one array.
  private func addElements(
    _ array: borrowing ArrowArray, _ width: Arrow.OffsetWidth, as element: Arrow.Field, from start: Int, count: Int
  ) throws -> Arrow.Field {
    guard unsafe array.n_children == 1, let elements = unsafe array.children[0] else { throw malformed() }
    let range = try unsafe addOffsets(array, width, from: start, count: count)
    return try unsafe add(elements.pointee, as: element, from: range.lowerBound, count: range.count)
  }

  /// Adds offsets that begin with zero.
  ///
  /// - Returns: The elements or bytes that they are offsets of.
  private func addOffsets(
    _ array: borrowing ArrowArray, _ width: Arrow.OffsetWidth, from start: Int, count: Int
  ) throws -> Range<Int> {
    try unsafe width == .bits64
      ? addOffsets(array, Int64.self, from: start, count: count)
      : addOffsets(array, Int32.self, from: start, count: count)
  }

  private func addOffsets<Offset: FixedWidthInteger & BitwiseCopyable>(
    _ array: borrowing ArrowArray, _ type: Offset.Type, from start: Int, count: Int
  ) throws -> Range<Int> {
    let size = MemoryLayout<Offset>.size
    guard count > 0, let buffer = try unsafe array.buffer(1, isRequired: true) else {
      unsafe batch.add(UnsafeRawBufferPointer(start: nil, count: 0))
      return 0..<0
    }
    let offsets = unsafe buffer + start * size
    func offset(_ index: Int) -> Offset { unsafe offsets.loadUnaligned(fromByteOffset: index * size, as: Offset.self) }
    let (first, last) = (offset(0), offset(count))
    guard first >= 0, last >= first else { throw malformed() }
    let range = Int(first)..<Int(last)
    if first == 0 {
      unsafe batch.add(UnsafeRawBufferPointer(start: offsets, count: (count + 1) * size))
      return range
    }
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: (count + 1) * size, alignment: size)
    unsafe shifted.append(memory)
    // The decoder rejects offsets that do not ascend.
    for index in 0...count {
      unsafe memory.storeBytes(of: offset(index) &- first, toByteOffset: index * size, as: Offset.self)
    }
    unsafe batch.add(UnsafeRawBufferPointer(memory))
    return range
  }

  private func addNumbers(_ array: borrowing ArrowArray, size: Int?, from start: Int, count: Int) throws {
    guard let size else { throw malformed() }
    let buffer = try unsafe array.buffer(1, isRequired: count > 0)
    unsafe batch.add(UnsafeRawBufferPointer(start: buffer.map { unsafe $0 + start * size }, count: count * size))
  }

  // MARK: Bits

  private func addValidity(_ array: borrowing ArrowArray, from start: Int, count: Int) throws {
    guard let validity = try unsafe array.null_count == 0 ? nil : array.buffer(0, isRequired: false) else {
      batch.add(count: count, absentCount: 0)
      return unsafe batch.add(UnsafeRawBufferPointer(start: nil, count: 0))
    }
    let bits = unsafe bits(validity, from: start, count: count)
    var presentCount = unsafe bits.reduce(0) { $0 + $1.nonzeroBitCount }
    // The bits after the last one have any value.
    if count & 7 != 0, let last = unsafe bits.last { presentCount -= (last >> UInt8(count & 7)).nonzeroBitCount }
    batch.add(count: count, absentCount: count - presentCount)
    unsafe batch.add(bits)
  }

  /// Returns bits from one on, which are shifted unless it is the first one of a byte.
  private func bits(_ buffer: UnsafeRawPointer?, from start: Int, count: Int) -> UnsafeRawBufferPointer {
    guard let buffer = unsafe buffer, count > 0 else { return unsafe UnsafeRawBufferPointer(start: nil, count: 0) }
    let source = unsafe buffer + start / 8
    let byteCount = (count + 7) / 8
    let shift = UInt8(start & 7)
    if shift == 0 { return unsafe UnsafeRawBufferPointer(start: source, count: byteCount) }
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 1)
    unsafe shifted.append(memory)
    // No byte is read that has none of the bits.
    let sourceCount = (Int(shift) + count + 7) / 8
    for index in 0..<byteCount {
      let low = unsafe source.load(fromByteOffset: index, as: UInt8.self) >> shift
      let high = unsafe index + 1 < sourceCount ? source.load(fromByteOffset: index + 1, as: UInt8.self) : 0
      unsafe memory[index] = low | high << (8 - shift)
    }
    return UnsafeRawBufferPointer(memory)
  }

  // MARK: Texts

  private func addTexts(
    _ array: borrowing ArrowArray, _ width: Arrow.OffsetWidth, from start: Int, count: Int
  ) throws {
    if width == .view { return try unsafe addViews(array, from: start, count: count) }
    let range = try unsafe addOffsets(array, width, from: start, count: count)
    let bytes = try unsafe array.buffer(2, isRequired: !range.isEmpty)
    unsafe batch.add(UnsafeRawBufferPointer(start: bytes.map { unsafe $0 + range.lowerBound }, count: range.count))
  }

  private func addViews(_ array: borrowing ArrowArray, from start: Int, count: Int) throws {
    try unsafe addNumbers(array, size: 16, from: start, count: count)
    // The last buffer has the sizes of those between it and the views.
    let bufferCount = unsafe Int(array.n_buffers) - 3
    guard bufferCount >= 0 else { throw malformed() }
    batch.viewBufferCounts.append(Int64(bufferCount))
    for index in 0..<bufferCount {
      guard let sizes = try unsafe array.buffer(bufferCount + 2, isRequired: true) else { throw malformed() }
      let size = unsafe Int(sizes.loadUnaligned(fromByteOffset: 8 * index, as: Int64.self))
      guard size >= 0 else { throw malformed() }
      unsafe batch.add(UnsafeRawBufferPointer(start: try array.buffer(2 + index, isRequired: size > 0), count: size))
    }
  }
}

extension ArrowArray {
  /// Returns the address of a buffer, or nil if there is none and it is not required.
  fileprivate func buffer(_ index: Int, isRequired: Bool) throws -> UnsafeRawPointer? {
    guard unsafe n_buffers > index else { throw malformed() }
    if let buffer = unsafe buffers?[index] { return unsafe buffer }
    if isRequired { throw malformed() }
    return nil
  }
}
