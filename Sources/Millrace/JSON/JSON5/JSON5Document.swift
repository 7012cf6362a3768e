/// A JSON5 document and the JSON document that it was rewritten as, to locate any number of errors.
package final class JSON5Document {
  package let json: [UInt8]
  private let original: [UInt8]
  private let assumesBraces: Bool
  /// Made for the first error.
  private var shifts: JSON5Shifts?

  /// Rewrites a document. See ``JSON/rewritten(json5:assumesBraces:)``.
  package init(_ original: [UInt8], assumesBraces: Bool) throws(FormatError) {
    json = try JSON.rewritten(json5: original.span, assumesBraces: assumesBraces)
    self.original = original
    self.assumesBraces = assumesBraces
  }

  /// Locates an error that has an offset in the rewritten document in the original one.
  func located(_ error: FormatError) -> FormatError {
    let (json, original) = (json, original)
    let shifts = shifts ?? JSON5Shifts(original.span, assumesBraces: assumesBraces)
    self.shifts = shifts
    return JSON.located(error, in: json.span, shifts, original.span)
  }
}
