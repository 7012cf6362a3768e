// A loop serves many connections. One that has much to do does it in turns, and one that holds much memory for long is the
// first to be closed when memory is needed.

extension Connection {
  /// Serves other connections first. The loop then calls `onDrain`, or handles the next request.
  public func postpone() {
    guard phase != .closed, !isPostponed else { return }
    isPostponed = true
    worker.postpone(self)
  }

  /// Continues what was postponed.
  func continueTurn() {
    isPostponed = false
    switch phase {
    case .reading: readRequests()
    case .streaming: if outputCount == 0 { onDrain?() }
    case .handling, .events, .lingering, .closed: break
    }
    countMemory()
  }

  /// Tells the worker how many bytes wait in this connection.
  func countMemory() {
    let bytes = phase == .closed ? 0 : input.capacity + parser.bodyCapacity + outputCount
    let change = bytes - countedBytes
    guard change != 0 else { return }
    countedBytes = bytes
    worker.countMemory(change)
  }

  /// What the connection costs all others: the more bytes wait, the longer they have waited, the more. Bytes count most,
  /// because few clients send or ask for as much as there is room for. A moment is granted to everybody.
  func burden(at now: UInt64) -> Double {
    let begin = outputCount > 0 ? lastProgress : phase == .reading ? deadline &- worker.timeout : arrival
    let age = now > begin ? now - begin : 0
    let bytes = Double(countedBytes)
    return bytes * bytes * Double(age) * (age < Worker.patience ? 1e-6 : 1)
  }
}
