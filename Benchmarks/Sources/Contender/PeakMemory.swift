import Foundation

/// The most memory that this process has had at once, in bytes.
func peakMemory() throws -> Int {
  #if canImport(Darwin)
    var usage = rusage()
    guard getrusage(RUSAGE_SELF, &usage) == 0 else { throw Refusal("the system does not tell the peak memory") }
    return usage.ru_maxrss
  #else
    // Not `ru_maxrss`: on Linux it begins with what the process that started this one had.
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    guard let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) }) else {
      throw Refusal("the system does not tell the peak memory")
    }
    return kilobytes * 1024
  #endif
}
