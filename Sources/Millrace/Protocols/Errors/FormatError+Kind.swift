extension FormatError {
  /// The kind of the problem, without its details, which are in ``problem``.
  ///
  /// ```swift
  /// do {
  ///   _ = try JSON.decode([Film].self, from: "[{}]")
  /// } catch where error.kind == .missingField {
  ///   print(error.kind.category)  // value
  /// }
  /// ```
  ///
  /// - Complexity: O(1).
  public var kind: Kind { problem.kind }

  /// A kind of problems, of any format. The set is open: a later version, another module and your own format can add
  /// kinds.
  public struct Kind: Sendable, Hashable, CustomStringConvertible {
    /// The name, such as `missingField`, for logs and metrics. It does not change between versions.
    public let name: String
    /// The category, which tells what to do about the problem.
    public let category: Category

    /// Creates a kind. Two kinds are equal if they have the same name and category.
    public init(_ name: String, _ category: Category) {
      self.name = name
      self.category = category
    }

    public var description: String { name }
  }

  /// A category of problems. The set is open, as that of kinds is.
  public struct Category: Sendable, Hashable, CustomStringConvertible {
    /// The name, such as `syntax`. It does not change between versions.
    public let name: String

    /// Creates a category. Two categories are equal if they have the same name.
    public init(_ name: String) { self.name = name }

    public var description: String { name }

    /// The document is not well-formed, or not in the format.
    public static let syntax = Category("syntax")
    /// A value does not fit the type or the schema, or the format cannot represent it.
    public static let value = Category("value")
    /// A limit of the options was exceeded.
    public static let limit = Category("limit")
    /// A path or a patch does not fit the document.
    public static let path = Category("path")
    /// The format has a feature that this library does not support.
    public static let unsupported = Category("unsupported")
    /// The system could not read or write.
    public static let system = Category("system")
    /// A type's own code, or a source of bytes, has thrown an error.
    public static let custom = Category("custom")
  }
}

/// An error with a kind of its own when a ``FormatError`` contains it as ``FormatError/Problem/custom(_:)``.
///
/// Formats have their own problems, such as `CSV.Problem`, and so can your types:
///
/// ```swift
/// struct Overdrawn: FormatProblem {
///   var kind: FormatError.Kind { FormatError.Kind("overdrawn", .value) }
/// }
/// ```
public protocol FormatProblem: Error {
  /// The kind of the problem.
  var kind: FormatError.Kind { get }
}

extension FormatError.Problem {
  /// The kind of the problem, without its details.
  ///
  /// - Complexity: O(1).
  public var kind: FormatError.Kind {
    switch self {
    case .unexpectedEnd: .unexpectedEnd
    case .unexpectedByte: .unexpectedByte
    case .mismatch: .mismatch
    case .trailingContent: .trailingContent
    case .malformedNumber: .malformedNumber
    case .numberOutOfRange: .numberOutOfRange
    case .notAnInteger: .notAnInteger
    case .controlCharacter: .controlCharacter
    case .invalidEscape: .invalidEscape
    case .loneSurrogate: .loneSurrogate
    case .byteOrderMark: .byteOrderMark
    case .invalidUTF8: .invalidUTF8
    case .missingField: .missingField
    case .unknownField: .unknownField
    case .duplicateKey: .duplicateKey
    case .invalidValue: .invalidValue
    case .nestedTooDeep: .nestedTooDeep
    case .stackExhausted: .stackExhausted
    case .elementTooLarge: .elementTooLarge
    case .notFinite: .notFinite
    case .noSuchPath: .noSuchPath
    case .testFailed: .testFailed
    case .patchTooLarge: .patchTooLarge
    case .custom(let error): (error as? any FormatProblem)?.kind ?? .custom
    }
  }
}

extension FormatError.Kind {
  /// The document ends, but more was expected.
  public static let unexpectedEnd = FormatError.Kind("unexpectedEnd", .syntax)
  /// A byte that is not allowed at its position.
  public static let unexpectedByte = FormatError.Kind("unexpectedByte", .syntax)
  /// Content other than white space follows the document's value.
  public static let trailingContent = FormatError.Kind("trailingContent", .syntax)
  /// A number with a leading zero, or with missing digits.
  public static let malformedNumber = FormatError.Kind("malformedNumber", .syntax)
  /// A control character that is not escaped.
  public static let controlCharacter = FormatError.Kind("controlCharacter", .syntax)
  /// An invalid escape sequence.
  public static let invalidEscape = FormatError.Kind("invalidEscape", .syntax)
  /// An unpaired surrogate in an escape.
  public static let loneSurrogate = FormatError.Kind("loneSurrogate", .syntax)
  /// A byte order mark before the document.
  public static let byteOrderMark = FormatError.Kind("byteOrderMark", .syntax)
  /// Bytes that are not UTF-8.
  public static let invalidUTF8 = FormatError.Kind("invalidUTF8", .syntax)

  /// A value of another kind than the type or the schema requires.
  public static let mismatch = FormatError.Kind("mismatch", .value)
  /// A number that is out of range for the type.
  public static let numberOutOfRange = FormatError.Kind("numberOutOfRange", .value)
  /// A number with a fraction or an exponent, but the type requires an integer.
  public static let notAnInteger = FormatError.Kind("notAnInteger", .value)
  /// A required field that is missing in an object.
  public static let missingField = FormatError.Kind("missingField", .value)
  /// A key that is not the name of a field, if unknown fields are rejected.
  public static let unknownField = FormatError.Kind("unknownField", .value)
  /// A duplicate key in an object, if duplicate keys are rejected.
  public static let duplicateKey = FormatError.Kind("duplicateKey", .value)
  /// A value that is invalid for the type, such as a raw value without a case.
  public static let invalidValue = FormatError.Kind("invalidValue", .value)
  /// NaN or an infinity, which the format cannot represent.
  public static let notFinite = FormatError.Kind("notFinite", .value)

  /// More levels of nesting than the options allow.
  public static let nestedTooDeep = FormatError.Kind("nestedTooDeep", .limit)
  /// More levels of nesting than the stack of the thread allows.
  public static let stackExhausted = FormatError.Kind("stackExhausted", .limit)
  /// An element of a stream that is larger than the maximum size.
  public static let elementTooLarge = FormatError.Kind("elementTooLarge", .limit)
  /// A patch that copies more values within a document than its limits allow.
  public static let patchTooLarge = FormatError.Kind("patchTooLarge", .limit)

  /// No value is at the requested path.
  public static let noSuchPath = FormatError.Kind("noSuchPath", .path)
  /// The value at a path differs from the value that a patch expects.
  public static let testFailed = FormatError.Kind("testFailed", .path)

  /// The system could not read or write: see ``SystemError``.
  public static let system = FormatError.Kind("system", .system)
  /// An error thrown by a type's own code or by a source of bytes.
  public static let custom = FormatError.Kind("custom", .custom)
}
