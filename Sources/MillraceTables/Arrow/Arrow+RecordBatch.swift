import SystemLibrary

extension Arrow {
  /// Some rows, in the layout of Arrow's C data interface.
  public struct RecordBatch: Sendable {
    /// The entries of each column of the schema.
    public let columns: [ArrayData]
    /// The number of rows.
    public let count: Int
  }

  /// The entries of a column of a ``RecordBatch``.
  ///
  /// SAFETY: the buffers belong to this object, which frees them, and do not change.
  @safe
  public final class ArrayData: @unchecked Sendable {
    /// The name and the type of the column.
    public let field: Field
    /// The number of entries, including null entries.
    public let count: Int
    /// The number of null entries.
    public let nullCount: Int
    /// The entries of the members of structures, or of the elements of lists and maps.
    public internal(set) var children: [ArrayData] = []
    /// The buffers in Arrow's order. The first one is the validity bitmap, or nil if no entry is null.
    public private(set) var buffers: [UnsafeMutableRawPointer?] = unsafe []

    init(field: Field, count: Int, nullCount: Int) {
      self.field = field
      self.count = count
      self.nullCount = nullCount
    }

    deinit { unsafe buffers.forEach { unsafe free($0) } }

    func add(_ buffer: UnsafeMutableRawPointer?) { unsafe buffers.append(buffer) }

    /// The sizes of the buffers, in bytes, without memory after their last entry.
    var bufferSizes: [Int] {
      let bits = (count + 7) / 8
      let validity = nullCount > 0 ? bits : 0
      switch field.type {
      case .null: return []
      case .boolean: return [validity, bits]
      case .structure: return [validity]
      case .list(_, let width): return [validity, width.offsetSize * (count + 1)]
      case .map: return [validity, OffsetWidth.bits32.offsetSize * (count + 1)]
      case .utf8(let width), .binary(let width):
        return [validity, width.offsetSize * (count + 1), offset(at: count, width)]
      default: return [validity, (field.type.entrySize ?? 0) * count]
      }
    }

    private func offset(at index: Int, _ width: OffsetWidth) -> Int {
      guard let offsets = unsafe buffers[1] else { return 0 }
      let position = width.offsetSize * index
      return width == .bits64
        ? unsafe Int(offsets.loadUnaligned(fromByteOffset: position, as: Int64.self))
        : unsafe Int(offsets.loadUnaligned(fromByteOffset: position, as: Int32.self))
    }
  }
}
