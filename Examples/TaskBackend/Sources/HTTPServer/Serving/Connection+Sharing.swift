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

  /// What the connection costs all others: the bytes that wait, multiplied by the nanoseconds they have waited.
  func burden(at now: UInt64) -> Double {
    let begin = outputCount > 0 ? lastProgress : phase == .reading ? deadline &- worker.timeout : arrival
    return Double(countedBytes) * Double(now > begin ? now - begin : 0)
  }
}
