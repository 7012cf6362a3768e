import Foundation
import MillraceFoundation

/// Compares the processor time of one copy of a document and of eight, in an array: it must not grow by more than the
/// size does, with room for what a busy machine adds.
///
/// Only a process that fuzzes does so: a test has no assertions about time, and `scripts/stages/growth.py` counts the
/// instructions of such documents.
func expectLinearCost(_ bytes: [UInt8]) throws {
  guard FuzzTargetOptions.measuresCost, bytes.count > 256 else { return }
  let single = Data([0x5B] + bytes + [0x5D])
  var all: [UInt8] = [0x5B]
  for _ in 0..<7 { all += bytes + [0x2C] }
  let eight = Data(all + bytes + [0x5D])
  // A quote without an end makes one copy invalid at once, and lets types read two copies.
  guard isRead(single) == isRead(eight) else { return }
  for attempt in 0..<4 {
    let ratio = Double(processorTime(of: eight)) / Double(max(20_000, processorTime(of: single)))
    if ratio < 24 { return }
    if attempt == 3 { throw Finding("eight copies take \(ratio) times as long as one") }
  }
}

/// Whether the decoder runs the code of types on a document, which need not be valid: numbers and strings are checked when they
/// are read.
private func isRead(_ document: Data) -> Bool {
  (try? FastJSONDecoder().decode(LossyList.Skip.self, from: document)) != nil
}

package enum FuzzTargetOptions {
  /// Set once, before any target runs.
  nonisolated(unsafe) package static var measuresCost = false
}

/// - Returns: nanoseconds.
private func processorTime(of data: Data) -> Int {
  var start = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
  _ = try? FastJSONDecoder().decode(LossyList.self, from: data)
  _ = try? FastJSONDecoder().decode([Probed].self, from: data)
  var end = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
  return (Int(end.tv_sec) - Int(start.tv_sec)) * 1_000_000_000 + Int(end.tv_nsec) - Int(start.tv_nsec)
}
