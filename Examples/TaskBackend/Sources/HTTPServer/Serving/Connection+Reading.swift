extension Connection {
  /// Reads what has arrived.
  func receive() {
    guard phase != .closed else { return }
    let memory = worker.inputMemory
    switch Socket.read(descriptor, into: memory) {
    case .transferred(let count):
      worker.bytesIn += count
      worker.readCount &+= 1
      take(UnsafeRawBufferPointer(rebasing: memory[..<count]))
    case .wouldBlock: break
    case .ended: end()
    case .failed: close()
    }
  }

  private func take(_ bytes: UnsafeRawBufferPointer) {
    switch phase {
    case .lingering, .events, .closed: return
    case .reading, .handling, .streaming: break
    }
    if phase == .reading, input.isEmpty, !parser.isInBody { deadline = Clock.now() &+ worker.timeout }
    input.append(bytes)
    readRequests()
    // What cannot be used yet is kept within the limits of a request.
    let isBusy = phase != .reading || isCongested || closesWhenWritten || isPostponed
    if isBusy, input.count > worker.limits.headSize { pauseReading() }
    countMemory()
  }

  /// The client sends no more. It may still wait for answers.
  private func end() {
    inputHasEnded = true
    pauseReading()
    switch phase {
    case .handling, .streaming: break
    case .reading where !closesWhenWritten && !input.isEmpty && (isPostponed || isCongested): break
    case .reading: if closesWhenWritten || outputCount > 0 { closesWhenWritten = true } else { close() }
    case .events, .lingering, .closed: close()
    }
  }

  /// Hands on the requests that are there, one after another, as long as each is answered at once. Requests that take
  /// longer than a turn are continued after other connections were served.
  func readRequests() {
    if isDispatching || isPostponed { return }
    isDispatching = true
    defer { isDispatching = false }
    var turnBegin: UInt64?
    // A client that reads no answers gets no more of them.
    while phase == .reading, !isCongested, !closesWhenWritten {
      if let turnBegin, !input.isEmpty, worker.lastAnswer &- turnBegin > Worker.turn { return postpone() }
      do throws(Refusal) {
        switch try parser.next(in: &input) {
        case .nothing: return awaitMore()
        case .expectation:
          write("HTTP/1.1 100 Continue\r\n\r\n")
          return awaitMore()
        case .request(let request):
          begin(request)
          if turnBegin == nil { turnBegin = arrival }
        }
      } catch {
        return refuse(error)
      }
    }
  }

  private func awaitMore() {
    if inputHasEnded { closeWhenWritten() } else { resumeReading() }
  }

  private func begin(_ request: Request) {
    phase = .handling
    deadline = .max
    method = request.method
    isHTTP11 = request.isHTTP11
    keepsAlive = request.keepsAlive && !worker.isStopping
    arrival = Clock.now()
    worker.handler?.handle(request, on: self)
  }

  /// Answers what is not a request, and ends the connection.
  func refuse(_ refusal: Refusal) {
    phase = .handling
    deadline = .max
    method = .other
    keepsAlive = false
    arrival = Clock.now()
    worker.handler?.answer(refusal, on: self)
  }
}
