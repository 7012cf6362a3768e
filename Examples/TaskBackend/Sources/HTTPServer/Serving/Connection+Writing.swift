import CLibevent

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Bytes go from where they are to the system, in one call for a whole answer. Only what the system does not take at once is
// copied, and written when the client has read.

extension Connection {
  /// The bytes that wait for the client to read.
  var outputCount: Int { evbuffer_get_length(output) }

  /// Whether so much waits for the client to read that nothing should be added.
  public var isCongested: Bool { outputCount > worker.congestion }

  func write(_ text: StaticString) {
    text.withUTF8Buffer { write(UnsafeRawBufferPointer($0)) }
  }

  /// Writes pieces one after another.
  ///
  /// - Parameter status: is given if an answer begins, which is recorded then.
  func write(
    _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0),
    _ third: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0), answering status: Status? = nil
  ) {
    guard phase != .closed else { return }
    let total = first.count + second.count + third.count
    worker.bytesOut += total
    // Before it is written: who has the answer sees it in the metrics.
    if let status { worker.record(method, status, since: arrival) }
    var written = 0
    if outputCount == 0 {
      let attempt = withUnsafeTemporaryAllocation(of: iovec.self, capacity: 3) { pieces in
        pieces[0] = iovec(first)
        pieces[1] = iovec(second)
        pieces[2] = iovec(third)
        return Socket.write(descriptor, UnsafeBufferPointer(pieces))
      }
      switch attempt {
      case .transferred(let count): written = count
      case .wouldBlock: break
      case .ended, .failed: return close()
      }
    }
    if written == total { return }
    for piece in [first, second, third] {
      let skipped = min(written, piece.count)
      written -= skipped
      if skipped < piece.count, let base = piece.baseAddress {
        evbuffer_add(output, base + skipped, piece.count - skipped)
      }
    }
    waitForWriting()
  }

  private func waitForWriting() {
    if writeEvent == nil {
      writeEvent = Event(worker.loop, descriptor: descriptor, flags: EV_WRITE | EV_PERSIST) { [unowned self] in
        continueWriting()
      }
    }
    if outputDeadline == .max { noteProgress() }
    writeEvent?.add()
    countMemory()
  }

  /// Gives the client the whole timeout for the next bytes.
  private func noteProgress() {
    lastProgress = Clock.now()
    outputDeadline = lastProgress &+ worker.timeout
  }

  private func continueWriting() {
    let count = evbuffer_write(output, descriptor)
    if count < 0 {
      if errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR { return }
      return close()
    }
    if count > 0 { noteProgress() }
    defer { countMemory() }
    guard outputCount == 0 else { return }
    outputDeadline = .max
    writeEvent?.remove()
    if closesWhenWritten { return linger() }
    if isPostponed { return }
    onDrain?()
    if phase == .reading { readRequests() }
  }

  /// Ends the connection as soon as the client has everything.
  func closeWhenWritten() {
    closesWhenWritten = true
    if outputCount == 0 { linger() }
  }

  /// Tells the client that this was all, and waits a moment for it to go.
  func linger() {
    guard phase != .closed, phase != .lingering else { return }
    if inputHasEnded { return close() }
    phase = .lingering
    Socket.endWriting(descriptor)
    deadline = Clock.now() &+ worker.lingering
    let onClose = exchange(&onClose, with: nil)
    onClose?()
    resumeReading()
  }
}

extension iovec {
  fileprivate init(_ bytes: UnsafeRawBufferPointer) {
    self.init(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
  }
}
