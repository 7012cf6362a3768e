import Millrace
import SystemLibrary

// A column that is being built, in the layout of Arrow's C data interface.
//
// Values are stored at an index, not appended. If a row lacks a member, its entry is filled with null when a later row
// has the member, or when the batch ends. So a row has no cost for columns that it lacks. A duplicate member of an
// object is stored at an index that is already used. The previous entry is removed: the last one wins.
//
// The bits of the validity bitmap are set in advance, and a null clears its bit.

extension TableScan {
  // SAFETY: the children and keys belong to this value, which deallocates them.
  @safe
  struct Column: ~Copyable {
    typealias Address = UnsafeMutablePointer<Column>

    let layout: Layout
    /// The columns of the members of structures, or of the elements of lists; the entries of maps.
    private(set) var children: [Address]
    /// The names of the members of structures.
    let keys: UnsafeMutablePointer<Keys>?

    /// The number of entries.
    private(set) var count = 0
    private(set) var nullCount = 0
    /// The number of entries that fit in the memory.
    private var capacity = 0
    /// Entries of a fixed width, or the 32-bit offsets of texts and lists: one more than the number of entries.
    private(set) var values = Arrow.Buffer()
    private(set) var text = Arrow.Buffer()
    private(set) var validity = Arrow.Buffer()

    private init(_ layout: Layout, _ children: [Address], _ keys: UnsafeMutablePointer<Keys>?) {
      unsafe (self.layout, self.children, self.keys) = unsafe (layout, children, keys)
    }

    /// Creates an empty column, which the caller must destroy.
    ///
    /// - Parameters:
    ///   - instants: How dates and times are written in some columns, by their names.
    ///   - areClosed: Whether objects with keys that are not in the schema are rejected.
    ///   - isClosed: The same for the objects of this column itself.
    /// - Throws: ``TableScan/OptionError`` if the type is not supported.
    static func make(
      _ field: Arrow.Field, path: String = "", instants: [String: CSV.InstantFormat] = [:], areClosed: Bool = false,
      isClosed: Bool = false
    ) throws -> Address {
      let path = path.isEmpty ? field.name : "\(path).\(field.name)"
      let layout = try Layout(field, path: path, instants[path])
      var children: [Address] = unsafe []
      do {
        for member in layout.members {
          unsafe children.append(
            try make(member, path: path, instants: instants, areClosed: areClosed, isClosed: areClosed))
        }
        var keys: UnsafeMutablePointer<Keys>?
        if layout.kind == .structure {
          let index = try Keys.Index(layout.members.map { Array($0.name.utf8) }, path: path)
          unsafe keys = .allocate(capacity: 1)
          unsafe keys?.initialize(to: Keys(index, children, isClosed: isClosed))
        }
        let address = Address.allocate(capacity: 1)
        unsafe address.initialize(to: Column(layout, children, keys))
        return unsafe address
      } catch {
        unsafe children.forEach { unsafe destroy($0) }
        throw error
      }
    }

    static func destroy(_ column: Address) {
      unsafe column.deinitialize(count: 1)
      unsafe column.deallocate()
    }

    var field: Arrow.Field { layout.field }
    @inline(__always) var kind: Kind { layout.kind }
    @inline(__always) var width: Int { layout.width }

    deinit {
      unsafe children.forEach { unsafe Self.destroy($0) }
      unsafe keys?.deinitialize(count: 1)
      unsafe keys?.deallocate()
    }

    /// Whether entries have 32-bit offsets.
    var hasOffsets: Bool { kind == .string || kind == .binary || kind == .list || kind == .map }

    @inline(__always)
    var offsets: UnsafeMutablePointer<Int32> { unsafe values.start.assumingMemoryBound(to: Int32.self) }

    /// The end of the last entry's text or list.
    @inline(__always)
    var end: Int { unsafe count == 0 ? 0 : Int(offsets[count]) }
  }
}

// MARK: - Entries

extension TableScan.Column {
  /// Makes the entry at an index the next one, and reserves memory for it.
  @inline(__always)
  private mutating func prepare(_ index: Int) {
    if _slowPath(count != index || index >= capacity) { prepareOutOfLine(index) }
  }

  @inline(never)
  private mutating func prepareOutOfLine(_ index: Int) {
    if count > index { truncate(to: index) }
    if index >= capacity {
      let larger = max(64, 2 * capacity, index + 1)
      switch kind {
      case .boolean: values.grow(to: (larger + 7) / 8, filling: 0)
      case .structure, .null: break
      default: values.grow(to: (larger + 1) * width)
      }
      if hasOffsets, capacity == 0 { unsafe offsets[0] = 0 }
      capacity = larger
    }
    if count < index { appendNulls(upTo: index) }
  }

  /// Stores a value of the column's width.
  @inline(__always)
  mutating func store<Value: BitwiseCopyable>(_ value: Value, at index: Int) {
    assert(MemoryLayout<Value>.size == width)
    prepare(index)
    unsafe values.start.storeBytes(of: value, toByteOffset: index &* MemoryLayout<Value>.size, as: Value.self)
    count = index &+ 1
  }

  mutating func store(bit: Bool, at index: Int) {
    prepare(index)
    let bits = unsafe values.start.assumingMemoryBound(to: UInt8.self)
    let mask = 1 as UInt8 &<< UInt8(truncatingIfNeeded: index & 7)
    unsafe bits[index &>> 3] = unsafe bits[index &>> 3] & ~mask | (bit ? mask : 0)
    count = index &+ 1
  }

  @inline(__always)
  mutating func store(text bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
    prepare(index)
    let start = unsafe Int(offsets[index])
    let end = start &+ bytes.count
    if _slowPath(end &+ 16 > text.capacity) { text.grow(to: end &+ 16) }
    if let source = bytes.baseAddress { unsafe (text.start + start).copyMemory(from: source, byteCount: bytes.count) }
    unsafe offsets[index &+ 1] = Int32(truncatingIfNeeded: end)
    count = index &+ 1
  }

  /// Stores text that is followed by other readable bytes.
  ///
  /// - Safety: from the start of the text, 16 bytes must be readable.
  @inline(__always)
  mutating func store(padded bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
    prepare(index)
    let start = unsafe Int(offsets[index])
    let end = start &+ bytes.count
    if _slowPath(end &+ 16 > text.capacity) { text.grow(to: end &+ 16) }
    // SAFETY: text in a document or a cell has an address.
    let source = unsafe UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped)
    if bytes.count <= 16 {
      // Most strings are short: one load and one store are faster than a call with a branch for each length.
      let word = unsafe source.loadUnaligned(as: SIMD16<UInt8>.self)
      unsafe text.start.storeBytes(of: word, toByteOffset: start, as: SIMD16<UInt8>.self)
    } else {
      unsafe (text.start + start).copyMemory(from: source, byteCount: bytes.count)
    }
    unsafe offsets[index &+ 1] = Int32(truncatingIfNeeded: end)
    count = index &+ 1
  }

  /// Begins a list and returns the index of its first element.
  @inline(__always)
  mutating func beginList(at index: Int) -> Int {
    prepare(index)
    return unsafe Int(offsets[index])
  }

  /// Ends a list.
  ///
  /// - Parameter end: The index after its last element.
  @inline(__always)
  mutating func endList(_ end: Int, at index: Int) {
    unsafe offsets[index &+ 1] = Int32(truncatingIfNeeded: end)
    count = index &+ 1
  }

  /// Stores a structure, whose members are stored separately.
  @inline(__always)
  mutating func storeStructure(at index: Int) {
    prepare(index)
    count = index &+ 1
  }

  mutating func storeNull(at index: Int) {
    prepare(index)
    appendNulls(upTo: index + 1)
  }

  private mutating func appendNulls(upTo end: Int) {
    if end > capacity { prepareOutOfLine(end - 1) }
    validity.grow(to: (max(capacity, end) + 7) / 8, filling: 0xFF)
    let bits = unsafe validity.start.assumingMemoryBound(to: UInt8.self)
    for index in count..<end { unsafe bits[index &>> 3] &= ~(1 &<< UInt8(truncatingIfNeeded: index & 7)) }
    if hasOffsets {
      let last = unsafe offsets[count]
      for index in count..<end { unsafe offsets[index + 1] = last }
    } else if width > 0 {
      unsafe memset(values.start + count * width, 0, (end - count) * width)
    }
    nullCount += end - count
    count = end
  }

  /// Removes the entries from an index on.
  mutating func truncate(to index: Int) {
    if count > index {
      if nullCount > 0 {
        let bits = unsafe validity.start.assumingMemoryBound(to: UInt8.self)
        for entry in index..<count where entry >> 3 < validity.capacity {
          let mask = 1 as UInt8 &<< UInt8(truncatingIfNeeded: entry & 7)
          if unsafe bits[entry &>> 3] & mask == 0 {
            unsafe bits[entry &>> 3] |= mask
            nullCount -= 1
          }
        }
      }
      count = index
    }
    switch kind {
    case .structure: unsafe children.forEach { unsafe $0.pointee.truncate(to: index) }
    case .list, .map:
      unsafe children[0].pointee.truncate(to: min(index, count) == 0 ? 0 : Int(offsets[min(index, count)]))
    default: break
    }
  }
}

// MARK: - The end of a batch

extension TableScan.Column {
  /// Returns the entries with their memory. The column is empty afterwards.
  ///
  /// - Parameter count: The number of entries. Missing entries at the end are null.
  mutating func finish(count total: Int) -> Arrow.ArrayData {
    if count < total { prepareOutOfLine(total) }
    if nullCount > 0 { validity.grow(to: (total + 7) / 8, filling: 0xFF) }
    // Only a column with offsets has an end: the entries of other columns are smaller, or have no memory.
    let childCount = kind == .structure ? total : hasOffsets ? end : 0
    let entries = Arrow.ArrayData(field: field, count: total, nullCount: nullCount)
    entries.children += unsafe children.map { unsafe $0.pointee.finish(count: childCount) }
    let isNullType = kind == .null
    if !isNullType { unsafe entries.add(nullCount > 0 ? validity.take() : nil) }
    if hasOffsets {
      if capacity == 0 { prepareOutOfLine(0) }
      unsafe entries.add(hasLongOffsets ? longOffsets() : values.take())
      if kind == .string || kind == .binary {
        if text.capacity == 0 { text.grow(to: 16) }
        unsafe entries.add(text.take())
      }
    } else if kind != .structure, !isNullType {
      if capacity == 0 { prepareOutOfLine(0) }
      unsafe entries.add(values.take())
    }
    unsafe free(validity.take())
    unsafe free(values.take())
    (count, capacity, nullCount) = (0, 0, 0)
    return entries
  }

  /// Removes the entries of a column of rows, whose members are returned one by one.
  mutating func forgetStructures() {
    unsafe free(validity.take())
    (count, capacity, nullCount) = (0, 0, 0)
  }

  private var hasLongOffsets: Bool {
    switch field.type {
    case .utf8(.bits64), .binary(.bits64), .list(_, .bits64): true
    default: false
    }
  }

  private func longOffsets() -> UnsafeMutableRawPointer? {
    var memory = Arrow.Buffer()
    memory.grow(to: (count + 1) * 8)
    let target = unsafe memory.start.assumingMemoryBound(to: Int64.self)
    for index in 0...count { unsafe target[index] = unsafe Int64(offsets[index]) }
    return unsafe memory.take()
  }
}
