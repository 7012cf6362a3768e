/// A JSON5 document and the JSON document that it was rewritten as, to locate any number of errors.
package final class JSON5Document {
  package let json: [UInt8]
  private let original: [UInt8]
  private let assumesBraces: Bool
  /// The shifts, computed for the first error.
  private var shifts: JSON5Shifts?

  /// Rewrites a document. See ``JSON/rewritten(json5:assumesBraces:)``.
  package init(_ original: [UInt8], assumesBraces: Bool) throws(FormatError) {
    json = try original.withSpan { bytes throws(FormatError) in
      try JSON.rewritten(json5: bytes, assumesBraces: assumesBraces)
    }
    self.original = original
    self.assumesBraces = assumesBraces
  }

  /// Moves an error that has an offset in the rewritten document to its place in the original one.
  ///
  /// - Complexity: O(log *s*), where *s* is the number of shifts, once these have been made.
  package func moved(_ error: FormatError) -> FormatError {
    var moved = error
    moved.place.offset = error.place.offset.map(knownShifts.originalOffset)
    return moved
  }

  /// Adds line, column and path to an error that has been moved.
  package func located(_ error: FormatError) -> FormatError {
    guard let offset = error.place.offset, error.place.path == nil else { return error }
    let (json, original) = (json, original)
    var located = error
    // Paths come from the rewritten document, which has fewer kinds of tokens.
    located.place.offset = knownShifts.rewrittenOffset(of: offset)
    let path = json.withSpan { JSON.located(located, in: $0).place.path }
    located.place = unsafe original.withUnsafeBufferPointer { unsafe JSON.place(ofOffset: offset, in: $0) }
    located.place.path = path
    return located
  }

  private var knownShifts: JSON5Shifts {
    if let shifts { return shifts }
    let original = original
    let made = original.withSpan { JSON5Shifts($0, assumesBraces: assumesBraces) }
    shifts = made
    return made
  }
}
