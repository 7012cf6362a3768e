import Millrace

/// The tags of the keys that have been written to the open objects.
///
/// SAFETY: the memory belongs to this value, which deallocates it.
@safe
struct KeyTags: ~Copyable {
  private var memory = UnsafeMutablePointer<UInt64>.allocate(capacity: 256)
  private var capacity = 256
  /// The number of tags in use. The tags of inner objects follow those of outer objects.
  var count = 0
  /// The tags of objects with many keys, by the numbers of these objects.
  var many: [Int: Set<UInt64>] = [:]

  deinit { unsafe memory.deallocate() }

  mutating func removeAll() {
    count = 0
    if !many.isEmpty { many.removeAll() }
  }

  static var fewKeys: Int { 48 }

  /// Adds a tag to an object, which must be the innermost one.
  ///
  /// - Returns: Whether the tag is new.
  @inline(__always)
  mutating func insert(_ tag: UInt64, in object: UnsafeMutablePointer<OpenValue>) -> Bool {
    let bit = 1 &<< (tag & 63) as UInt64
    if unsafe _fastPath(object.pointee.filter & bit == 0 && count < capacity) {
      unsafe object.pointee.filter |= bit
      unsafe memory[count] = tag
      count &+= 1
      return true
    }
    return unsafe insertSlowly(tag, in: object)
  }

  @inline(never)
  private mutating func insertSlowly(_ tag: UInt64, in object: UnsafeMutablePointer<OpenValue>) -> Bool {
    if unsafe object.pointee.hasManyKeys {
      // Every bit of the filter is set, so this is executed for all tags.
      return unsafe many[object.pointee.id, default: []].insert(tag).inserted
    }
    let tags = unsafe UnsafeBufferPointer(
      start: memory + object.pointee.firstTag, count: count - object.pointee.firstTag)
    if unsafe tags.contains(tag) { return false }
    if tags.count >= Self.fewKeys {
      unsafe object.pointee.hasManyKeys = true
      unsafe object.pointee.filter = .max
      unsafe many[object.pointee.id] = unsafe Set(tags).union([tag])
      return true
    }
    if count == capacity { grow() }
    unsafe object.pointee.filter |= 1 &<< (tag & 63) as UInt64
    unsafe memory[count] = tag
    count += 1
    return true
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity * 2)
    unsafe larger.moveInitialize(from: memory, count: count)
    unsafe memory.deallocate()
    unsafe memory = unsafe larger
    capacity *= 2
  }
}
