import Foundation
import MillraceCommand
import MillraceCommandLine
import SystemLibrary
import TestSupport

/// Runs a verb in this process. What it converts must go to a file.
func millrace(_ arguments: String...) -> Outcome { millrace(arguments) }

/// Runs a verb in this process. What it converts must go to a file.
func millrace(_ arguments: [String]) -> Outcome {
  final class Transcript: Sendable {
    let output = Locked("")
    let complaints = Locked("")
  }
  let transcript = Transcript()
  let console = Console(
    standardOutput: { text in transcript.output.withLock { $0 += text } },
    standardError: { text in transcript.complaints.withLock { $0 += text } })
  let status = runCommand(["millrace"] + arguments, console: console)
  return Outcome(
    status: status.rawValue, output: transcript.output.withLock { $0 },
    complaints: transcript.complaints.withLock { $0 })
}

/// The tool, which is built into the folder that the tests are in.
let toolPath = builtProgram("millrace")

/// Runs the tool as a process, with bytes on its standard input.
func millraceProcess(_ arguments: [String], input: String = "") throws -> Outcome {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: toolPath)
  process.arguments = arguments
  return try run(process, input: Data(input.utf8))
}

/// Runs a command line of the shell.
func shell(_ line: String, input: String = "") throws -> Outcome {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/bin/sh")
  process.arguments = ["-c", line]
  return try run(process, input: Data(input.utf8))
}

/// Runs a script of Python, which is the oracle of these tests.
func python(_ script: String, _ arguments: String..., input: String = "") throws -> Outcome {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["python3", "-c", script] + arguments
  return try run(process, input: Data(input.utf8))
}

/// Runs a script of the Python that has pyarrow, which `scripts/test` installs.
func pythonWithPeers(_ script: String, _ arguments: String...) throws -> Outcome {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: Repository.pythonWithPeers)
  process.arguments = ["-c", script + endOfPyarrow] + arguments
  return try run(process, input: Data())
}

/// A document in the repository's folder of data.
func document(_ name: String) -> String {
  URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Data/\(name)")
    .standardizedFileURL.path
}
