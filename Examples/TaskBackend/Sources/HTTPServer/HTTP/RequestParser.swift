/// Makes requests of the bytes of a connection.
struct RequestParser {
  let limits: Limits
  let defaultHost: String
  let isFromTrustedProxy: Bool
  private var state = State.head(searched: 0)

  init(_ limits: Limits, defaultHost: String, isFromTrustedProxy: Bool = false) {
    self.limits = limits
    self.defaultHost = defaultHost
    self.isFromTrustedProxy = isFromTrustedProxy
  }

  private enum State {
    /// - Parameter searched: so many bytes have no end of a head in them.
    case head(searched: Int)
    case body(RequestHead, length: Int)
    case chunks(RequestHead, ChunkedBody)
  }

  /// What is there.
  enum Found {
    case request(Request)
    /// Not enough; the client waits for `100 Continue`.
    case expectation
    case nothing
  }

  /// Whether a head has been read whose body is still to come.
  var isInBody: Bool { if case .head = state { false } else { true } }

  /// The bytes of memory that are allocated for a body that has not arrived as a whole.
  var bodyCapacity: Int { if case .chunks(_, let body) = state { body.bytes.capacity } else { 0 } }

  /// Takes the next request.
  ///
  /// - Throws: ``Refusal``, after which nothing can be read from the connection any more.
  mutating func next(in input: inout InputBuffer) throws(Refusal) -> Found {
    if case .head(let searched) = state {
      guard let head = try takeHead(in: &input, searched: searched) else { return .nothing }
      switch head.body {
      case .ofLength(let length):
        if length > limits.bodySize { throw limits.bodyTooLarge }
        state = .body(head, length: length)
        if head.expectsContinue, length > 0, input.isEmpty { return .expectation }
      case .chunked:
        state = .chunks(head, ChunkedBody())
        if head.expectsContinue, input.isEmpty { return .expectation }
      }
    }
    switch state {
    case .head: return .nothing
    case .body(let head, let length):
      if input.count < length { return .nothing }
      return end(head, body: length == 0 ? [] : input.take(length))
    case .chunks(let head, var body):
      state = .head(searched: 0)  // so that the bytes are not copied
      let isComplete = try body.take(from: &input, limits)
      if isComplete { return end(head, body: body.bytes) }
      state = .chunks(head, body)
      return .nothing
    }
  }

  private mutating func end(_ head: RequestHead, body: [UInt8]) -> Found {
    state = .head(searched: 0)
    return .request(Request(head, body: body))
  }

  /// Takes a head with the empty line after it, if it is there as a whole.
  private mutating func takeHead(in input: inout InputBuffer, searched: Int) throws(Refusal) -> RequestHead? {
    if searched == 0 {
      // Empty lines in front of a request are skipped (RFC 9112, section 2.2).
      let blank = input.span.firstIndex { $0 != ASCII.carriageReturn && $0 != ASCII.lineFeed } ?? input.count
      input.removeFirst(blank)
      if input.isEmpty { return nil }
      guard isCharacterOfToken(input.span[0]) else { throw .malformed("invalid request line; expected a method") }
    }
    guard let (end, next) = input.span.endOfHead(from: max(0, searched - 3)) else {
      if input.count > limits.headSize { throw limits.headTooLarge }
      state = .head(searched: input.count)
      return nil
    }
    if end > limits.headSize { throw limits.headTooLarge }
    if next - end < 2 { throw .malformed("a line of the head does not end with CR LF") }
    let head = try RequestHead(
      input.span.extracting(..<end), defaultHost: defaultHost, isFromTrustedProxy: isFromTrustedProxy)
    input.removeFirst(next)
    return head
  }
}

extension Span<UInt8> {
  fileprivate func firstIndex(where matches: (UInt8) -> Bool) -> Int? { firstIndex(from: 0, where: matches) }

  /// Where the first empty line begins and ends. One that ends with LF alone counts, in order to be rejected.
  fileprivate func endOfHead(from start: Int) -> (end: Int, next: Int)? {
    var index = start
    while let lineFeed = firstIndex(of: ASCII.lineFeed, from: index) {
      index = lineFeed + 1
      if index < count, self[index] == ASCII.lineFeed { return (index, index + 1) }
      if index + 1 < count, self[index] == ASCII.carriageReturn, self[index + 1] == ASCII.lineFeed {
        return (index, index + 2)
      }
    }
    return nil
  }
}
