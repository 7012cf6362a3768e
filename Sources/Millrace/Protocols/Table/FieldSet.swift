/// The fields of a value that are initialized.
@usableFromInline
protocol FieldSet {
  /// Whether there may be a field in the set.
  var mayContainFields: Bool { get }
  func contains(_ index: Int) -> Bool
  mutating func insert(_ index: Int)
  mutating func remove(_ index: Int)
  /// Inserts the fields of a run.
  ///
  /// - Parameter end: The field after the last one.
  mutating func insert(from first: UnsafePointer<__TableField>, to end: UnsafePointer<__TableField>)
}

/// A bit for each of at most 64 fields.
extension UInt64: FieldSet {
  @inlinable var mayContainFields: Bool {
    @inline(__always) get { self != 0 }
  }

  @inlinable @inline(__always)
  func contains(_ index: Int) -> Bool { self & 1 &<< UInt64(truncatingIfNeeded: index) != 0 }

  @inlinable @inline(__always)
  mutating func insert(_ index: Int) { self |= 1 &<< UInt64(truncatingIfNeeded: index) }

  @inlinable @inline(__always)
  mutating func remove(_ index: Int) { self &= ~(1 &<< UInt64(truncatingIfNeeded: index)) }

  @inlinable @inline(__always)
  mutating func insert(from first: UnsafePointer<__TableField>, to end: UnsafePointer<__TableField>) {
    // The index after the last of 64 fields is 64, and such a bit is 0.
    unsafe self |= (1 << UInt64(end.pointee.index)) &- (1 << UInt64(first.pointee.index))
  }
}

/// A bit for each of more than 64 fields.
///
/// SAFETY: who makes it owns the words, one for each 64 fields.
@usableFromInline
@safe
struct WideFieldSet: FieldSet {
  @usableFromInline let words: UnsafeMutablePointer<UInt64>

  @inlinable
  init(words: UnsafeMutablePointer<UInt64>) { unsafe self.words = words }

  @inlinable var mayContainFields: Bool { true }

  @inlinable
  func contains(_ index: Int) -> Bool { unsafe words[index / 64].contains(index % 64) }

  @inlinable
  mutating func insert(_ index: Int) { unsafe words[index / 64].insert(index % 64) }

  @inlinable
  mutating func remove(_ index: Int) { unsafe words[index / 64].remove(index % 64) }

  @inlinable
  mutating func insert(from first: UnsafePointer<__TableField>, to end: UnsafePointer<__TableField>) {
    for index in unsafe Int(first.pointee.index)..<Int(end.pointee.index) { insert(index) }
  }
}
