// Dictionaries of strings, from their storage.

extension JSON.StyledWriter<JSON.Standard> {
  /// Writes the dictionary at a place. It is not specialized.
  @usableFromInline @_semantics("optimize.sil.specialize.generic.never")
  mutating func writeDictionary<Value: Writable>(of type: Value.Type, at place: UnsafeRawPointer) {
    guard layoutOfDictionariesIsKnown, output.knowsLayoutOfShortStrings else {
      return unsafe place.assumingMemoryBound(to: [String: Value].self).pointee.write(to: &self)
    }
    // SAFETY: a dictionary is a reference to its storage.
    let buckets = unsafe DictionaryBuckets(at: place.load(as: UnsafeMutableRawPointer.self))
    if let table = type.__writingTableType?.__fields {
      return writeMembers(in: buckets, stride: MemoryLayout<Value>.stride, table)
    }
    let values = unsafe buckets.values.assumingMemoryBound(to: Value.self)
    var members = DictionaryMembers(in: buckets)
    beginMap()
    for _ in 0..<buckets.count {
      let bucket = members.nextBucket()
      unsafe writeKey(buckets.keys[bucket])
      unsafe write(value: values[bucket])
    }
    endObject()
  }

  /// Writes the object of a dictionary whose values have a table.
  ///
  /// - Parameters:
  ///   - buckets: The storage of the dictionary.
  ///   - stride: The distance of values, in bytes.
  @usableFromInline @inline(never)
  mutating func writeMembers(in buckets: DictionaryBuckets, stride: Int, _ table: __Table) {
    var members = DictionaryMembers(in: buckets)
    let (count, values) = unsafe (buckets.count, UnsafeRawPointer(buckets.values))
    var cursor = unsafe output.cursor
    unsafe cursor.storeBytes(of: ASCII.openBrace, as: UInt8.self)
    unsafe cursor += 1
    if unsafe table.cases == nil {
      unsafe cursor = writeStepsOfOthers(
        table.knownSteps ?? table.makeSteps(), from: values, count: count, stride: stride, members: members, at: cursor)
    } else {
      for _ in 0..<count {
        let bucket = members.nextBucket()
        unsafe append(key: members.keys[bucket], &cursor)
        unsafe cursor = writeComposed(table, from: values + bucket &* stride, count: 1, stride: 0, at: cursor)
      }
    }
    unsafe close(ASCII.closeBrace, &cursor)
    unsafe output.cursor = cursor
  }
}

/// The members of a dictionary that is being written.
///
/// SAFETY: `nextBucket` is called once for each member, so that there are words of bits for all of them.
@safe
struct DictionaryMembers {
  let keys: UnsafePointer<Borrowed<String>>
  private let buckets: DictionaryBuckets
  /// Whether the texts of keys are loaded some members ahead, see ``TextLookahead``.
  private let isLarge: Bool
  private var occupied: UnsafePointer<UInt>
  /// The bits that are left of a word, and the first bucket of the next one.
  private var bits: UInt = 0
  private var end = 0

  init(in buckets: DictionaryBuckets) {
    self.buckets = buckets
    isLarge = buckets.count > [String: Int].fewMembers
    // A borrowed string has the layout of the string.
    unsafe keys = UnsafeRawPointer(buckets.keys).assumingMemoryBound(to: Borrowed<String>.self)
    unsafe occupied = UnsafePointer(buckets.occupied)
  }

  @inline(__always)
  mutating func nextBucket() -> Int {
    while bits == 0 {
      bits = unsafe occupied.pointee
      unsafe occupied += 1
      end &+= UInt.bitWidth
    }
    let bucket = end &- UInt.bitWidth &+ bits.trailingZeroBitCount
    bits &= bits &- 1
    if isLarge { buckets.prefetchKey(after: bucket) }
    return bucket
  }
}
