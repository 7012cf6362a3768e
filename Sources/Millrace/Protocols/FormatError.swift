/// What is wrong with a document or a value, and where.
public struct FormatError: Error, Sendable {
  /// What is wrong.
  public var problem: Problem
  /// Where it is wrong, as far as it is known.
  public var place: Place

  @inlinable
  public init(_ problem: Problem, at place: Place = Place()) {
    self.problem = problem
    self.place = place
  }

  /// Where in a document something is.
  public struct Place: Sendable, Hashable {
    /// The distance from the document's start in bytes.
    public var offset: Int?
    /// The line, counted from 1.
    public var line: Int?
    /// The position in the line, counted from 1 in Unicode scalars.
    public var column: Int?
    /// The value's path as a JSON Pointer (RFC 6901), such as `/statuses/3/user/id`; empty for the whole document.
    public var path: String?

    @inlinable
    public init(offset: Int? = nil, line: Int? = nil, column: Int? = nil, path: String? = nil) {
      self.offset = offset
      self.line = line
      self.column = column
      self.path = path
    }
  }

  /// A fact about a document or a value.
  public enum Problem: Sendable {
    /// The document ends where something was expected.
    case unexpectedEnd(expected: Expectation)
    /// A byte that cannot stand where something was expected.
    case unexpectedByte(UInt8, expected: Expectation)
    /// A value of another kind than the type wants.
    case mismatch(expected: Expectation, found: ValueKind)
    /// Something other than white space follows the document's value.
    case trailingContent
    /// A number with a superfluous leading zero, or without digits where the grammar wants some.
    case malformedNumber
    /// A number beyond what the type can hold. Doubles: beyond the largest, or so small that only zero would be left.
    case numberOutOfRange(type: String)
    /// A number with a fraction or an exponent where the type wants an integer.
    case notAnInteger
    /// A control character (below U+0020) that is not escaped.
    case controlCharacter(UInt8)
    /// A backslash that begins no escape.
    case invalidEscape
    /// An escape of half a surrogate pair.
    case loneSurrogate
    /// Bytes that are not UTF-8.
    case invalidUTF8
    /// A required field that an object does not have.
    case missingField(String)
    /// A key that is the name of no field, where those are rejected. Its name is the last one of the path.
    case unknownField(expected: [String])
    /// A key that an object holds twice, where that is rejected.
    case duplicateKey(String)
    /// A value that the type does not admit, such as a raw value of no case.
    case invalidValue(type: String, found: String)
    /// More levels of nesting than the options admit.
    case nestedTooDeep(limit: Int)
    /// More levels of nesting than the stack of this thread has room for.
    case stackExhausted
    /// An element of a stream that has more bytes than are admitted in memory.
    case elementTooLarge(limit: Int)
    /// NaN or an infinity, which the format cannot express.
    case notFinite(Double)
    /// Nothing stands at the path that was asked for.
    case noSuchPath(String)
    /// The value at a path is another than a patch expects; both as JSON, cut when they are long.
    case testFailed(path: String, expected: String, found: String)
    /// A patch that copies more values within a document than its limits admit.
    case patchTooLarge(limit: Int)
    /// An error thrown by a type's own code.
    case custom(any Error)
  }

  /// What a reader was looking for.
  public enum Expectation: Sendable, Hashable {
    case value, null, boolean, number, integer, string, array, object
    case key, colon, commaOrEndOfArray, commaOrEndOfObject
    case endOfString, endOfComment
    /// What an element of a stream begins with (RFC 7464: a record separator) or ends with (a line feed).
    case recordSeparator, lineFeed
  }
}

extension FormatError {
  /// An error of a format as it is, and a type's own error as ``Problem/custom(_:)`` at a place.
  @usableFromInline
  package init(wrapping error: any Error, at place: Place = Place()) {
    self = error as? FormatError ?? FormatError(.custom(error), at: place)
  }
}
