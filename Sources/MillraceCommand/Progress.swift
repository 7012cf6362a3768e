/// Says on a terminal how far a long conversion has come.
final class Progress {
  private let console: Console
  private let total: Int?
  private let start = monotonicSeconds()
  private var lastShown: Double
  private var isShown = false

  /// - Parameter total: the bytes to be read, if they are known.
  init(_ console: Console, total: Int?) {
    self.console = console
    self.total = total
    lastShown = start
  }

  /// Shows the progress if it is time to: after half a second, and ten times a second from then on.
  ///
  /// - Parameters:
  ///   - done: the bytes that were read; 0 if nobody counts them.
  ///   - rows: how many rows they were.
  func report(_ done: Int, rows: Int) {
    guard console.isInteractive else { return }
    let now = monotonicSeconds()
    guard now - start > 0.5, now - lastShown > 0.1 else { return }
    lastShown = now
    isShown = true
    var text = "\r\(rows) rows"
    if done > 0 {
      text += ", \(done / 1_000_000) "
      if let total, total > 0 {
        text += "of \(total / 1_000_000) MB, \(min(done * 100 / total, 100)) %"
      } else {
        text += "MB"
      }
      text += ", \(Int(Double(done) / 1e6 / (now - start))) MB/s"
    }
    console.complain(text + " \u{1B}[K")
  }

  /// Wipes what was shown.
  func end() {
    if isShown { console.complain("\r\u{1B}[K") }
  }
}
