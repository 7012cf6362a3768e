import Millrace

extension Arrow.BatchDecoder {
  /// Returns strings or binary data.
  mutating func texts(
    _ entries: Entries, _ width: Arrow.OffsetWidth, areStrings: Bool
  ) throws -> Columns.Texts {
    let texts =
      switch width {
      case .bits32: try texts(entries, Int32.self)
      case .bits64: try texts(entries, Int64.self)
      case .view: try viewedTexts(entries)
      }
    if areStrings, !texts.areUTF8 { throw malformed("invalid UTF-8 in a string") }
    return texts
  }

  /// Returns texts that follow one another in the body.
  private mutating func texts<Offset: FixedWidthInteger>(
    _ entries: Entries, _ type: Offset.Type
  ) throws -> Columns.Texts {
    let offsets = try nextOffsets(count: entries.count, type)
    let bytes = try unsafe nextBuffer()
    guard offsets.last <= bytes.count else { throw malformed("text offset after the end of the buffer") }
    return try unsafe gathered(entries) { index in
      unsafe UnsafeRawBufferPointer(rebasing: bytes[offsets[index]..<offsets[index + 1]])
    }
  }

  /// Returns texts that are anywhere in several buffers, or in their views if they have at most 12 bytes.
  private mutating func viewedTexts(_ entries: Entries) throws -> Columns.Texts {
    let views = try unsafe nextBuffer(entries: entries.count, size: 16)
    var buffers: [UnsafeRawBufferPointer] = unsafe []
    for _ in 0..<(try nextViewBufferCount()) { unsafe buffers.append(try nextBuffer()) }
    let column = columnPath
    return try unsafe gathered(entries) { index in
      func word(_ position: Int) -> Int {
        unsafe Int(Int32(littleEndian: views.loadUnaligned(fromByteOffset: 16 * index + 4 * position, as: Int32.self)))
      }
      let size = word(0)
      if (0...12).contains(size) {
        return unsafe UnsafeRawBufferPointer(rebasing: views[16 * index + 4..<16 * index + 4 + size])
      }
      let (buffer, start) = (word(2), word(3))
      guard size >= 0, unsafe buffers.indices.contains(buffer), start >= 0, unsafe start + size <= buffers[buffer].count
      else {
        throw Arrow.Problem.malformed("string view outside its buffer", column: column)
      }
      return unsafe UnsafeRawBufferPointer(rebasing: buffers[buffer][start..<start + size])
    }
  }

  /// Returns binary data with a fixed size.
  mutating func pieces(_ entries: Entries, size: Int) throws -> Columns.Texts {
    let bytes = try unsafe nextBuffer(entries: entries.count, size: size)
    return try unsafe gathered(entries) { unsafe UnsafeRawBufferPointer(rebasing: bytes[$0 * size..<($0 + 1) * size]) }
  }

  /// Copies texts one after the other. The texts of null entries are empty, regardless of the body.
  private mutating func gathered(
    _ entries: Entries, _ text: (Int) throws -> UnsafeRawBufferPointer
  ) throws -> Columns.Texts {
    let offsets = try offsets(of: entries) { try unsafe text($0).count }
    let size = offsets[entries.count]
    try charge(entries: size, size: 1)
    let bytes = try unsafe [UInt8](unsafeUninitializedCapacity: size) { memory, initialized in
      let output = UnsafeMutableRawBufferPointer(memory)
      for index in 0..<entries.count where offsets[index] < offsets[index + 1] {
        let place = unsafe UnsafeMutableRawBufferPointer(rebasing: output[offsets[index]..<offsets[index + 1]])
        unsafe place.copyMemory(from: try text(index))
      }
      initialized = size
    }
    return Columns.Texts(offsets: offsets, bytes: bytes)
  }

  // MARK: Offsets

  /// The offsets of texts or lists, and the end of the last one.
  ///
  /// SAFETY: the buffer is in the body of the batch, and was checked to have `count` + 1 offsets.
  @safe
  struct Offsets<Offset: FixedWidthInteger> {
    fileprivate let buffer: UnsafeRawBufferPointer
    let count: Int

    subscript(index: Int) -> Int {
      // Without entries, the buffer may also lack the single offset that it should contain.
      if unsafe buffer.isEmpty { return 0 }
      let offset = unsafe buffer.loadUnaligned(fromByteOffset: index * MemoryLayout<Offset>.size, as: Offset.self)
      return Int(truncatingIfNeeded: Offset(littleEndian: offset))
    }
    var first: Int { self[0] }
    var last: Int { self[count] }
  }

  /// Returns the next buffer of offsets. It has one offset more than there are entries, and the offsets ascend.
  mutating func nextOffsets<Offset: FixedWidthInteger>(count: Int, _ type: Offset.Type) throws -> Offsets<Offset> {
    let size = MemoryLayout<Offset>.size
    let buffer = try unsafe count == 0 ? nextBuffer() : nextBuffer(entries: count + 1, size: size)
    let offsets = unsafe Offsets<Offset>(
      buffer: buffer.count < size ? UnsafeRawBufferPointer(rebasing: buffer[0..<0]) : buffer, count: count)
    guard offsets.first >= 0 else { throw malformed("negative offset") }
    for index in 0..<count where offsets[index] > offsets[index + 1] {
      throw malformed("offsets are not in ascending order")
    }
    return offsets
  }
}
