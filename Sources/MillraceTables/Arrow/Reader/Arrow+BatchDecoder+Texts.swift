import Millrace

extension Arrow.BatchDecoder {
  /// Returns strings or binary data.
  mutating func texts(
    _ entries: Entries, _ width: Arrow.OffsetWidth, areStrings: Bool
  ) throws -> Columns.Texts {
    let texts =
      switch width {
      case .bits32, .bits64: try consecutiveTexts(entries, width)
      case .view: try viewedTexts(entries)
      }
    if areStrings, !texts.areUTF8 { throw malformed("invalid UTF-8 in a string") }
    return texts
  }

  /// Returns texts that follow one another in the body.
  private mutating func consecutiveTexts(_ entries: Entries, _ width: Arrow.OffsetWidth) throws -> Columns.Texts {
    let offsets = try nextOffsets(count: entries.count, width)
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
  struct Offsets {
    fileprivate let buffer: UnsafeRawBufferPointer
    fileprivate let isWide: Bool
    let count: Int

    subscript(index: Int) -> Int {
      // Without entries, the buffer may also lack the single offset that it should contain.
      if unsafe buffer.isEmpty { return 0 }
      // Not generic: the compiler does not specialize the loops over lists.
      return unsafe isWide
        ? Int(Int64(littleEndian: buffer.loadUnaligned(fromByteOffset: index * 8, as: Int64.self)))
        : Int(Int32(littleEndian: buffer.loadUnaligned(fromByteOffset: index * 4, as: Int32.self)))
    }
    var first: Int { self[0] }
    var last: Int { self[count] }
  }

  /// Returns the next buffer of offsets. It has one offset more than there are entries, and the offsets ascend.
  mutating func nextOffsets(count: Int, _ width: Arrow.OffsetWidth) throws -> Offsets {
    let size = width == .bits64 ? 8 : 4
    let buffer = try unsafe count == 0 ? nextBuffer() : nextBuffer(entries: count + 1, size: size)
    let offsets = unsafe Offsets(
      buffer: buffer.count < size ? UnsafeRawBufferPointer(rebasing: buffer[0..<0]) : buffer, isWide: size == 8,
      count: count)
    guard offsets.first >= 0 else { throw malformed("negative offset") }
    for index in 0..<count where offsets[index] > offsets[index + 1] {
      throw malformed("offsets are not in ascending order")
    }
    return offsets
  }
}
