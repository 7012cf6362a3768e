import Foundation

// A process that performs operations with the documents of a folder, and prints how long they took. The contender in
// Rust takes the same commands.

let usage = """
  usage: contender serve FOLDER             answers requests on standard input (see Server.swift)
         contender once FOLDER CASE COUNT   does it COUNT times and says nothing: for a profiler
         contender peak FOLDER CASE         prints the peak memory, before it reads the document and at the end
  """

/// Why a command or a request is not carried out.
struct Refusal: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

extension Int {
  /// A count of repetitions.
  init(counting text: String) throws {
    guard let count = Int(text), count >= 0 else { throw Refusal("not a count: \(text)") }
    self = count
  }
}

func carryOut(_ command: String, folder: URL, _ arguments: [String]) throws {
  switch (command, arguments.count) {
  case ("serve", 0):
    var server = Server(folder: folder)
    server.serve()
  case ("once", 2):
    try Workload(caseName: arguments[0], folder: folder).run(Int(counting: arguments[1]))
  case ("peak", 1):
    _ = try peakMemory()  // The first answer does not yet count what asking takes.
    let atStart = try peakMemory()
    try Workload(caseName: arguments[0], folder: folder).run(1)
    print(atStart, try peakMemory())
  default:
    throw Refusal(usage)
  }
}

do {
  let arguments = CommandLine.arguments
  guard arguments.count > 2 else { throw Refusal(usage) }
  try carryOut(arguments[1], folder: URL(fileURLWithPath: arguments[2]), Array(arguments[3...]))
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
