/// What our coders do in another way than Foundation's, because Foundation's is plainly worse.
///
/// `docs/codable.md` has the same list, and each entry a proof in `AcceptedDifferenceTests`.
enum AcceptedDifference: String, CaseIterable {
  /// A number or string of which the syntax is broken, or a number that the type asked for cannot hold, is reported with
  /// the coding path of the value. Foundation reports it with an empty path: in a large document nobody finds it.
  case numberAndStringErrorsHaveAPath
  /// The same errors, where the code of a type catches one, are `DecodingError.dataCorrupted`. From Foundation it is a
  /// type of its own that is not public: nobody can catch it by its type.
  case caughtErrorsAreDecodingErrors
  /// What is wrong with a document, and at which line and column, is in the error's `underlyingError`, a `FormatError`.
  /// From Foundation there is nothing on Linux, and an offset on Apple's platforms.
  case dataCorruptedErrorsHaveAPlace
  /// A document with a broken structure is refused as a whole, but values before the place may have been decoded until
  /// then. Foundation goes through every document twice.
  case brokenStructureIsFoundWhileDecoding

  /// The error that Foundation's decoder throws into the code of types.
  private static let inner = "another error: JSONError at "

  /// Whether these two outcomes differ by accepted differences alone, or not at all.
  ///
  /// - Parameter ordered: whether the notes must be in the same order.
  static func explain(_ expected: Outcome, _ found: Outcome, ordered: Bool = true) -> Bool {
    if expected == found { return true }
    if isFoundWhileDecoding(expected, found) { return true }
    guard hasPathAdded(expected.result, found.result), expected.trace.count == found.trace.count else { return false }
    if ordered { return zip(expected.trace, found.trace).allSatisfy(isDecodingErrorInstead) }
    // What one side alone noted is paired by what comes before the error.
    var rest = found.trace
    let missing = expected.trace.filter { line in
      guard let index = rest.firstIndex(of: line) else { return true }
      rest.remove(at: index)
      return false
    }
    return zip(missing.sorted(), rest.sorted()).allSatisfy(isDecodingErrorInstead)
  }

  /// `brokenStructureIsFoundWhileDecoding`: the same refusal, after types have noted something.
  private static func isFoundWhileDecoding(_ expected: Outcome, _ found: Outcome) -> Bool {
    expected.result == .failure(Failure(kind: "dataCorrupted", path: "/")) && expected.trace.isEmpty
      && found.result == expected.result
  }

  /// `numberAndStringErrorsHaveAPath`: equal, or the same error with a path instead of none.
  private static func hasPathAdded(_ expected: Outcome.Result, _ found: Outcome.Result) -> Bool {
    guard case .failure(let expectedFailure) = expected, case .failure(let failure) = found,
      expectedFailure == Failure(kind: "dataCorrupted", path: "/")
    else { return expected == found }
    return failure.kind == "dataCorrupted" && failure.underlying == nil
  }

  /// `caughtErrorsAreDecodingErrors`: equal, or the other error at the end of the note.
  private static func isDecodingErrorInstead(_ expected: String, _ found: String) -> Bool {
    guard expected.hasSuffix(inner) else { return expected == found }
    return found.hasPrefix(expected.dropLast(inner.count) + "dataCorrupted at /")
  }
}
