// JSON5 (https://spec.json5.org) made into JSON.
//
// The lenient grammar is for documents that people write, so it is not worth a branch in the reader of all others. A
// document is rewritten token by token: comments become spaces, names and single-quoted strings get double quotes,
// numbers their zeros, trailing commas go. Whether the tokens make sense together is left to the reader. `NaN` and
// `Infinity`, for which JSON has nothing, stay and are the styled reader's to take.
//
// Only the first token after which positions differ is noted, so that an error can be said where the user wrote it.

extension JSON {
  /// A document of JSON5, rewritten.
  @usableFromInline
  struct Rewritten {
    @usableFromInline var bytes: [UInt8] = []
    /// From where on in `bytes` what distance lies between an offset there and in the original, ascending.
    private var shifts: [(start: Int, distance: Int)] = []

    mutating func noteDistance(to original: Int) {
      let distance = original - bytes.count
      if distance != shifts.last?.distance ?? 0 { shifts.append((bytes.count, distance)) }
    }

    /// An offset in the original for one in `bytes`.
    func originalOffset(of offset: Int) -> Int {
      offset + (shifts.last { $0.start <= offset }?.distance ?? 0)
    }

    /// An error in `bytes` as one in the original.
    @usableFromInline
    func located(_ error: any Error, in original: Span<UInt8>) -> FormatError {
      var located = JSON.located(error, in: bytes.span)
      guard let offset = located.place.offset else { return located }
      let path = located.place.path
      located.place = original.withUnsafeBufferPointer {
        JSON.place(ofOffset: min(originalOffset(of: offset), $0.count), in: $0)
      }
      located.place.path = path
      return located
    }
  }

  /// Rewrites a document of JSON5.
  ///
  /// - Throws: ``FormatError`` for what is no token of JSON5.
  @usableFromInline
  static func rewritten(json5 document: Span<UInt8>) throws(FormatError) -> Rewritten {
    var rewriter = JSON5Rewriter(source: document.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) })
    do {
      if let offset = document.withUnsafeBufferPointer({ firstInvalidUTF8(in: $0) }) {
        throw FormatError(.invalidUTF8, at: FormatError.Place(offset: offset))
      }
      try rewriter.rewrite()
      return rewriter.output
    } catch {
      var located = FormatError(wrapping: error)
      let offset = located.place.offset ?? 0
      located.place = document.withUnsafeBufferPointer { place(ofOffset: min(offset, $0.count), in: $0) }
      located.place.path = nil
      throw located
    }
  }

  private static func firstInvalidUTF8(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let scalar): offset += scalar.count
      case .emptyInput: return nil
      case .error: return offset
      }
    }
  }
}
