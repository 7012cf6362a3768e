import Foundation

/// Answers requests on standard input, one a line, on standard output.
///
///     list             the name of each case on a line, and an empty line
///     run CASE COUNT   the nanoseconds of CPU time that COUNT times the operation took
///     dump CASE FILE   "done", when the document, decoded and encoded again, is in the file
///
/// What goes wrong is answered by a line that begins with "error".
struct Server {
  let folder: URL
  /// The cases that were asked for before, so that nothing is prepared twice.
  private var workloads: [String: Workload] = [:]

  init(folder: URL) { self.folder = folder }

  mutating func serve() {
    while let request = readLine() {
      let words = request.split(separator: " ").map(String.init)
      do {
        send(try reply(to: words))
      } catch {
        send("error \(error)")
      }
    }
  }

  /// Not `print`, which keeps what it prints into a pipe until there is more of it.
  private func send(_ reply: String) { FileHandle.standardOutput.write(Data((reply + "\n").utf8)) }

  private mutating func reply(to words: [String]) throws -> String {
    switch words.first {
    case "list" where words.count == 1:
      return Document.cases.map { $0.name + "\n" }.joined()
    case "run" where words.count == 3:
      return String(try nanoseconds(of: workload(words[1]), count: Int(counting: words[2])))
    case "dump" where words.count == 3:
      try workload(words[1]).roundTrip().write(to: URL(fileURLWithPath: words[2]))
      return "done"
    default:
      throw Refusal("not a request: \(words.joined(separator: " "))")
    }
  }

  private mutating func workload(_ caseName: String) throws -> Workload {
    if let workload = workloads[caseName] { return workload }
    let workload = try Workload(caseName: caseName, folder: folder)
    workloads[caseName] = workload
    return workload
  }
}

/// Of CPU time, because the machine has other things to do as well.
private func nanoseconds(of workload: Workload, count: Int) throws -> Int {
  let start = cpuNanoseconds()
  try workload.run(count)
  return cpuNanoseconds() - start
}

private func cpuNanoseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
