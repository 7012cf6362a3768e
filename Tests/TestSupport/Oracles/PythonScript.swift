import Foundation

/// Runs a script of Python with bytes on its standard input, and returns its standard output.
package func runPython(_ script: String, _ arguments: [String], input: [UInt8]) throws -> [UInt8] {
  let folder = FileManager.default.temporaryDirectory.appending(path: "millrace-tests-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let (inputFile, outputFile) = (folder.appending(path: "in"), folder.appending(path: "out"))
  try Data(input).write(to: inputFile)
  try Data().write(to: outputFile)
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = ["python3", "-c", script] + arguments
  process.standardInput = try FileHandle(forReadingFrom: inputFile)
  process.standardOutput = try FileHandle(forWritingTo: outputFile)
  try process.run()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else {
    throw Script.Failure(description: "the Python script ended with status \(process.terminationStatus)")
  }
  return Array(try Data(contentsOf: outputFile))
}
