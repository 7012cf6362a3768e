/// An error in a document or a value: the problem and its location.
///
/// ```swift
/// do {
///   _ = try JSON.decode([Film].self, from: "[{}]")
/// } catch {
///   print(error.place.path ?? "")  // /0
/// }
/// ```
public struct FormatError: Error, Sendable {
  /// The problem.
  public var problem: Problem
  /// The location, as far as it is known.
  public var place: Place

  /// Creates an error. The properties describe the parameters.
  @inlinable
  public init(_ problem: Problem, at place: Place = Place()) {
    self.problem = problem
    self.place = place
  }

  /// A location in a document.
  public struct Place: Sendable, Hashable {
    /// The offset from the document's start, in bytes.
    public var offset: Int?
    /// The line, counted from 1.
    public var line: Int?
    /// The column in the line, counted from 1, in Unicode scalars.
    public var column: Int?
    /// The value's path as a JSON Pointer (RFC 6901), such as `/statuses/3/user/id`; empty for the whole document.
    public var path: String?

    /// Creates a location. The properties describe the parameters.
    @inlinable
    public init(offset: Int? = nil, line: Int? = nil, column: Int? = nil, path: String? = nil) {
      self.offset = offset
      self.line = line
      self.column = column
      self.path = path
    }
  }

  /// The problem of a document or a value.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Problem: Sendable {
    /// The document ends, but more was expected.
    case unexpectedEnd(expected: Expectation)
    /// A byte that is not allowed at this position.
    case unexpectedByte(UInt8, expected: Expectation)
    /// A value of another kind than the type requires.
    case mismatch(expected: Expectation, found: ValueKind)
    /// Content other than white space follows the document's value.
    case trailingContent
    /// A number with a leading zero, or with missing digits.
    case malformedNumber
    /// A number that is out of range for the type. For doubles: larger than the largest double, or so small that it
    /// would become zero.
    case numberOutOfRange(type: String)
    /// A number with a fraction or an exponent, but the type requires an integer.
    case notAnInteger
    /// A control character (below U+0020) that is not escaped.
    case controlCharacter(UInt8)
    /// An invalid escape sequence.
    case invalidEscape
    /// An unpaired surrogate in an escape.
    case loneSurrogate
    /// A byte order mark before the document.
    case byteOrderMark
    /// Bytes that are not UTF-8.
    case invalidUTF8
    /// A required field that is missing in an object.
    case missingField(String)
    /// A key that is not the name of a field, if unknown fields are rejected. The key is the last component of the path.
    case unknownField(expected: [String])
    /// A duplicate key in an object, if duplicate keys are rejected.
    case duplicateKey(String)
    /// A value that is invalid for the type, such as a raw value without a case.
    case invalidValue(type: String, found: String)
    /// More levels of nesting than the options allow.
    case nestedTooDeep(limit: Int)
    /// More levels of nesting than the stack of this thread allows.
    case stackExhausted
    /// An element of a stream that is larger than the maximum size.
    case elementTooLarge(limit: Int)
    /// NaN or an infinity, which the format cannot represent.
    case notFinite(Double)
    /// No value is at the requested path.
    case noSuchPath(String)
    /// The value at a path differs from the value that a patch expects. Both are JSON text, truncated if they are long.
    case testFailed(path: String, expected: String, found: String)
    /// A patch that copies more values within a document than its limits allow.
    case patchTooLarge(limit: Int)
    /// An error thrown by a type's own code.
    case custom(any Error)
  }

  /// What a reader expected.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Expectation: Sendable, Hashable {
    case value, null, boolean, number, integer, string, array, object
    case key, colon, commaOrEndOfArray, commaOrEndOfObject
    case endOfString, endOfComment
    /// The byte before an element of a stream (RFC 7464: a record separator), or after it (a line feed).
    case recordSeparator, lineFeed
  }
}

extension FormatError {
  /// Wraps an error. A `FormatError` is unchanged; any other error becomes ``Problem/custom(_:)`` at a location.
  @usableFromInline
  package init(wrapping error: any Error, at place: Place = Place()) {
    self = error as? FormatError ?? FormatError(.custom(error), at: place)
  }
}
