import Foundation
import MillraceCommand
import Synchronization

/// What a command said and how it ended.
struct Outcome {
  var status: Int32
  var output: String
  var complaints: String
}

/// Runs a verb in this process. What it converts must go to a file.
func millrace(_ arguments: String...) -> Outcome {
  final class Transcript: Sendable {
    let output = Mutex("")
    let complaints = Mutex("")
  }
  let transcript = Transcript()
  let console = Console(
    say: { text in transcript.output.withLock { $0 += text } },
    complain: { text in transcript.complaints.withLock { $0 += text } })
  let status = runCommand(["millrace"] + arguments, console: console)
  return Outcome(
    status: status.rawValue, output: transcript.output.withLock { $0 },
    complaints: transcript.complaints.withLock { $0 })
}

/// The tool, which is built into the folder that the tests are in.
let toolPath = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
  .deletingLastPathComponent().appendingPathComponent("millrace").path

/// Runs the tool as a process, with bytes on its standard input.
func millraceProcess(_ arguments: [String], input: String = "") throws -> Outcome {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: toolPath)
  process.arguments = arguments
  return try run(process, input: input)
}

/// Runs a command line of the shell.
func shell(_ line: String, input: String = "") throws -> Outcome {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/bin/sh")
  process.arguments = ["-c", line]
  return try run(process, input: input)
}

/// Runs a script of Python, which is the oracle of these tests.
func python(_ script: String, _ arguments: String..., input: String = "") throws -> Outcome {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["python3", "-c", script] + arguments
  return try run(process, input: input)
}

/// Runs a process to its end.
func run(_ process: Process, input: String) throws -> Outcome {
  let folder = try TemporaryFolder()
  let paths = try ["in", "out", "err"].map { try folder.write($0 == "in" ? input : "", to: $0) }
  process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: paths[0]))
  process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: paths[1]))
  process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: paths[2]))
  try process.run()
  process.waitUntilExit()
  return Outcome(
    status: process.terminationStatus, output: try folder.read("out"), complaints: try folder.read("err"))
}

/// A folder that is there as long as it is referred to.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("millrace-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path(name))), as: UTF8.self)
  }

  var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() } }
}

/// A document in the repository's folder of data.
func document(_ name: String) -> String {
  URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Data/\(name)")
    .standardizedFileURL.path
}
