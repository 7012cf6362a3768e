import Millrace

/// A value of another kind than the one that was asked for, on its way to a `DecodingError`.
///
/// Types that probe cause one for most of their values, so it is small: it has no place and no texts.
struct KindMismatch: Error {
  var expected: FormatError.Expectation
  var found: ValueKind
}

extension DecodingState {
  /// The value at the cursor is not of the kind that is expected.
  func mismatch(_ expected: FormatError.Expectation) -> KindMismatch {
    // The structure has been checked, so a value begins here. With a letter of its own only a number of JSON5 that is not
    // finite begins.
    KindMismatch(expected: expected, found: ValueKind(startingWith: cursor.pointee) ?? .number)
  }

  @inline(never)
  func failMismatch(_ expected: FormatError.Expectation) throws -> Never { throw mismatch(expected) }
}
