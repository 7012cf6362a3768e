extension Connection {
  /// A field of a response. Neither part may come from a client unchecked: line breaks would begin other fields.
  public typealias Field = (name: StaticString, value: String)

  /// Answers the request.
  ///
  /// - Parameters:
  ///   - type: the body's; nil if there is none.
  ///   - body: is not sent where there must be none, as in answers to HEAD.
  public func reply(_ status: Status, _ fields: [Field] = [], type: StaticString? = nil, body: Span<UInt8> = Span()) {
    guard phase == .handling else { return }
    beginHead(status, fields, type)
    if !status.hasNoBody { worker.head.field("Content-Length", body.count) }
    endHead()
    let isWithoutBody = status.hasNoBody || method == .head
    worker.head.bytes.withUnsafeBytes { head in
      body.withUnsafeBytes { body in
        if isWithoutBody { write(head, answering: status) } else { write(head, body, answering: status) }
      }
    }
    endAnswer()
  }

  /// Begins an answer whose length is not known yet. Its pieces are given to ``send(_:)``.
  public func beginStream(_ status: Status, _ fields: [Field] = [], type: StaticString) {
    guard phase == .handling else { return }
    phase = .streaming
    // The end of what is not in chunks is the end of the connection.
    if !isHTTP11 { keepsAlive = false }
    beginHead(status, fields, type)
    if isHTTP11 { worker.head.field("Transfer-Encoding", "chunked") }
    endHead()
    worker.head.bytes.withUnsafeBytes { write($0, answering: status) }
  }

  /// Writes a piece of a stream. It is taken also if the connection is congested, which its caller should respect.
  public func send(_ bytes: Span<UInt8>) {
    guard phase == .streaming, method != .head, !bytes.isEmpty else { return }
    bytes.withUnsafeBytes { bytes in
      if !isHTTP11 { return write(bytes) }
      var size = String(bytes.count, radix: 16) + "\r\n"
      size.withUTF8 { size in
        ("\r\n" as StaticString).withUTF8Buffer { end in
          write(UnsafeRawBufferPointer(size), bytes, UnsafeRawBufferPointer(end))
        }
      }
    }
  }

  /// Ends a stream, which is not complete without.
  public func endStream() {
    guard phase == .streaming else { return }
    if isHTTP11, method != .head { write("0\r\n\r\n") }
    onDrain = nil
    onClose = nil
    endAnswer()
  }

  /// Begins server-sent events: an answer that goes on until somebody closes the connection.
  public func beginEvents(_ fields: [Field] = []) {
    guard phase == .handling else { return }
    keepsAlive = false
    beginHead(.ok, fields, "text/event-stream")
    endHead()
    worker.head.bytes.withUnsafeBytes { write($0, answering: .ok) }
    if phase == .handling { phase = .events }
    if method == .head || worker.isStopping { closeWhenWritten() }
  }

  private static var maximumEventBacklog: Int { 1 << 18 }

  /// Sends an event, or closes the connection if the client is too slow to read them.
  public func send(event: Span<UInt8>) {
    guard phase == .events else { return }
    if outputCount > Self.maximumEventBacklog { return close() }
    event.withUnsafeBytes { write($0) }
  }

  private func beginHead(_ status: Status, _ fields: [Field], _ type: StaticString?) {
    worker.head.begin(status)
    worker.appendCommonFields()
    if let type {
      worker.head.append("Content-Type: ")
      worker.head.append(type)
      worker.head.append("\r\n")
    }
    for (name, value) in fields { worker.head.field(name, value) }
  }

  private func endHead() {
    if !keepsAlive {
      worker.head.append("Connection: close\r\n")
    } else if !isHTTP11 {
      worker.head.append("Connection: keep-alive\r\n")
    }
    worker.head.end()
  }

  private func endAnswer() {
    guard phase != .closed else { return }
    if !keepsAlive || worker.isStopping { return closeWhenWritten() }
    if outputCount == 0 { hasTakenAnswers = true }
    phase = .reading
    deadline = Clock.now() &+ worker.timeout
    readRequests()
  }
}
