// Errors of the reader as `Codable` has them.

extension DecodingSession {
  /// The error for a value at a position; the program's own errors as they are.
  @inline(never)
  func decodingError(
    _ error: any Error, _ type: Any.Type, _ position: UnsafePointer<UInt8>, _ level: Int
  ) -> any Error {
    decodingError(error, type, path: path(to: position, level: level))
  }

  /// - Parameters:
  ///   - type: what was to be decoded.
  ///   - path: the path of the value.
  func decodingError(
    _ error: any Error, _ type: Any.Type, path: @autoclosure () -> [any CodingKey]
  ) -> any Error {
    guard let error = error as? FormatError else { return error }
    func context(_ description: String, _ path: [any CodingKey]) -> DecodingError.Context {
      DecodingError.Context(codingPath: path, debugDescription: description, underlyingError: located(error))
    }
    switch error.problem {
    case .mismatch(let expected, found: .null) where expected != .boolean:
      let wanted =
        switch expected {
        case .object: "keyed decoding container"
        case .array: "unkeyed decoding container"
        default: "value of type \(type)"
        }
      return DecodingError.valueNotFound(
        expected.containerType ?? type,
        DecodingError.Context(
          codingPath: path(), debugDescription: "Cannot get \(wanted) -- found null value instead"))
    case .mismatch(let expected, let found):
      let type = expected.containerType ?? type
      return DecodingError.typeMismatch(
        type,
        DecodingError.Context(
          codingPath: path(), debugDescription: "Expected to decode \(type) but found \(found.phrase) instead."))
    case .unexpectedByte(let byte, let expected) where isNotFinite(byte):
      if expected == .integer { return DecodingError.dataCorrupted(context("The number is not finite.", path())) }
      let type = expected.containerType ?? type
      return DecodingError.typeMismatch(
        type,
        DecodingError.Context(
          codingPath: path(), debugDescription: "Expected to decode \(type) but found number instead."))
    case .numberOutOfRange, .notAnInteger:
      return DecodingError.dataCorrupted(context("The number at this place does not fit in \(type).", path()))
    case .malformedNumber, .controlCharacter, .invalidEscape, .loneSurrogate, .invalidUTF8:
      return DecodingError.dataCorrupted(context("The value at this place is not valid JSON.", path()))
    default: return DecodingError.dataCorrupted(context(Self.notJSON, []))
    }
  }

  /// The error that a decode ends with.
  ///
  /// A document with a broken structure is refused as a whole, whatever was wrong with a value before: Foundation looks at
  /// the structure first.
  func finalError(_ error: any Error, _ type: Any.Type) -> any Error {
    // And at the keys of an object as soon as it is asked for it.
    var error = error
    do { try state.pointee.checkKeysOfOpenObjects() } catch let keyError { error = keyError }
    var skimmer = state.pointee.skimmer
    if let broken = skimmer.firstError() {
      return DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: Self.notJSON, underlyingError: located(broken)))
    }
    skimmer.position = UnsafePointer(state.pointee.start)
    skimmer.skimBlanks()
    return decodingError(error, type, skimmer.position, 0)
  }

  /// Whether a byte begins a number of JSON5 that is not finite.
  private func isNotFinite(_ byte: UInt8) -> Bool {
    state.pointee.rules.takesNotFinite && (byte == UInt8(ascii: "N") || byte == UInt8(ascii: "I"))
  }

  private static var notJSON: String { "The given data was not valid JSON." }

  /// An error with its line and column.
  private func located(_ error: FormatError) -> FormatError {
    if let json5 { return json5.located(error) }
    let start = UnsafePointer(state.pointee.start)
    return JSON.located(error, in: UnsafeBufferPointer(start: start, count: state.pointee.end - start).span)
  }
}

extension FormatError.Expectation {
  /// What Foundation says was wanted where a container was.
  fileprivate var containerType: Any.Type? {
    switch self {
    case .object: [String: Any].self
    case .array: [Any].self
    default: nil
    }
  }
}

extension ValueKind {
  /// As Foundation calls it.
  fileprivate var phrase: String {
    switch self {
    case .null: "null"
    case .boolean: "bool"
    case .number: "number"
    case .string: "a string"
    case .array: "an array"
    case .object: "a dictionary"
    }
  }
}
