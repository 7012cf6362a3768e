import Millrace

/// Bytes in the memory of a footer, a column chunk or a page, none of which is trusted.
///
/// SAFETY: the owner of the memory outlives the view. Every access is checked, except through ``bytes``.
@safe
struct ByteView {
  /// The bytes, for loops that check their bounds themselves.
  let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }

  var count: Int { unsafe bytes.count }

  /// Returns the bytes in a range.
  ///
  /// - Throws: ``ParquetDamage`` if the range is not within the view.
  func part(_ start: Int, size: Int) throws -> ByteView {
    guard start >= 0, size >= 0, start <= count, size <= count - start else {
      throw ParquetDamage("unexpected end of the data")
    }
    return unsafe ByteView(UnsafeRawBufferPointer(rebasing: bytes[start..<start + size]))
  }

  /// Returns the bytes from an offset on.
  func part(from start: Int) throws -> ByteView { try part(start, size: count - start) }

  /// Returns a little-endian integer.
  ///
  /// - Throws: ``ParquetDamage`` if the integer is not completely within the view.
  func integer<Integer: FixedWidthInteger>(_ type: Integer.Type, at offset: Int) throws -> Integer {
    guard offset >= 0, offset <= count - MemoryLayout<Integer>.size else {
      throw ParquetDamage("unexpected end of the data")
    }
    return unsafe Integer(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Integer.self))
  }

  /// Reads an integer with seven bits in each byte, the lowest first (LEB128), and advances an offset.
  func variable(at offset: inout Int) throws -> UInt64 {
    var (value, shift): (UInt64, UInt64) = (0, 0)
    while true {
      let byte = try integer(UInt8.self, at: offset)
      offset += 1
      if shift == 63, byte > 1 { throw ParquetDamage("invalid integer") }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
      if shift > 63 { throw ParquetDamage("invalid integer") }
    }
  }
}

/// A violation of the Parquet specification at a place that the caller knows.
struct ParquetDamage: Error {
  let what: String
  init(_ what: String) { self.what = what }
}

/// Memory for a column chunk or a page.
///
/// SAFETY: the memory belongs to this object, which deallocates it. Its bytes are initialized before they are read.
@safe
final class PageMemory {
  private let memory: UnsafeMutableBufferPointer<UInt8>
  private let charge: MemoryCharge
  /// The bytes. They are valid as long as this object exists.
  let view: ByteView

  /// - Throws: `Parquet.Problem.tooLarge(limit:)` if the budget is exceeded, and errors of the function.
  init(count: Int, _ budget: MemoryBudget, fill: (inout OutputSpan<UInt8>) throws -> Void) throws {
    charge = try MemoryCharge(budget, count)
    unsafe memory = .allocate(capacity: max(count, 1))
    let room = unsafe UnsafeMutableBufferPointer(rebasing: memory[..<count])
    unsafe view = ByteView(UnsafeRawBufferPointer(room))
    var output = unsafe OutputSpan(buffer: room, initializedCount: 0)
    try fill(&output)
    guard unsafe output.finalize(for: room) == count else { throw ParquetDamage("unexpected end of the data") }
  }

  deinit { unsafe memory.deallocate() }
}

/// The memory that may be in use at the same time.
final class MemoryBudget {
  let limit: Int
  private var used = 0

  init(limit: Int) { self.limit = limit }

  /// Charges memory before it is allocated.
  ///
  /// - Throws: `Parquet.Problem.tooLarge(limit:)` if the limit is exceeded.
  func charge(_ count: Int, size: Int = 1) throws {
    let (cost, overflow) = count.multipliedReportingOverflow(by: size)
    guard !overflow, cost <= limit - used else { throw Parquet.Problem.tooLarge(limit: limit) }
    used += cost
  }

  fileprivate func release(_ cost: Int) { used -= cost }
}

/// Memory that is charged to a budget as long as this object exists.
final class MemoryCharge {
  private let budget: MemoryBudget
  private let cost: Int

  init(_ budget: MemoryBudget, _ count: Int, size: Int = 1) throws {
    try budget.charge(count, size: size)
    self.budget = budget
    cost = count * size
  }

  deinit { budget.release(cost) }
}
