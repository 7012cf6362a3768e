import Millrace
import SystemLibrary

// How the column of an object's key is found.
//
// Objects tend to have the same keys in the same order. Each key stores the key that followed it last time, and the
// next key is compared with that one as a whole, with its quotes and its colon. Keys that are not in the schema are
// stored as well, so reading three members of thirty takes thirty comparisons and no hashing.
//
// A key that was not predicted is found by a hash of its bytes in an open-addressing table. The table of the schema's
// names is built with a seed for which each name is within `longestProbe` slots of its own slot. Names that are not in
// the schema are added only if such a slot is free. So the cost of a search is bounded by a constant, regardless of the
// document.

extension Scan {
  /// The keys of the objects at one location of the schema.
  struct Keys: ~Copyable {
    struct Key: BitwiseCopyable {
      /// The key in its quotes with the colon, and at least eight zeros after it.
      let text: UnsafeMutablePointer<UInt8>
      /// The length of the text in bytes, or 0 if it cannot be predicted.
      let predictedCount: Int
      let nameCount: Int
      /// The column, or nil for a member that is skipped.
      let column: Column.Address?
      /// The index of the key that followed it last.
      var next: Int
    }

    private(set) var keys: UnsafeMutablePointer<Key>
    private(set) var count = 0
    private let capacity: Int
    /// Indices of keys plus one; 0 is an empty slot. The table has `1 << slotBits` slots plus the longest probe.
    private let slots: UnsafeMutablePointer<UInt16>
    private let slotBits: UInt64
    private let seed: UInt64
    /// The index of the first key of the last object.
    var first = 0
    /// Whether an object with another key is rejected.
    let isClosed: Bool

    private static var longestProbe: Int { 8 }
    /// The maximum number of stored keys that are not in the schema.
    private static var maximumOtherKeys: Int { 512 }

    /// The positions in the table of the names of a schema.
    struct Index {
      let names: [[UInt8]]
      private(set) var slotBits: UInt64
      private(set) var seed: UInt64 = 1

      /// - Throws: ``Scan/OptionError`` if two columns have the same name.
      init(_ names: [[UInt8]], path: String) throws {
        var known: Set<[UInt8]> = []
        if let duplicate = names.first(where: { !known.insert($0).inserted }) {
          let name = String(decoding: duplicate, as: UTF8.self)
          throw OptionError("duplicate column '\(path.isEmpty ? name : "\(path).\(name)")' in the schema")
        }
        guard names.count <= 30_000 else { throw OptionError("the schema has more than 30000 columns") }
        self.names = names
        slotBits = UInt64(max(6, Int.bitWidth - (2 * names.count).leadingZeroBitCount + 1))
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
      (slotBits, seed) = (index.slotBits, index.seed)
      let slotCount = 1 << Int(slotBits) + Self.longestProbe
      slots = .allocate(capacity: slotCount)
      slots.initialize(repeating: 0, count: slotCount)
      capacity = columns.count + Self.maximumOtherKeys
      keys = .allocate(capacity: capacity)
      for (name, column) in zip(index.names, columns) {
        name.withUnsafeBufferPointer { _ = add($0, column) }
      }
    }

    deinit {
      for index in 0..<count { keys[index].text.deallocate() }
      keys.deallocate()
      slots.deallocate()
    }

    /// Whether each name has a free slot near its own.
    private static func fits(_ names: [[UInt8]], slotBits: UInt64, seed: UInt64) -> Bool {
      var used = Set<Int>()
      for name in names {
        let home = name.withUnsafeBufferPointer { Int(hash($0, seed: seed) &>> (64 &- slotBits)) }
        guard let slot = (home..<home + longestProbe).first(where: { !used.contains($0) }) else { return false }
        used.insert(slot)
      }
      return true
    }

    /// Adds a key, if a slot near its own is free.
    private mutating func add(_ name: UnsafeBufferPointer<UInt8>, _ column: Column.Address?) -> Int? {
      guard count < capacity else { return nil }
      let home = Int(Self.hash(name, seed: seed) &>> (64 &- slotBits))
      guard let slot = (home..<home + Self.longestProbe).first(where: { slots[$0] == 0 }) else { return nil }
      // A key whose text requires escapes never has this text in a document.
      let isPlain = name.allSatisfy { $0 >= ASCII.space && $0 != ASCII.quote && $0 != ASCII.backslash }
      let textCount = name.count + 3
      let text = UnsafeMutablePointer<UInt8>.allocate(capacity: textCount + 16)
      text.initialize(repeating: 0, count: textCount + 16)
      text[0] = ASCII.quote
      if let source = name.baseAddress { (text + 1).update(from: source, count: name.count) }
      text[name.count + 1] = ASCII.quote
      text[name.count + 2] = ASCII.colon
      keys[count] = Key(
        text: text, predictedCount: isPlain && textCount <= 64 ? textCount : 0, nameCount: name.count, column: column,
        next: count + 1)
      slots[slot] = UInt16(count + 1)
      count += 1
      return count - 1
    }

    /// Returns the index of a key, or nil for a key that is not in the schema and cannot be stored.
    ///
    /// - Complexity: O(length of the name).
    mutating func find(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
      let home = Int(Self.hash(name, seed: seed) &>> (64 &- slotBits))
      for slot in home..<home + Self.longestProbe where slots[slot] != 0 {
        let index = Int(slots[slot]) - 1
        let key = keys[index]
        if key.nameCount == name.count,
          name.isEmpty || memcmp(key.text + 1, name.baseAddress.unsafelyUnwrapped, name.count) == 0
        {
          return index
        }
      }
      return name.count <= 256 ? add(name, nil) : nil
    }

    /// Returns the column of a key of the schema.
    mutating func column(named name: UnsafeBufferPointer<UInt8>) -> Column.Address? {
      find(name).flatMap { keys[$0].column }
    }

    private static func hash(_ name: UnsafeBufferPointer<UInt8>, seed: UInt64) -> UInt64 {
      var hash = seed &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: name.count)
      guard let start = name.baseAddress else { return hash }
      var position = 0
      while position &+ 8 <= name.count {
        hash = mixed(hash ^ UnsafeRawPointer(start + position).loadUnaligned(as: UInt64.self).littleEndian)
        position &+= 8
      }
      var rest: UInt64 = 0
      while position < name.count {
        rest = rest &<< 8 | UInt64(start[position])
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
