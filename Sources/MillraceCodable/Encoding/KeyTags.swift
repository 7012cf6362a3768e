import Millrace

/// The tags of the keys that have been written to the open objects.
struct KeyTags: ~Copyable {
  private var memory = UnsafeMutablePointer<UInt64>.allocate(capacity: 256)
  private var capacity = 256
  /// The number of tags in use. The tags of inner objects follow those of outer objects.
  var count = 0
  /// The tags of objects with many keys, by the numbers of these objects.
  var many: [Int: Set<UInt64>] = [:]

  deinit { memory.deallocate() }

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
    if _fastPath(object.pointee.filter & bit == 0 && count < capacity) {
      object.pointee.filter |= bit
      memory[count] = tag
      count &+= 1
      return true
    }
    return insertSlowly(tag, in: object)
  }

  @inline(never)
  private mutating func insertSlowly(_ tag: UInt64, in object: UnsafeMutablePointer<OpenValue>) -> Bool {
    if object.pointee.hasManyKeys {
      // Every bit of the filter is set, so this is executed for all tags.
      return many[object.pointee.id, default: []].insert(tag).inserted
    }
    let tags = UnsafeBufferPointer(start: memory + object.pointee.firstTag, count: count - object.pointee.firstTag)
    if tags.contains(tag) { return false }
    if tags.count >= Self.fewKeys {
      object.pointee.hasManyKeys = true
      object.pointee.filter = .max
      many[object.pointee.id] = Set(tags).union([tag])
      return true
    }
    if count == capacity { grow() }
    object.pointee.filter |= 1 &<< (tag & 63) as UInt64
    memory[count] = tag
    count += 1
    return true
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: memory, count: count)
    memory.deallocate()
    memory = larger
    capacity *= 2
  }
}
