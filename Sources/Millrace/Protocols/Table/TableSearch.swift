/// How the keys of an object are searched that are not the expected ones.
@usableFromInline
struct TableSearch {
  /// The number of keys that were before the expected one.
  @usableFromInline var disorder = 0
  /// Whether a key was neither the expected one nor one of the next, so that it may have been unknown.
  @usableFromInline var hasSearched = false
  @usableFromInline var place = FieldSearch.Place()

  @inlinable @inline(__always)
  init() {}

  /// Whether keys are compared with the expected ones. The keys of a document in another order are searched only.
  @inlinable var isInOrder: Bool { disorder < 3 }
}

/// The tables of which an object had its members in another order than the fields, so that the next one probably has, too.
///
/// Its keys are searched from the first one on that is neither the expected one nor one of the next. From time to time all tables
/// are forgotten: the rest of the document may have the order of the fields.
public struct __OtherOrders: Sendable {
  /// A bit for each table. Tables may share one.
  @usableFromInline var tables: UInt64 = 0
  /// The number of objects that were found here, in the lowest bits.
  @usableFromInline var count: UInt8 = 0

  @inlinable @inline(__always)
  init() {}

  @inlinable
  mutating func contains(_ table: __Table) -> Bool {
    guard tables & Self.bit(of: table) != 0 else { return false }
    count &+= 1
    if count & 63 == 0 { tables = 0 }
    return true
  }

  @inlinable
  mutating func insert(_ table: __Table) { tables |= Self.bit(of: table) }

  @inlinable @inline(__always)
  static func bit(of table: __Table) -> UInt64 {
    unsafe 1 &<< ((UInt64(UInt(bitPattern: table.contents)) &* 0x9E37_79B9_7F4A_7C15) &>> 58)
  }
}
