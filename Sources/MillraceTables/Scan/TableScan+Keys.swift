import Millrace
import SystemLibrary

// How the column of an object's key is found.
//
// Objects tend to have the same keys in the same order. Each key stores the key that followed it last time, and its own
// text in the document: with quotes, the colon, and white space. The next key is compared with that text as a whole, in
// two vectors, without a branch on its length. If it differs, it is compared with the key after that one, because a
// member may be missing. Keys that are not in the schema are stored as well, so reading three members of thirty takes
// thirty comparisons and no hashing.
//
// A key that was not predicted is found by a hash of its bytes in an open-addressing table. The table of the schema's
// names is built with a seed for which each name is within `longestProbe` slots of its own slot. Names that are not in
// the schema are added only if such a slot is free. So the cost of a search is bounded by a constant, regardless of the
// document.

extension TableScan {
  /// The keys of the objects at one location of the schema.
  ///
  /// The first one, ``none``, is before the first key of an object, and stands for keys that are not stored.
  ///
  /// SAFETY: the keys and slots belong to this value, which deallocates them.
  @safe
  struct Keys: ~Copyable {
    // SAFETY: the name belongs to the `Keys` of this key.
    @safe
    struct Key: BitwiseCopyable {
      typealias Address = UnsafeMutablePointer<Key>

      /// The text of the key in the document when it was met last.
      private var low = SIMD16<UInt8>(repeating: 0)
      private var high = SIMD16<UInt8>(repeating: 0)
      /// A bit for each byte that is not compared.
      private var ignored: UInt32 = 0
      /// The length of the text, in bytes.
      private(set) var count: UInt16 = 0
      private let nameCount: UInt16
      /// The column, or nil for a member that is skipped.
      let column: Column.Address?
      /// The key that followed it last.
      var next: Address
      private let name: UnsafeMutablePointer<UInt8>

      static var maximumCount: Int { 32 }

      init(name: UnsafeBufferPointer<UInt8>, _ column: Column.Address?, next: Address) {
        nameCount = UInt16(name.count)
        unsafe self.name = .allocate(capacity: name.count + 1)
        if let source = name.baseAddress { unsafe self.name.update(from: source, count: name.count) }
        unsafe self.column = unsafe column
        unsafe self.next = unsafe next
        // No key begins with this byte.
        low[0] = 1
      }

      func deallocateName() { unsafe name.deallocate() }

      func hasName(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard Int(nameCount) == other.count, let start = other.baseAddress else { return false }
        return unsafe memcmp(name, start, other.count) == 0
      }

      /// Whether the text is at an address.
      ///
      /// - Safety: 32 bytes must be readable there.
      @inline(__always)
      func isText(at address: UnsafePointer<UInt8>) -> Bool {
        let equal =
          unsafe SixteenBytes(low).lanes(equalTo: SixteenBytes(at: address))
          | SixteenBytes(high).lanes(equalTo: SixteenBytes(at: address + 16)) &<< 16
        return equal | ignored == .max
      }

      /// Stores the text, if it is not too long.
      mutating func learn(_ text: UnsafeBufferPointer<UInt8>) {
        guard text.count <= Self.maximumCount, !text.isEmpty else { return }
        for index in 0..<16 {
          low[index] = unsafe index < text.count ? text[index] : 0
          high[index] = unsafe index + 16 < text.count ? text[index + 16] : 0
        }
        count = UInt16(text.count)
        ignored = text.count == 32 ? 0 : .max &<< UInt32(text.count)
      }
    }

    /// The stored keys, whose addresses do not change.
    private let keys: Key.Address
    private var count = 1
    private let capacity: Int
    /// Indices of keys; 0 is an empty slot. The table has `1 << slotBits` slots plus the longest probe.
    private let slots: UnsafeMutablePointer<UInt16>
    private let slotBits: UInt64
    private let seed: UInt64
    /// Whether an object with another key is rejected.
    let isClosed: Bool
    /// The names for the error of such an object; empty if no object is rejected.
    let expected: [String]

    private static var longestProbe: Int { 8 }
    /// The maximum number of stored keys that are not in the schema.
    private static var maximumOtherKeys: Int { 512 }

    /// The positions in the table of the names of a schema.
    struct Index {
      let names: [[UInt8]]
      private(set) var slotBits: UInt64
      private(set) var seed: UInt64 = 1

      /// - Throws: ``TableScan/OptionError`` if two columns have the same name.
      init(_ names: [[UInt8]], path: String) throws {
        var known: Set<[UInt8]> = []
        if let duplicate = names.first(where: { !known.insert($0).inserted }) {
          let name = String(decoding: duplicate, as: UTF8.self)
          throw OptionError("duplicate column '\(path.isEmpty ? name : "\(path).\(name)")' in the schema")
        }
        guard names.count <= 30_000 else { throw OptionError("the schema has more than 30000 columns") }
        self.names = names
        slotBits = UInt64(max(10, Int.bitWidth - (2 * names.count).leadingZeroBitCount + 1))
        while !Keys.fits(names, slotBits: slotBits, seed: seed) {
          seed += 1
          if seed % 64 == 0 {
            slotBits += 1
            guard slotBits <= 24 else { throw OptionError("the column names of the schema have too many equal hashes") }
          }
        }
      }
    }

    /// - Parameter columns: The columns of the names, in the same order.
    init(_ index: Index, _ columns: [Column.Address], isClosed: Bool) {
      self.isClosed = isClosed
      expected = isClosed ? index.names.map { String(decoding: $0, as: UTF8.self) } : []
      (slotBits, seed) = (index.slotBits, index.seed)
      let slotCount = 1 << Int(slotBits) + Self.longestProbe
      unsafe slots = .allocate(capacity: slotCount)
      unsafe slots.initialize(repeating: 0, count: slotCount)
      capacity = unsafe 1 + columns.count + Self.maximumOtherKeys
      unsafe keys = .allocate(capacity: capacity)
      unsafe keys.initialize(to: Key(name: UnsafeBufferPointer(start: nil, count: 0), nil, next: keys))
      for (position, name) in index.names.enumerated() {
        let key = unsafe name.withUnsafeBufferPointer { unsafe add($0, columns[position]) }
        unsafe (key - 1).pointee.next = unsafe key
      }
    }

    deinit {
      for index in 0..<count { unsafe keys[index].deallocateName() }
      unsafe keys.deallocate()
      unsafe slots.deallocate()
    }

    /// Whether each name has a free slot near its own.
    private static func fits(_ names: [[UInt8]], slotBits: UInt64, seed: UInt64) -> Bool {
      var used = Set<Int>()
      for name in names {
        let home = unsafe name.withUnsafeBufferPointer { unsafe Int(hash($0, seed: seed) &>> (64 &- slotBits)) }
        guard let slot = (home..<home + longestProbe).first(where: { !used.contains($0) }) else { return false }
        used.insert(slot)
      }
      return true
    }

    var none: Key.Address { unsafe keys }

    /// Adds a key, if a slot near its own is free.
    ///
    /// - Returns: The key, or ``none``.
    private mutating func add(_ name: UnsafeBufferPointer<UInt8>, _ column: Column.Address?) -> Key.Address {
      guard count < capacity else { return unsafe none }
      let home = unsafe Int(Self.hash(name, seed: seed) &>> (64 &- slotBits))
      guard let slot = (home..<home + Self.longestProbe).first(where: { unsafe slots[$0] == 0 }) else {
        return unsafe none
      }
      let key = unsafe keys + count
      unsafe key.initialize(to: Key(name: name, column, next: none))
      unsafe slots[slot] = UInt16(count)
      count += 1
      return unsafe key
    }

    /// Returns a key, or ``none`` for a name that is not in the schema and cannot be stored.
    ///
    /// - Complexity: O(length of the name).
    mutating func find(_ name: UnsafeBufferPointer<UInt8>) -> Key.Address {
      let home = unsafe Int(Self.hash(name, seed: seed) &>> (64 &- slotBits))
      for slot in home..<home + Self.longestProbe where unsafe slots[slot] != 0 {
        let key = unsafe keys + Int(slots[slot])
        if unsafe key.pointee.hasName(name) { return unsafe key }
      }
      return unsafe name.count <= 256 ? add(name, nil) : none
    }

    /// Returns the column of a key of the schema.
    mutating func column(named name: UnsafeBufferPointer<UInt8>) -> Column.Address? {
      unsafe find(name).pointee.column
    }

    private static func hash(_ name: UnsafeBufferPointer<UInt8>, seed: UInt64) -> UInt64 {
      var hash = seed &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: name.count)
      guard let start = name.baseAddress else { return hash }
      var position = 0
      while position &+ 8 <= name.count {
        hash = unsafe mixed(hash ^ UnsafeRawPointer(start + position).loadUnaligned(as: UInt64.self).littleEndian)
        position &+= 8
      }
      var rest: UInt64 = 0
      while position < name.count {
        rest = unsafe rest &<< 8 | UInt64(start[position])
        position &+= 1
      }
      return mixed(hash ^ rest)
    }

    @inline(__always)
    private static func mixed(_ value: UInt64) -> UInt64 {
      let product = (value ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
      return (product.high ^ product.low) &* 0x9E37_79B9_7F4A_7C15
    }
  }
}
