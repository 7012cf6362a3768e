extension FormatReader where Self: ~Copyable & ~Escapable {
  /// Reads an array. Its elements are read into its memory: appending one is a call of a function of its type.
  @inlinable
  mutating func readValues<Value: __TableType>(of type: Value.Type) throws -> [Value] {
    guard try beginArray() else { return [] }
    let table = Value.__fields
    let start = remainingByteCount
    var values: [Value] = []
    var hasNext = true
    while hasNext {
      let expected = estimatedCount(after: values.count, atMost: 4, from: start, to: remainingByteCount)
      let more = max(8, expected - values.count)
      try values.append(addingCapacity: more) { output in
        try unsafe output.withUnsafeMutableBufferPointer { memory, count in
          // SAFETY: an array with a reserved capacity has an address.
          let elements = unsafe memory.baseAddress.unsafelyUnwrapped
          while hasNext, count < more {
            try unsafe __readFields(table, into: UnsafeMutableRawPointer(elements + count))
            count += 1
            hasNext = try nextElement()
          }
        }
      }
    }
    return [Value].withoutExcess(values)
  }
}
