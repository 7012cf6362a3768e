import Foundation

/// A script in another language that answers questions, all of them in one process.
package struct Script {
  /// Looked for on the PATH, unless it is a path.
  package var program: String
  /// Its name in the folder `Oracles`. The arguments are a file of questions and one for the answers.
  package var file: String
  /// How to get the program, if it is missing.
  package var hint = ""

  package init(program: String, file: String, hint: String = "") {
    self.program = program
    self.file = file
    self.hint = hint
  }

  package struct Failure: Error, CustomStringConvertible {
    package var description: String
  }

  /// One answer for each question, as the script describes them.
  ///
  /// - Parameter questions: one a line.
  package func answers(to questions: [UInt8], count: Int) async throws -> [Substring] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "millrace-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let questionsFile = folder.appending(path: "questions")
    let answersFile = folder.appending(path: "answers")
    try Data(questions).write(to: questionsFile)

    let process = Process()
    process.executableURL = try executable()
    process.arguments = [Repository.oracles + "/" + file, questionsFile.path(), answersFile.path()]
    let status = try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
    guard status == 0 else { throw Failure(description: "\(file) ended with status \(status)") }
    let answers = try String(contentsOf: answersFile, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    guard answers.count == count else {
      throw Failure(description: "\(file) gave \(answers.count) answers to \(count) questions")
    }
    return Array(answers)
  }

  private func executable() throws -> URL {
    if program.contains("/") {
      guard FileManager.default.isExecutableFile(atPath: program) else {
        throw Failure(description: "\(program) is missing: \(hint)")
      }
      return URL(filePath: program)
    }
    let folders = ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":")
    guard let folder = folders.first(where: { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }) else {
      throw Failure(description: "\(program) is not on the PATH, and these tests compare with it")
    }
    return URL(filePath: "\(folder)/\(program)")
  }
}
