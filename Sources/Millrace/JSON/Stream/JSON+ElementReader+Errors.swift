// What is done about errors, and where in the stream they are.

extension JSON.ElementReader {
  /// Does with the element at the cursor what the options say of bad ones: throws, or has the rest of it skipped.
  ///
  /// - Parameter error: its offset is counted from the cursor.
  @usableFromInline @inline(never)
  mutating func reject(_ error: any Error) throws {
    let error = failed(error, at: buffer.cursor)
    switch options.onBadElement {
    case .stop: throw error
    case .skip: break
    case .report(let report): report(error)
    }
    count += 1
    buffer.setCheckpoint(at: buffer.cursor)
    state = .inBadElement
  }

  mutating func reject(_ problem: FormatError.Problem) throws {
    try reject(FormatError(problem, at: FormatError.Place(offset: 0)))
  }

  mutating func reject(_ byte: UInt8, _ expected: FormatError.Expectation) throws {
    try reject(.unexpectedByte(byte, expected: expected))
  }

  mutating func rejectTrailingContent() throws {
    // The element that this follows was counted.
    count -= 1
    try reject(.trailingContent)
  }

  /// Ends the stream with an error, which is returned with its place in the stream.
  ///
  /// - Parameters:
  ///   - start: what the error's offset is counted from.
  ///   - path: the path, if it is not to be found in the bytes from there on.
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
    let element = UnsafeBufferPointer(start: start, count: max(buffer.end - start, 0))
    let position = buffer.position(of: start + min(offset, element.count))
    error.place = FormatError.Place(
      offset: position.offset, line: position.lines + 1, column: position.scalarsInLine + 1,
      path: knownPath ?? path + (JSON.place(ofOffset: offset, in: element).path ?? ""))
    return error
  }

  /// An error of the source, with the place that the stream had come to.
  mutating func failed(toReadOn error: any Error) -> FormatError {
    state = .ended
    separator = Self.noSeparator
    let position = buffer.position(of: buffer.end)
    return FormatError(
      wrapping: error,
      at: FormatError.Place(
        offset: position.offset, line: position.lines + 1, column: position.scalarsInLine + 1, path: path))
  }

  /// The path of the element at the cursor in its document.
  var path: String {
    guard framing == .array, walk.hasFoundTarget else { return "" }
    return isSingle ? pointer.description : "\(pointer)/\(count)"
  }
}

extension FormatError.Problem {
  /// Where a record is cut, the next one begins.
  fileprivate var asOfTruncatedRecord: FormatError.Problem {
    switch self {
    case .unexpectedByte(ASCII.recordSeparator, let expected): .unexpectedEnd(expected: expected)
    case .controlCharacter(ASCII.recordSeparator): .unexpectedEnd(expected: .endOfString)
    default: self
    }
  }
}
