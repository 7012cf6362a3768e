extension FormatError: CustomStringConvertible {
  /// One line: the location as far as it is known, and the problem.
  public var description: String {
    let place = place.description
    let problem = describedProblem
    return place.isEmpty ? problem : "\(place): \(problem)"
  }

  /// The problem's description. For an unknown field, its name is the last component of the path.
  private var describedProblem: String {
    guard case .unknownField(let expected) = problem, let path = place.path, let slash = path.lastIndex(of: "/")
    else { return problem.description }
    // In a reference token of a JSON Pointer, "~1" is a slash and "~0" a tilde.
    var name = ""
    var characters = path[path.index(after: slash)...].makeIterator()
    while let character = characters.next() {
      if character == "~" { name.append(characters.next() == "1" ? "/" : "~") } else { name.append(character) }
    }
    return "unknown field '\(name)'; \(Problem.list(expected))"
  }
}

extension FormatError.Place: CustomStringConvertible {
  /// Such as `line 3, column 14 (byte 120), at /statuses/3/user/id`.
  public var description: String {
    var parts: [String] = []
    if let line, let column { parts.append("line \(line), column \(column)") }
    if let offset { parts.append(parts.isEmpty ? "byte \(offset)" : "(byte \(offset))") }
    var text = parts.joined(separator: " ")
    if let path, !path.isEmpty { text += text.isEmpty ? "at \(path)" : ", at \(path)" }
    return text
  }
}

extension FormatError.Problem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unexpectedEnd(let expected): "unexpected end of the document; expected \(expected)"
    case .unexpectedByte(let byte, let expected): "unexpected \(Self.name(of: byte)); expected \(expected)"
    case .mismatch(let expected, let found): "expected \(expected), found \(found.article)"
    case .trailingContent: "unexpected content after the end of the document"
    case .malformedNumber: "invalid number: missing digits or a leading zero"
    case .numberOutOfRange(let type): "number out of range for \(type)"
    case .notAnInteger: "expected an integer, found a number with a fraction or an exponent"
    case .controlCharacter(let byte):
      "unescaped \(Self.name(of: byte)) in a string; expected \\u00\(Self.hexadecimal(byte))"
    case .invalidEscape: "invalid escape sequence"
    case .loneSurrogate: "unpaired surrogate in a \\u escape"
    case .byteOrderMark: "unexpected byte order mark; expected UTF-8 without one"
    case .invalidUTF8: "invalid UTF-8"
    case .missingField(let name): "missing field \"\(name)\""
    case .unknownField(let names): "unknown field; \(Self.list(names))"
    case .duplicateKey(let key): "duplicate key \"\(key)\""
    case .invalidValue(let type, let found): "invalid \(type): \(found)"
    case .nestedTooDeep(let limit): "nesting exceeds the maximum depth of \(limit) levels"
    case .stackExhausted: "nesting is too deep for the stack of this thread"
    case .elementTooLarge(let limit): "element exceeds the maximum size of \(limit) bytes"
    case .notFinite(let number): "\(number) cannot be represented in this format"
    case .noSuchPath(let path): "no value at \(path)"
    case .testFailed(let path, let expected, let found):
      "test failed at \"\(path)\": expected \(expected), found \(found)"
    case .patchTooLarge(let limit): "patch copies more than \(limit) values"
    case .custom(let error): "\(error)"
    }
  }

  /// The names of the expected fields: the first ones, if there are many.
  fileprivate static func list(_ names: [String]) -> String {
    if names.isEmpty { return "expected no fields" }
    let shown = names.count <= 12 ? names : Array(names.prefix(10))
    let rest = names.count == shown.count ? "" : ", … (\(names.count) fields)"
    return "expected one of: " + shown.joined(separator: ", ") + rest
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count < 2 ? "0" + digits : digits
  }

  private static func name(of byte: UInt8) -> String {
    switch byte {
    case 0x21..<0x7F: return "'\(Character(UnicodeScalar(byte)))'"
    case 0x20: return "space"
    case 0x00..<0x20, 0x7F: return "control character 0x\(hexadecimal(byte))"
    default: return "byte 0x\(hexadecimal(byte))"
    }
  }
}

extension FormatError.Expectation: CustomStringConvertible {
  public var description: String {
    switch self {
    case .value: "a value"
    case .null: "null"
    case .boolean: "true or false"
    case .number: "a number"
    case .integer: "an integer"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    case .key: "a key"
    case .colon: "a colon"
    case .commaOrEndOfArray: "a comma or ']'"
    case .commaOrEndOfObject: "a comma or '}'"
    case .endOfString: "the end of a string"
    case .endOfComment: "the end of a comment"
    case .recordSeparator: "a record separator"
    case .lineFeed: "a line feed"
    }
  }
}

extension ValueKind {
  fileprivate var article: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
