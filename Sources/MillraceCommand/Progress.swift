/// Says on a terminal how far a long conversion has come.
struct Progress {
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
  mutating func report(_ done: Int) {
    guard console.isInteractive else { return }
    let now = monotonicSeconds()
    guard now - start > 0.5, now - lastShown > 0.1 else { return }
    lastShown = now
    isShown = true
    var text = "\r\(done / 1_000_000) "
    if let total, total > 0 {
      text += "of \(total / 1_000_000) MB, \(done * 100 / total) %"
    } else {
      text += "MB"
    }
    console.complain(text + ", \(Int(Double(done) / 1e6 / (now - start))) MB/s \u{1B}[K")
  }

  /// Wipes what was shown.
  func end() {
    if isShown { console.complain("\r\u{1B}[K") }
  }
}
