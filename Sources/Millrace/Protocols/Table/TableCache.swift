import CAtomicPointer
import SystemLibrary

// The tables of all types. A static stored property in each type would be faster by some instructions, but costs the compiler three
// functions more, and generic types cannot have one.
//
// The cache is a hash table of pointers to entries, with linear probing. Entries are added and never removed, so threads find them
// without a lock. A cache that is half full is replaced by one of twice the capacity. The replaced ones are not released, because
// another thread may be searching them: together they are smaller than their replacement.
//
// A field finds the table of its type here once, and keeps it (`UnsafePointer<__TableField>.nestedTable`).

/// The tables of all types that were used.
let tableCache = TableCache()

/// Tables by the identities of their types.
///
/// SAFETY: the memory is never released. Pointers in it are accessed atomically, and are stored while the lock is held, after what they
/// refer to was initialized.
@safe
final class TableCache: @unchecked Sendable {
  private struct Entry {
    let type: ObjectIdentifier
    let table: __Table
  }

  /// SAFETY: as for the cache.
  @safe
  private struct Slots {
    let bits: UInt64
    let entries: UnsafeMutablePointer<UnsafeMutableRawPointer?>

    init(bits: UInt64) {
      self.bits = bits
      unsafe entries = .allocate(capacity: 1 << Int(bits))
      unsafe entries.initialize(repeating: nil, count: 1 << Int(bits))
    }

    var capacity: Int { 1 &<< Int(bits) }

    /// The place of the entry of a type, or of the next one, and the entry.
    @inline(__always)
    func find(
      _ type: ObjectIdentifier
    ) -> (place: UnsafeMutablePointer<UnsafeMutableRawPointer?>, entry: UnsafeMutablePointer<Entry>?) {
      var index = hashedIndex(of: type, bits: bits)
      while true {
        let place = unsafe entries + index
        let entry = unsafe millrace_load_acquiring(place)?.assumingMemoryBound(to: Entry.self)
        if unsafe entry == nil || entry?.pointee.type == type { return unsafe (place, entry) }
        index = (index &+ 1) & (capacity &- 1)
      }
    }

    func insert(_ entry: UnsafeMutablePointer<Entry>) {
      unsafe millrace_store_releasing(find(entry.pointee.type).place, entry)
    }
  }

  /// Where the address of the current slots is.
  private let slots: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  /// The number of entries.
  private let count = Locked(0)

  init() {
    unsafe slots = .allocate(capacity: 1)
    unsafe slots.initialize(to: Self.kept(Slots(bits: 6)))
  }

  /// Returns the table of a type, or nil before it was first used.
  @inline(__always)
  func table(of type: ObjectIdentifier) -> __Table? { unsafe current.find(type).entry?.pointee.table }

  /// Adds the table of a type, which must not use the cache to make its table.
  @inline(never)
  func addTable(of type: any __TableType.Type) -> __Table {
    count.withLock { count in
      let id = ObjectIdentifier(type)
      // Another thread may have been faster.
      if let table = table(of: id) { return table }
      count += 1
      if 2 * count > current.capacity { grow() }
      let table = type.__makeTable()
      unsafe current.insert(Self.kept(Entry(type: id, table: table)).assumingMemoryBound(to: Entry.self))
      return table
    }
  }

  private func grow() {
    let old = current
    let new = Slots(bits: old.bits + 1)
    for index in 0..<old.capacity {
      guard let entry = unsafe old.entries[index] else { continue }
      unsafe new.insert(entry.assumingMemoryBound(to: Entry.self))
    }
    unsafe millrace_store_releasing(slots, Self.kept(new))
  }

  private var current: Slots {
    @inline(__always) get {
      // SAFETY: there are slots since the initialization.
      unsafe millrace_load_acquiring(slots).unsafelyUnwrapped.assumingMemoryBound(to: Slots.self).pointee
    }
  }

  private static func kept<Value>(_ value: Value) -> UnsafeMutableRawPointer {
    unsafe UnsafeMutableRawPointer(mutating: UnsafeRawPointer(PermanentMemory.keep(value)))
  }
}

/// Returns the index of a type in a table of 2^bits entries.
@inlinable @inline(__always)
package func hashedIndex(of type: ObjectIdentifier, bits: UInt64) -> Int {
  Int(truncatingIfNeeded: (UInt64(UInt(bitPattern: type)) &* 0x9E37_79B9_7F4A_7C15) &>> (64 &- bits))
}
