import Millrace

/// A value of another kind than the requested one. It is converted to a `DecodingError`.
///
/// Types that try several types cause one for most of their values, so it is small: it has no location and no texts.
struct KindMismatch: Error {
  var expected: FormatError.Expectation
  var found: ValueKind
}

extension DecodingState {
  /// Returns the error for a value at the cursor that does not have the expected kind.
  func mismatch(_ expected: FormatError.Expectation) -> KindMismatch {
    // The structure has been checked, so a value begins here. Only a non-finite number of JSON5 begins with a letter
    // that no other value begins with.
    unsafe KindMismatch(expected: expected, found: ValueKind(startingWith: cursor.pointee) ?? .number)
  }

  @inline(never)
  func failMismatch(_ expected: FormatError.Expectation) throws -> Never { throw mismatch(expected) }
}
