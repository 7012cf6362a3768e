import Millrace

/// A table of values for types, by their identity.
///
/// A hash table with open addressing in separate memory: a search is a multiplication and, nearly always, one
/// comparison. Values are never removed. An insertion invalidates the addresses of values.
///
/// SAFETY: the memory belongs to the object that stores this table, which calls `deallocate` once.
@safe
struct IdentityTable<Value> {
  /// The addresses of the types; zero for empty slots.
  private var types: UnsafeMutablePointer<UInt>
  private var values: UnsafeMutablePointer<Value>
  private var capacity: Int
  private var count = 0

  init() {
    capacity = 64
    unsafe (types, values) = unsafe Self.allocate(64)
  }

  private static func allocate(_ capacity: Int) -> (UnsafeMutablePointer<UInt>, UnsafeMutablePointer<Value>) {
    let types = UnsafeMutablePointer<UInt>.allocate(capacity: capacity)
    unsafe types.initialize(repeating: 0, count: capacity)
    return unsafe (types, .allocate(capacity: capacity))
  }

  func deallocate() {
    for slot in 0..<capacity where unsafe types[slot] != 0 { unsafe (values + slot).deinitialize(count: 1) }
    unsafe types.deallocate()
    unsafe values.deallocate()
  }

  /// Returns the slot of a type, or the empty slot in which it must be inserted.
  @inline(__always)
  private func slot(of type: UInt) -> Int {
    var slot = Int(truncatingIfNeeded: (type &* 0x9E37_79B9_7F4A_7C15) &>> 32) & (capacity &- 1)
    while unsafe types[slot] != type, unsafe types[slot] != 0 { slot = (slot &+ 1) & (capacity &- 1) }
    return slot
  }

  /// Returns the address of the value for a type, or nil if there is none.
  @inline(__always)
  func find(_ type: ObjectIdentifier) -> UnsafeMutablePointer<Value>? {
    let slot = slot(of: UInt(bitPattern: type))
    return unsafe _fastPath(types[slot] != 0) ? values + slot : nil
  }

  /// - Precondition: There is no value for the type.
  @discardableResult
  mutating func insert(_ value: Value, for type: ObjectIdentifier) -> UnsafeMutablePointer<Value> {
    if 2 * (count + 1) > capacity { grow() }
    let slot = slot(of: UInt(bitPattern: type))
    unsafe types[slot] = UInt(bitPattern: type)
    unsafe (values + slot).initialize(to: value)
    count += 1
    return unsafe values + slot
  }

  private mutating func grow() {
    let (oldTypes, oldValues, oldCapacity) = unsafe (types, values, capacity)
    capacity *= 2
    unsafe (types, values) = unsafe Self.allocate(capacity)
    for old in 0..<oldCapacity where unsafe oldTypes[old] != 0 {
      let slot = unsafe slot(of: oldTypes[old])
      unsafe types[slot] = unsafe oldTypes[old]
      unsafe (values + slot).moveInitialize(from: oldValues + old, count: 1)
    }
    unsafe oldTypes.deallocate()
    unsafe oldValues.deallocate()
  }
}
