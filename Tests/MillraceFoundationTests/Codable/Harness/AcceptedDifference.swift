/// Where our coders intentionally differ from Foundation's.
///
/// `docs/codable.md` has the same list, and each entry a proof in `AcceptedDifferenceTests`.
enum AcceptedDifference: String, CaseIterable {
  /// A number or string of which the syntax is broken, or a number that the type asked for cannot hold, is reported with
  /// the coding path of the value. Foundation reports it with an empty path: in a large document such a value is hard to find.
  case numberAndStringErrorsHaveAPath
  /// If the code of a type catches such an error, it is `DecodingError.dataCorrupted`. Foundation throws a private type,
  /// which a program cannot catch by type.
  case caughtErrorsAreDecodingErrors
  /// What is wrong with a document, and at which line and column, is in the error's `underlyingError`, a `FormatError`.
  /// From Foundation there is nothing on Linux, and an offset on Apple's platforms.
  case dataCorruptedErrorsHaveAPlace
  /// Of several values in a dictionary that are wrong, the first one in the document is reported. Foundation reports any
  /// of them. The first value of a duplicate key is decoded, and no other; where a key strategy applies Foundation
  /// decodes all of them.
  case dictionariesAreDecodedInTheirOrder
  /// A decoder that was kept returns the path of its own value. Foundation's returns the path of the current value.
  case keptDecodersKeepTheirPath
  /// The index of an array stays at the end, whatever is decoded there. Foundation's continues to increase.
  case theIndexStaysAtTheEnd
  /// UTF-32 with its low byte first may begin with a byte order mark. Foundation takes the mark for that of UTF-16.
  case littleEndianUTF32MayHaveAMark
  /// JSON5 is read as its specification says, and what is not JSON5 is an error also where no type reads it. Foundation
  /// rejects `\\v`, `\\0`, `\\a`, non-ASCII white space and hexadecimal numbers of more than 64 bits, keeps escapes in names and
  /// the line breaks of continued lines, and accepts `0x1p3`, and broken numbers and strings that no type reads.
  case json5IsReadAsSpecified
  /// A key strategy is asked for a key before the key's value is encoded. Foundation asks afterwards.
  case keysAreConvertedBeforeTheirValues
  /// The element of a super encoder counts from when it is asked for. Foundation counts it when it is done.
  case superEncodersCountAtOnce
  /// Two keys of one object that differ in their scalars are both written. Foundation drops one if they are canonically
  /// equivalent.
  case equivalentKeysAreBothWritten
  /// An integer that is written with a fraction or an exponent is decoded exactly, whatever its size, and a number that is no
  /// integer is rejected. Of numbers near 2^53 and larger, Foundation rejects some integers and truncates some fractions,
  /// depending on the type.
  case integersAreExactHoweverWritten
  /// A zero may have an exponent, as JSON's grammar says. For floating-point numbers Foundation rejects some of them, not for
  /// integers.
  case zeroMayHaveAnExponent
  /// A nested container that is used after the one around it has gone on has the keys of the document in its path. With
  /// Foundation they are those before a key strategy.
  case lateContainersHaveTheKeysOfTheDocument
  /// The key of a dictionary is a number in a path whenever it can be one. With Foundation it is none where a key strategy
  /// applies.
  case dictionaryKeysAreNumbersInPaths
  /// The settings of a decoder do not depend on each other. Foundation stores `assumesTopLevelDictionary` in the `userInfo`: types
  /// see it there, and a new `userInfo` resets it.
  case userInfoHasNoSettings

  /// The error that Foundation's decoder throws into the code of types.
  private static let inner = "another error: JSONError at "

  /// Whether these two outcomes differ by accepted differences alone, or not at all.
  ///
  /// - Parameter ordered: whether the notes must be in the same order.
  static func explain(_ expected: Outcome, _ found: Outcome, ordered: Bool = true) -> Bool {
    if expected == found { return true }
    if !ordered, isAnotherKey(expected, found) { return true }
    if !ordered, hasEquivalentKeys(expected, found) { return true }
    if isConvertedBefore(expected, found, ordered) { return true }
    guard hasPathAdded(expected.result, found.result) else { return false }
    // Where a dictionary fails, what was decoded before is another part of it.
    if !ordered, expected.result != found.result { return true }
    guard expected.trace.count == found.trace.count else { return false }
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

  /// `dictionariesAreDecodedInTheirOrder`: the same error at another key of the same value, after the same notes.
  private static func isAnotherKey(_ expected: Outcome, _ found: Outcome) -> Bool {
    guard case .failure(let one) = expected.result, case .failure(let other) = found.result else { return false }
    // `dictionaryKeysAreNumbersInPaths`
    if one.kind == other.kind, one.kind.hasPrefix("invalidValue"),
      one.path.replacing(/#\d+/, with: "") == other.path.replacing(/#\d+/, with: "")
    {
      return true
    }
    // The notes say what was decoded before.
    if one == other { return true }
    // An error without a path may be anywhere: `numberAndStringErrorsHaveAPath`.
    if one == Failure(kind: "dataCorrupted", path: "/") { return true }
    let paths = [one, other].map { $0.path.split(separator: "/", omittingEmptySubsequences: false) }
    let common = zip(paths[0], paths[1]).prefix { $0 == $1 }.count
    // A path without a key looks like one with an empty key.
    if paths.contains(where: { $0 == ["", ""] }), paths.contains(where: { $0.count > 2 }) { return false }
    return paths.allSatisfy { common < $0.count && !$0[common].hasPrefix("Index ") }
  }

  /// `equivalentKeysAreBothWritten`: more is written, and both forms of a letter are in it.
  private static func hasEquivalentKeys(_ expected: Outcome, _ found: Outcome) -> Bool {
    guard case .value(let less) = expected.result, case .value(let more) = found.result else { return false }
    return less.count < more.count && more.contains(#"\u{0301}\"#) && more.contains(#"\u{00E9}\"#)
  }

  /// `keysAreConvertedBeforeTheirValues`: the same error or value, after notes about more keys.
  private static func isConvertedBefore(_ expected: Outcome, _ found: Outcome, _ ordered: Bool) -> Bool {
    guard expected.result == found.result else { return false }
    func keys(_ trace: [String]) -> Set<String> {
      Set(trace.filter { $0.hasPrefix("key at /") }.map { $0.replacing(/#\d+/, with: "") })
    }
    func others(_ trace: [String]) -> [String] {
      // `lateContainersHaveTheKeysOfTheDocument`
      let others = trace.filter { !$0.hasPrefix("key at /") }.map { $0.hasPrefix("pair, count") ? "pair" : $0 }
      if ordered { return others }
      // `dictionaryKeysAreNumbersInPaths`
      return others.map { $0.replacing(/#\d+/, with: "") }.sorted()
    }
    guard others(expected.trace) == others(found.trace) else { return false }
    return keys(found.trace).isSuperset(of: keys(expected.trace)) || found.trace.count == expected.trace.count
  }

  /// `numberAndStringErrorsHaveAPath`: equal, or the same error with a path instead of none.
  private static func hasPathAdded(_ expected: Outcome.Result, _ found: Outcome.Result) -> Bool {
    guard case .failure(let expectedFailure) = expected, case .failure(let failure) = found,
      expectedFailure.kind == "dataCorrupted", expectedFailure.underlying == nil,
      expectedFailure.path == "/" || failure.path.hasPrefix(expectedFailure.path + "/")
    else { return expected == found }
    return failure.kind == "dataCorrupted" && failure.underlying == nil
  }

  /// `caughtErrorsAreDecodingErrors`: equal, or the other error at the end of the note.
  private static func isDecodingErrorInstead(_ expected: String, _ found: String) -> Bool {
    // `keptDecodersKeepTheirPath`
    if expected.hasPrefix("decoder at /"), found.hasPrefix("decoder at /") { return true }
    // `lateContainersHaveTheKeysOfTheDocument`
    for note in ["pair, count", "list at /", "later failed: typeMismatch Swift.String at /"] {
      if expected.hasPrefix(note), found.hasPrefix(note) { return true }
    }
    // `superEncodersCountAtOnce`
    if expected.hasPrefix("base, count"), found.hasPrefix("base, count") { return true }
    // `theIndexStaysAtTheEnd`
    if expected == "in the end at /, index 1 of 0, at end: true" {
      return found == "in the end at /, index 0 of 0, at end: true"
    }
    // `numberAndStringErrorsHaveAPath`, in a decode within a decode.
    if expected.hasSuffix("dataCorrupted at /"), found.hasPrefix(expected) { return true }
    guard expected.hasSuffix(inner) else { return expected == found }
    return found.hasPrefix(expected.dropLast(inner.count) + "dataCorrupted at /")
  }
}
