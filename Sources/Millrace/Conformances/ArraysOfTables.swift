extension JSON.Reader {
  /// Reads an array. Its elements are read into its memory: appending one is a call of a function of its type.
  /// It is not specialized, because it is called once for an array.
  @usableFromInline @_semantics("optimize.sil.specialize.generic.never")
  mutating func readValues<Value>(of type: Value.Type, by table: __Table) throws -> [Value] {
    guard try beginArray() else { return [] }
    let start = remainingByteCount
    var values: [Value] = []
    var hasNext = true
    while hasNext {
      // Like other arrays, long ones are moved rarely, and untouched memory is cheap.
      let isLong = values.count >= [Value].firstEstimate
      let factor = isLong ? [Value].estimateFactor : 4
      let expected = estimatedCount(after: values.count, atMost: factor, from: start, to: remainingByteCount)
      let more = max(8, expected - values.count + (isLong ? expected / 8 : 0))
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
}
