extension JSON.Reader {
  /// Reads an array. It is not specialized, because it is called once for an array.
  ///
  /// The first elements are read into memory of the stack, so that a small array is allocated once, with its size. All others are read
  /// into the memory of the array: to append one would be a call of a function of its type.
  @usableFromInline @_semantics("optimize.sil.specialize.generic.never")
  mutating func readValues<Value>(of type: Value.Type, by table: __Table) throws -> [Value] {
    guard try beginArray() else { return [] }
    let start = remainingByteCount
    var (first, hasNext): ([Value]?, Bool) = (nil, true)
    if MemoryLayout<Value>.alignment <= 16, MemoryLayout<Value>.stride <= __TableField.Details.scratchSize {
      try unsafe withUnsafeTemporaryAllocation(byteCount: __TableField.Details.scratchSize, alignment: 16) { scratch in
        // SAFETY: a temporary allocation has an address.
        let scratch = unsafe scratch.baseAddress.unsafelyUnwrapped
        (first, hasNext) = try unsafe readFirst(of: type, by: table, scratch, from: start)
      }
    }
    // An empty array and the functions of arrays would look for their metadata.
    if !hasNext, let first { return first }
    var values = first.take() ?? []
    while hasNext {
      let more = room(after: values.count, of: type, from: start)
      try values.append(addingCapacity: more) { output in
        try unsafe output.withUnsafeMutableBufferPointer { memory, count in
          // SAFETY: an array with a reserved capacity has an address.
          let elements = unsafe UnsafeMutableRawPointer(memory.baseAddress.unsafelyUnwrapped)
          let stride = MemoryLayout<Value>.stride
          unsafe preferLargePages(from: elements, count: memory.count * stride)
          hasNext = try unsafe readElements(table, into: elements, stride: stride, capacity: more, &count)
        }
      }
    }
    return [Value].withoutExcess(values)
  }

  /// Reads as many elements as fit into some memory.
  ///
  /// - Parameter start: The number of bytes of input from the first element on.
  /// - Returns: The elements, with memory for those that are expected, and whether there are more.
  private mutating func readFirst<Value>(
    of type: Value.Type, by table: __Table, _ scratch: UnsafeMutableRawPointer, from start: Int
  ) throws -> ([Value], hasNext: Bool) {
    let stride = MemoryLayout<Value>.stride
    let capacity = __TableField.Details.scratchSize / stride
    let elements = unsafe scratch.assumingMemoryBound(to: Value.self)
    var (read, hasNext) = (0, true)
    do {
      hasNext = try unsafe readElements(table, into: scratch, stride: stride, capacity: capacity, &read)
    } catch {
      unsafe elements.deinitialize(count: read)
      throw error
    }
    if !hasNext, let memory = table.arrayMemory(of: type) {
      let (array, place) = unsafe memory.allocate(count: read, stride: stride)
      unsafe place.assumingMemoryBound(to: Value.self).moveInitialize(from: elements, count: read)
      return unsafe (ArrayMemory.take(array, of: type), false)
    }
    var values: [Value] = []
    if hasNext { values.reserveCapacity(read + room(after: read, of: type, from: start)) }
    values.append(addingCapacity: read) { output in
      unsafe output.withUnsafeMutableBufferPointer { memory, count in
        unsafe memory.baseAddress?.moveInitialize(from: elements, count: read)
        count = read
      }
    }
    return (values, hasNext)
  }

  /// The number of elements to reserve memory for. Like other arrays, long ones are moved rarely, and untouched memory is cheap.
  private func room<Value>(after count: Int, of type: Value.Type, from start: Int) -> Int {
    let isLong = count >= [Value].firstEstimate
    let factor = isLong ? [Value].estimateFactor : 4
    let expected = estimatedCount(after: count, atMost: factor, from: start, to: remainingByteCount)
    return max(8, expected - count + (isLong ? expected / 8 : 0))
  }
}

extension __Table {
  /// What makes arrays of the table's type, or nil if only the standard library can make them.
  fileprivate func arrayMemory<Value>(of type: Value.Type) -> ArrayMemory? {
    let arrays = unsafe contents.pointee.arrays
    if let known = unsafe arrays.memory { return unsafe known.pointee }
    guard let memory = ArrayMemory(of: type) else { return nil }
    return unsafe arrays.keep(memory).pointee
  }
}
