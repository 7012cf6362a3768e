// JSON5 (https://spec.json5.org, version 1.0.0) is rewritten as JSON before it is read.
//
// People write JSON5 documents by hand, so the reader of all other documents has no branch for it. A rewriter parses
// the document by the grammar of JSON5 and replaces what JSON does not have: comments and other white space, names
// without quotes, single quotes, trailing commas, and further forms of numbers and escapes. Everything else is copied.
// The result is a well-formed JSON document, except for `NaN`, `Infinity` and `-Infinity`. They are copied unchanged
// because JSON has no such numbers: `JSON.StyledReader` and the decoders of `Codable` types read them.
//
// The rewriter rejects every document that the grammar does not derive. The reader decides what the specification
// leaves to implementations (section 10): depth, ranges of numbers, and escapes of unpaired surrogates, which a
// `String` cannot contain.
//
// Errors of the reader have an offset in the rewritten document. `JSON5Shifts` maps it to the user's document. The list
// of shifts is created by rewriting the document again, so that documents without errors have no cost for it.

extension JSON {
  /// Rewrites a JSON5 document as JSON. See ``rewritten(json5:assumesBraces:)``.
  @usableFromInline
  static func rewritten(json5 document: Span<UInt8>) throws(FormatError) -> [UInt8] {
    try rewritten(json5: document, assumesBraces: false)
  }

  /// Rewrites a JSON5 document as JSON.
  ///
  /// - Parameters:
  ///   - document: The JSON5 document, as UTF-8 bytes.
  ///   - assumesBraces: Whether the document may consist of the members of an object without its braces.
  /// - Returns: The JSON document, which may contain `NaN`, `Infinity` and `-Infinity`.
  /// - Throws: `FormatError` with line, column and path if the document is not JSON5, or not UTF-8.
  /// - Complexity: O(*n*), where *n* is the length of the document.
  static func rewritten(json5 document: Span<UInt8>, assumesBraces: Bool) throws(FormatError) -> [UInt8] {
    let invalid = unsafe document.withUnsafeBufferPointer(unsafe offsetOfInvalidUTF8)
    var rewriter = JSON5Rewriter(document.extracting(..<(invalid ?? document.count)), assumesBraces: assumesBraces)
    do {
      try rewriter.rewriteDocument()
      guard let invalid else { return rewriter.output }
      throw rewriter.failure(.invalidUTF8, at: invalid)
    } catch {
      let error = FormatError(wrapping: error)
      var problem = error.problem
      var offset = error.place.offset ?? rewriter.position
      let path = rewriter.path(ofOffset: offset)
      // The error with the smaller offset is reported. Invalid UTF-8 begins where the valid characters end.
      if let invalid, case .unexpectedEnd = problem { (problem, offset) = (.invalidUTF8, invalid) }
      var place = unsafe document.withUnsafeBufferPointer { unsafe JSON.place(ofOffset: offset, in: $0) }
      place.path = path
      throw FormatError(problem, at: place)
    }
  }

  /// Locates an error of the reader in the user's document.
  ///
  /// - Parameters:
  ///   - json: The rewritten document, in which the error has an offset.
  ///   - document: The JSON5 document that it was rewritten from.
  /// - Complexity: O(*n*), where *n* is the length of the document.
  @usableFromInline
  static func located(
    _ error: any Error, in json: Span<UInt8>, rewrittenFromJSON5 document: Span<UInt8>
  ) -> FormatError {
    let shifts = JSON5Shifts(document)
    var located = JSON.located(error, in: json)
    guard let offset = located.place.offset else { return located }
    let path = located.place.path
    located.place = unsafe document.withUnsafeBufferPointer {
      unsafe place(ofOffset: shifts.originalOffset(of: offset), in: $0)
    }
    located.place.path = path
    return located
  }

  /// The offset of the first byte that does not belong to a UTF-8 character, or nil if there is none.
  private static func offsetOfInvalidUTF8(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    // SAFETY: the bytes of the buffer are readable.
    guard let start = bytes.baseAddress, unsafe !isValidUTF8(from: start, to: start + bytes.count) else { return nil }
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = unsafe bytes.makeIterator()
    var offset = 0
    while case .valid(let scalar) = unsafe parser.parseScalar(from: &iterator) { offset += scalar.count }
    return offset
  }
}
