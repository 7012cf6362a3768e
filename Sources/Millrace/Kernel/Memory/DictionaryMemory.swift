/// What is needed to make dictionaries of strings without looking for the type of their storage, which takes the standard library
/// five hundred instructions for each dictionary in code for any type.
///
/// The storage is described at ``DictionaryBuckets``. Its head is copied from another dictionary of the same type.
///
/// SAFETY: the objects that are made are of the class of another dictionary of the same type.
@usableFromInline
@safe
struct DictionaryMemory: Sendable {
  private let head: ObjectHead
  /// What tells indices of one dictionary from those of another.
  private let age: Int32
  /// Whether the seed of the hash values is the address of the storage, and not the logarithm of the number of buckets.
  private let seedIsAddress: Bool
  private let valueStride: Int
  private let valueAlignment: Int

  /// Nil if the layout is not known.
  init?<Value>(of type: Value.Type) {
    guard layoutOfDictionariesIsKnown else { return nil }
    self.init(ofKnownLayout: type)
  }

  init?<Value>(ofKnownLayout type: Value.Type) {
    (valueStride, valueAlignment) = (MemoryLayout<Value>.stride, MemoryLayout<Value>.alignment)
    guard valueAlignment <= 16 else { return nil }
    var dictionary = [String: Value](minimumCapacity: 1)
    // SAFETY: a dictionary is a reference to its storage. It is not copied: without optimization, a copy would be counted as a reference.
    let object = unsafe withUnsafeBytes(of: &dictionary) { unsafe $0.load(as: UnsafeMutableRawPointer.self) }
    head = unsafe ObjectHead(of: object)
    unsafe age = object.load(fromByteOffset: DictionaryBuckets.age, as: Int32.self)
    let buckets = unsafe DictionaryBuckets(at: object)
    seedIsAddress = buckets.seed == Int(bitPattern: object)
    let scale = unsafe Int(object.load(fromByteOffset: DictionaryBuckets.scale, as: Int8.self))
    // The object has one reference until here.
    withExtendedLifetime(dictionary) {}
    guard seedIsAddress || buckets.seed == scale else { return nil }
  }

  /// Initializes a place with an empty dictionary, which is the same object for all types.
  static func initializeEmpty(at place: UnsafeMutableRawPointer) {
    unsafe place.initializeMemory(as: [String: Int].self, to: [:])
  }

  /// Initializes a place with a dictionary.
  ///
  /// - Parameter capacity: The number of members that will be inserted, at least 1.
  /// - Returns: Where they are inserted.
  func makeDictionary(at place: UnsafeMutableRawPointer, capacity: Int) -> DictionaryBuckets {
    // Three quarters of the buckets are used at most, and one is always free.
    let needed = max((4 * capacity + 2) / 3, capacity + 1, 2)
    let scale = Int.bitWidth - (needed - 1).leadingZeroBitCount
    let bucketCount = 1 << scale
    let wordCount = max(1, bucketCount / UInt.bitWidth)
    let keys = DictionaryBuckets.end + wordCount * MemoryLayout<UInt>.size
    let values = (keys + bucketCount * MemoryLayout<String>.stride + valueAlignment - 1) & ~(valueAlignment - 1)
    let object = unsafe head.allocate(byteCount: values + bucketCount * valueStride)
    unsafe object.storeBytes(of: 0, toByteOffset: DictionaryBuckets.count, as: Int.self)
    unsafe object.storeBytes(of: bucketCount * 3 / 4, toByteOffset: DictionaryBuckets.capacity, as: Int.self)
    unsafe object.storeBytes(of: Int32(scale), toByteOffset: DictionaryBuckets.scale, as: Int32.self)
    unsafe object.storeBytes(of: age, toByteOffset: DictionaryBuckets.age, as: Int32.self)
    let seed = seedIsAddress ? Int(bitPattern: object) : scale
    unsafe object.storeBytes(of: seed, toByteOffset: DictionaryBuckets.seed, as: Int.self)
    unsafe object.storeBytes(of: object + keys, toByteOffset: DictionaryBuckets.keys, as: UnsafeMutableRawPointer.self)
    unsafe object.storeBytes(
      of: object + values, toByteOffset: DictionaryBuckets.values, as: UnsafeMutableRawPointer.self)
    let occupied = unsafe (object + DictionaryBuckets.end).bindMemory(to: UInt.self, capacity: wordCount)
    unsafe occupied.initialize(repeating: 0, count: wordCount)
    // Bits after the last bucket are set, so that a search ends.
    if bucketCount < UInt.bitWidth { unsafe occupied[0] = ~0 << UInt(bucketCount) }
    unsafe place.storeBytes(of: object, as: UnsafeMutableRawPointer.self)
    return unsafe DictionaryBuckets(at: object)
  }
}
