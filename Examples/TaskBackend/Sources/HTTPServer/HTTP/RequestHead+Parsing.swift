// The head of a request, as RFC 9112 has it, sections 2 to 6.
//
// Wherever programs between a client and a server could come to different conclusions about where a request ends, it is
// rejected: a line that does not end with CR LF, blanks before a colon, a field that is continued on the next line, more
// than one length, a length beside chunks.

extension RequestHead {
  /// Parses a head.
  ///
  /// - Parameters:
  ///   - head: all of its lines, and not the empty one after them.
  ///   - defaultHost: the host of requests that name none, which those of HTTP/1.0 may do.
  ///   - isFromTrustedProxy: whether the fields `X-Forwarded-Proto` and `X-Forwarded-Host` count.
  /// - Throws: ``Refusal``.
  init(_ head: Span<UInt8>, defaultHost: String, isFromTrustedProxy: Bool) throws(Refusal) {
    var lines = HeadLines(head)
    guard let first = try lines.next() else { throw .malformed("missing request line") }
    try parseRequestLine(head.extracting(first))
    var fields = FieldsOfInterest()
    while let line = try lines.next() { try fields.note(head.extracting(line)) }

    ifMatch = fields.ifMatch
    ifNoneMatch = fields.ifNoneMatch
    acceptsGzip = AcceptedCodings(fields.acceptEncoding ?? "").prefersGzip
    lastEventID = fields.lastEventID
    idempotencyKey = fields.idempotencyKey
    hasCodedBody = fields.hasCodedBody
    try setBody(fields)
    expectsContinue = fields.expectsContinue && isHTTP11
    keepsAlive = isHTTP11 ? !fields.connection.contains("close") : fields.connection.contains("keep-alive")
    if fields.hostCount > 1 || fields.hostCount == 0 && isHTTP11 {
      throw .malformed("a request has exactly one field Host")
    }
    // A host in the target counts more than the field.
    if host.isEmpty { host = fields.host.isEmpty ? defaultHost : fields.host }
    if isFromTrustedProxy {
      try setForwarded(fields)
    } else if isSecure {
      // RFC 9110, section 7.4.
      throw Refusal(.misdirectedRequest, "an https URL is only accepted from a trusted proxy")
    }
    guard host.utf8.allSatisfy(isCharacterOfHost), fields.host.utf8.allSatisfy(isCharacterOfHost) else {
      throw .malformed("invalid host; expected a name or an address, optionally with a port")
    }
  }

  /// Sets what the client has asked the proxy for. The proxy must replace these fields if the client sends them: more than
  /// one value is rejected, since only the proxy knows which of them is its own.
  private mutating func setForwarded(_ fields: FieldsOfInterest) throws(Refusal) {
    switch fields.forwardedScheme?.lowercased() {
    case nil: break
    case "http": isSecure = false
    case "https": isSecure = true
    default: throw .malformed("X-Forwarded-Proto is not one of http, https")
    }
    guard let forwarded = fields.forwardedHost else { return }
    guard !forwarded.isEmpty, forwarded.utf8.allSatisfy(isCharacterOfHost) else {
      throw .malformed("X-Forwarded-Host is not one host")
    }
    host = forwarded
  }

  private mutating func setBody(_ fields: FieldsOfInterest) throws(Refusal) {
    guard let encoding = fields.transferEncoding else {
      body = .ofLength(fields.contentLength ?? 0)
      return
    }
    guard fields.contentLength == nil, isHTTP11 else {
      throw .malformed("a body in chunks has no length, and is of HTTP/1.1")
    }
    guard encoding == "chunked" else {
      throw Refusal(.notImplemented, "unsupported transfer encoding; expected chunked")
    }
    body = .chunked
  }

  /// Parses a line such as `GET /tasks?done=true HTTP/1.1`.
  private mutating func parseRequestLine(_ line: Span<UInt8>) throws(Refusal) {
    guard let first = line.firstIndex(of: ASCII.space, from: 0), first > 0,
      let second = line.firstIndex(of: ASCII.space, from: first + 1), second > first + 1,
      (0..<first).allSatisfy({ isCharacterOfToken(line[$0]) }),
      (first + 1..<second).allSatisfy({ (0x21...0x7E).contains(line[$0]) })
    else { throw .malformed("the request line is not METHOD TARGET VERSION") }
    method = Method(rawValue: String(ascii: line.extracting(..<first))) ?? .other
    try setTarget(line.extracting(first + 1..<second))
    let version = line.extracting((second + 1)...)
    // The name is in capital letters (RFC 9112, section 2.3).
    guard version.count == 8, version.hasPrefix("http/"), (0..<4).allSatisfy({ version[$0] & 0x20 == 0 }),
      isDigit(version[5]), version[6] == ASCII.dot,
      isDigit(version[7])
    else { throw .malformed("the request line does not end with a version of HTTP") }
    guard version[5] == UInt8(ascii: "1") else {
      throw Refusal(.versionNotSupported, "unsupported HTTP version; expected 1.0 or 1.1")
    }
    isHTTP11 = version[7] != UInt8(ascii: "0")
  }

  /// Parses a target (RFC 9112, section 3.2): `/path?query`, `http://host/path?query`, the same with
  /// `https`, or `*`.
  private mutating func setTarget(_ target: Span<UInt8>) throws(Refusal) {
    var start = 0
    isSecure = target.hasPrefix("https://")
    if isSecure || target.hasPrefix("http://") {
      start = isSecure ? "https://".utf8.count : "http://".utf8.count
      let end = target.firstIndex(from: start) { $0 == ASCII.slash || $0 == ASCII.questionMark } ?? target.count
      host = String(ascii: target.extracting(start..<end))
      if host.isEmpty { throw .malformed("the target of the request has no host") }
      start = end
    } else if target[0] != ASCII.slash, !(target.count == 1 && target[0] == ASCII.asterisk) {
      throw .malformed("the target of the request is neither a path nor a URL")
    }
    let mark = target.firstIndex(of: ASCII.questionMark, from: start)
    guard let path = String(escapedPath: String(ascii: target.extracting(start..<(mark ?? target.count)))) else {
      throw .malformed("invalid percent-encoding in the target of the request")
    }
    self.path = path.isEmpty ? "/" : path
    query = mark.map { String(ascii: target.extracting(($0 + 1)...)) }
  }
}

/// The lines of a head, one after another, as ranges without their ends.
struct HeadLines: ~Escapable {
  private let bytes: Span<UInt8>
  private var start = 0

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) { self.bytes = bytes }

  /// - Throws: ``Refusal`` for a line that does not end with CR LF.
  mutating func next() throws(Refusal) -> Range<Int>? {
    guard start < bytes.count else { return nil }
    guard let end = bytes.firstIndex(of: ASCII.lineFeed, from: start), end > start,
      bytes[end - 1] == ASCII.carriageReturn
    else { throw .malformed("a line of the head does not end with CR LF") }
    defer { start = end + 1 }
    return start..<end - 1
  }
}
