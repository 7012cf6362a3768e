import Millrace

// Conversion of the reader's errors to those of `Codable`.

extension DecodingSession {
  /// Returns the error for a value at a position. The program's own errors are unchanged.
  @inline(never)
  func decodingError(
    _ error: any Error, _ type: Any.Type, _ position: UnsafePointer<UInt8>, _ level: Int
  ) -> any Error {
    unsafe decodingError(error, type, path: path(to: position, level: level))
  }

  /// - Parameters:
  ///   - type: The type to decode.
  ///   - path: The path of the value.
  func decodingError(
    _ error: any Error, _ type: Any.Type, path: @autoclosure () -> [any CodingKey]
  ) -> any Error {
    if let mismatch = error as? KindMismatch { return decodingError(mismatch, type, path()) }
    guard let found = error as? FormatError else { return error }
    func corrupted(_ description: String, _ path: [any CodingKey]) -> DecodingError {
      .dataCorrupted(
        DecodingError.Context(
          codingPath: path, debugDescription: description, underlyingError: json5?.moved(found) ?? error))
    }
    return switch found.problem {
    case .numberOutOfRange, .notAnInteger: corrupted(description(.doesNotFit, type), path())
    case .malformedNumber, .controlCharacter, .invalidEscape, .loneSurrogate, .invalidUTF8:
      corrupted("The value at this place is not valid JSON.", path())
    default: corrupted(Self.notJSON, [])
    }
  }

  @inline(never)
  func decodingError(_ mismatch: KindMismatch, _ type: Any.Type, _ path: [any CodingKey]) -> DecodingError {
    func context(_ reason: ErrorReason, _ type: Any.Type) -> DecodingError.Context {
      DecodingError.Context(codingPath: path, debugDescription: description(reason, type))
    }
    let wanted = mismatch.expected.containerType ?? type
    return switch (mismatch.expected, mismatch.found) {
    case (.integer, .number): .dataCorrupted(notFiniteContext(path))
    case (.boolean, .null): .typeMismatch(wanted, context(.mismatch(.null), wanted))
    case (.object, .null), (.array, .null): .valueNotFound(wanted, context(.missingContainer(mismatch.expected), type))
    case (_, .null): .valueNotFound(type, context(.missingValue, type))
    case (_, let found): .typeMismatch(wanted, context(.mismatch(found), wanted))
    }
  }

  private func notFiniteContext(_ path: [any CodingKey]) -> DecodingError.Context {
    let offset = unsafe state.pointee.cursor - UnsafePointer(state.pointee.start)
    let error = FormatError(.notAnInteger, at: FormatError.Place(offset: offset))
    return DecodingError.Context(
      codingPath: path, debugDescription: "The number is not finite.", underlyingError: json5?.moved(error) ?? error)
  }

  private static var notJSON: String { "The given data was not valid JSON." }

  /// Checks the structure of the document, unless it has been checked.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the structure is not valid.
  func checkStructure() throws {
    do { try unsafe state.pointee.checkStructure() } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: Self.notJSON, underlyingError: error))
    }
  }

  /// Returns the error that ends a decode, with line, column and pointer. Errors that a type catches during the decode
  /// only have the offset, because computing a line takes a scan.
  func located(_ error: any Error) -> any Error {
    guard case .dataCorrupted(let context)? = error as? DecodingError,
      let cause = context.underlyingError as? FormatError
    else { return error }
    let start = unsafe UnsafePointer(state.pointee.start)
    let document = unsafe UnsafeBufferPointer(start: start, count: state.pointee.end - start)
    return unsafe DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: context.codingPath, debugDescription: context.debugDescription,
        underlyingError: json5?.located(cause) ?? JSON.located(cause, in: document.span)))
  }
}

// MARK: - Descriptions

/// The reason why a value does not have the requested type.
enum ErrorReason {
  case mismatch(ValueKind)
  case missingValue
  case missingContainer(FormatError.Expectation)
  case doesNotFit
}

/// The error descriptions for one type, created when they are needed. Creating one takes as long as decoding several
/// values.
struct ErrorTexts {
  private var mismatches: [String?] = []
  private var missingValue: String?
  private var doesNotFit: String?

  mutating func text(_ reason: ErrorReason, _ type: Any.Type) -> String {
    func made(_ text: inout String?) -> String {
      if let text { return text }
      let description = reason.description(type)
      text = description
      return description
    }
    switch reason {
    case .mismatch(let found):
      if mismatches.isEmpty { mismatches = [String?](repeating: nil, count: 6) }
      return made(&mismatches[found.index])
    case .missingValue: return made(&missingValue)
    case .doesNotFit: return made(&doesNotFit)
    case .missingContainer: return reason.description(type)
    }
  }
}

extension DecodingSession {
  private func description(_ reason: ErrorReason, _ type: Any.Type) -> String {
    let type = (type, id: ObjectIdentifier(type))
    let texts =
      unsafe state.pointee.errorTexts.find(type.id) ?? state.pointee.errorTexts.insert(ErrorTexts(), for: type.id)
    return unsafe texts.pointee.text(reason, type.0)
  }
}

extension ErrorReason {
  fileprivate func description(_ type: Any.Type) -> String {
    switch self {
    case .mismatch(let found): "Expected to decode \(type) but found \(found.phrase) instead."
    case .missingValue: "Cannot get value of type \(type) -- found null value instead"
    case .missingContainer(.object): "Cannot get keyed decoding container -- found null value instead"
    case .missingContainer: "Cannot get unkeyed decoding container -- found null value instead"
    case .doesNotFit: "The number at this place does not fit in \(type)."
    }
  }
}

extension FormatError.Expectation {
  /// The type that Foundation names if a container was expected.
  fileprivate var containerType: Any.Type? {
    switch self {
    case .object: [String: Any].self
    case .array: [Any].self
    default: nil
    }
  }
}

extension ValueKind {
  /// The index of the kind, 0 to 5.
  fileprivate var index: Int {
    switch self {
    case .null: 0
    case .boolean: 1
    case .number: 2
    case .string: 3
    case .array: 4
    case .object: 5
    }
  }

  /// Foundation's name for the kind.
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
