import MillraceCommandLine
import SystemLibrary

/// Shows the progress of a long operation on a terminal.
final class Progress {
  private let console: Console
  private var phase: String
  private let total: Int?
  private var start = monotonicSeconds()
  private var lastShown: Double
  private var isShown = false

  /// - Parameters:
  ///   - phase: The name of the operation, such as "reading".
  ///   - total: the bytes to be read, if they are known.
  init(_ console: Console, _ phase: String, total: Int?) {
    self.console = console
    self.phase = phase
    self.total = total
    lastShown = start
  }

  /// Begins another phase, which reads everything from the beginning.
  func begin(_ phase: String) {
    self.phase = phase
    start = monotonicSeconds()
  }

  /// Shows the progress ten times a second, from the first half second on.
  ///
  /// - Parameters:
  ///   - done: the bytes that were read; 0 if they are not known.
  ///   - rows: the rows, if they are counted.
  func report(_ done: Int, rows: Int? = nil) {
    guard console.isInteractive else { return }
    let now = monotonicSeconds()
    guard now - lastShown > (isShown ? 0.1 : 0.5) else { return }
    lastShown = now
    isShown = true
    console.standardError("\r" + text(done, rows: rows, seconds: now - start) + "\u{1B}[K")
  }

  func text(_ done: Int, rows: Int?, seconds: Double) -> String {
    var parts: [String] = []
    if done > 0 {
      if let total, total > 0 {
        parts.append("\(size(done)) of \(size(total)) (\(min(done * 100 / total, 100)) %)")
      } else {
        parts.append(size(done))
      }
    }
    if let rows { parts.append("\(grouped(rows)) rows") }
    if done > 0, seconds > 0 {
      let rate = Double(done) / seconds
      parts.append("\(Int(rate / 1e6)) MB/s")
      if let total, total >= done { parts.append("\(duration(Double(total - done) / rate)) left") }
    }
    return "\(phase): " + parts.joined(separator: ", ")
  }

  private func size(_ bytes: Int) -> String { "\(grouped(bytes / 1_000_000)) MB" }

  private func duration(_ seconds: Double) -> String {
    let seconds = Int(seconds.rounded(.up))
    return seconds < 100 ? "\(seconds) s" : "\(seconds / 60) min"
  }

  /// Clears the progress line.
  func end() {
    if isShown { console.standardError("\r\u{1B}[K") }
    isShown = false
  }
}

/// Seconds since some fixed moment.
private func monotonicSeconds() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
