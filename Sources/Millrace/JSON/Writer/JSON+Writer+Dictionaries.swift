// Dictionaries of strings, from their storage.

extension JSON.StyledWriter<JSON.Standard> {
  /// Writes the dictionary at a place. It is not specialized.
  ///
  /// - Parameter writeValue: Writes a value that has no table.
  @usableFromInline @_semantics("optimize.sil.specialize.generic.never")
  mutating func writeDictionary<Value: Writable>(
    of type: Value.Type, at place: UnsafeRawPointer, by writeValue: __TableField.WriteJSON
  ) {
    guard layoutOfDictionariesIsKnown, output.knowsLayoutOfShortStrings else {
      return unsafe place.assumingMemoryBound(to: [String: Value].self).pointee.write(to: &self)
    }
    let buckets = unsafe DictionaryBuckets(ofDictionaryAt: place)
    if let table = type.__writingTableType?.__fields {
      return writeMembers(in: buckets, stride: MemoryLayout<Value>.stride, table)
    }
    let stride = MemoryLayout<Value>.stride
    var members = DictionaryMembers(in: buckets, valuesAreStrings: type == String.self)
    beginMap()
    for _ in 0..<buckets.count {
      let bucket = members.nextBucket()
      unsafe writeKey(buckets.keys[bucket])
      unsafe writeValue(buckets.values + bucket &* stride, &self)
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
  /// Whether texts are loaded before they are needed, see ``TextLookahead``.
  private let isLarge: Bool
  private let valuesAreStrings: Bool
  private var occupied: UnsafePointer<UInt>
  /// The bits that are left of a word, and the first bucket of the next one.
  private var bits: UInt = 0
  private var end = 0

  init(in buckets: DictionaryBuckets, valuesAreStrings: Bool = false) {
    self.buckets = buckets
    self.valuesAreStrings = valuesAreStrings
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
      if isLarge { buckets.prefetchTexts(from: end, ofValues: valuesAreStrings) }
    }
    let bucket = end &- UInt.bitWidth &+ bits.trailingZeroBitCount
    bits &= bits &- 1
    return bucket
  }
}
