extension FormatError: CustomStringConvertible {
  /// One line: the place as far as it is known, and the problem.
  public var description: String {
    let place = place.description
    return place.isEmpty ? problem.description : "\(place): \(problem)"
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
    case .unexpectedEnd(let expected): "the document ends where \(expected) is expected"
    case .unexpectedByte(let byte, let expected): "\(Self.name(of: byte)) where \(expected) is expected"
    case .mismatch(let expected, let found): "expected \(expected), found \(found.article)"
    case .trailingContent: "more follows behind the end of the document"
    case .malformedNumber: "not a number of JSON: digits are missing, or there is a leading zero"
    case .numberOutOfRange(let type): "the number does not fit into \(type)"
    case .notAnInteger: "expected an integer, found a number with a fraction or an exponent"
    case .controlCharacter(let byte): "\(Self.name(of: byte)) in a string must be escaped"
    case .invalidEscape: "a backslash that begins no escape"
    case .loneSurrogate: "an escape that is half a surrogate pair"
    case .invalidUTF8: "bytes that are not UTF-8"
    case .missingField(let name): "the field \"\(name)\" is missing"
    case .unknownField(let names): "no field has this name; there are \(names.joined(separator: ", "))"
    case .duplicateKey(let key): "the key \"\(key)\" is there already"
    case .invalidValue(let type, let found): "\(found) is no value of \(type)"
    case .nestedTooDeep(let limit): "nested more than \(limit) levels deep"
    case .stackExhausted: "nested deeper than the stack of this thread has room for"
    case .elementTooLarge(let limit): "an element of more than \(limit) bytes"
    case .notFinite(let number): "\(number) cannot be expressed in this format"
    case .noSuchPath(let path): "there is nothing at \(path)"
    case .testFailed(let path, let expected, let found): "\(found) is at \"\(path)\", where \(expected) is expected"
    case .patchTooLarge(let limit): "more than \(limit) values would be copied"
    case .custom(let error): "\(error)"
    }
  }

  private static func name(of byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    let hexadecimal = digits.count < 2 ? "0" + digits : digits
    switch byte {
    case 0x21..<0x7F: return "'\(Character(UnicodeScalar(byte)))'"
    case 0x20: return "a space"
    case 0x00..<0x20, 0x7F: return "the control character \(hexadecimal)"
    default: return "the byte \(hexadecimal)"
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
