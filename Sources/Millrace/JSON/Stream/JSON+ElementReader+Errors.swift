// Error handling, and the locations of errors in the stream.

extension JSON.ElementReader {
  /// Handles the bad element at the cursor as the options specify: throws the error, or skips the rest of the element.
  ///
  /// - Parameter error: The error, with an offset from the cursor.
  @usableFromInline @inline(never)
  mutating func reject(_ error: any Error) throws {
    let error = unsafe failed(error, at: buffer.cursor)
    switch options.onBadElement {
    case .stop: throw error
    case .skip: break
    case .report(let report): report(error)
    }
    count += 1
    state = .inBadElement
  }

  mutating func reject(_ problem: FormatError.Problem) throws {
    try reject(FormatError(problem, at: FormatError.Place(offset: 0)))
  }

  mutating func reject(_ byte: UInt8, _ expected: FormatError.Expectation) throws {
    try reject(.unexpectedByte(byte, expected: expected))
  }

  mutating func rejectTrailingContent() throws {
    // The preceding element was counted.
    count -= 1
    try reject(.trailingContent)
  }

  /// Ends the stream with an error, and returns the error with its location in the stream.
  ///
  /// - Parameters:
  ///   - start: The position that the error's offset is relative to.
  ///   - path: The path, if it cannot be computed from the bytes after `start`.
  mutating func failed(
    _ error: any Error, at start: UnsafeMutablePointer<UInt8>, path knownPath: String? = nil
  ) -> FormatError {
    state = .ended
    separator = Self.noSeparator
    scan = JSON.ElementScan()
    scansFirst = readsWholeElementsOnly
    var error = FormatError(wrapping: error, at: FormatError.Place(offset: 0))
    guard let offset = error.place.offset, error.place.path == nil else { return error }
    if framing == .records { error.problem = error.problem.asOfTruncatedRecord }
    let element = unsafe UnsafeBufferPointer(start: start, count: max(buffer.end - start, 0))
    let position = unsafe buffer.position(of: start + min(offset, element.count))
    error.place = unsafe FormatError.Place(
      offset: position.offset, line: position.lines + 1, column: position.scalarsInLine + 1,
      path: knownPath ?? path + (JSON.place(ofOffset: offset, in: element).path ?? ""))
    return error
  }

  /// Returns an error of the source, with the location up to which the stream was read.
  mutating func failed(reading error: any Error) -> FormatError {
    state = .ended
    separator = Self.noSeparator
    let position = unsafe buffer.position(of: buffer.end)
    return FormatError(
      wrapping: error,
      at: FormatError.Place(
        offset: position.offset, line: position.lines + 1, column: position.scalarsInLine + 1, path: path))
  }

  /// The path in the document of the element at the cursor.
  var path: String {
    guard framing == .array, scanner.hasFoundTarget else { return "" }
    return isSingle ? pointer.description : "\(pointer)/\(count)"
  }
}

extension FormatError.Problem {
  /// In a truncated record, a record separator is reported as the end of the input.
  fileprivate var asOfTruncatedRecord: FormatError.Problem {
    switch self {
    case .unexpectedByte(ASCII.recordSeparator, let expected): .unexpectedEnd(expected: expected)
    case .controlCharacter(ASCII.recordSeparator): .unexpectedEnd(expected: .endOfString)
    default: self
    }
  }
}
