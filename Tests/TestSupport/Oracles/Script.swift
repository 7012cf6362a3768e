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

  /// One answer for each question, as the script describes them.
  ///
  /// - Parameter questions: one a line.
  package func answers(to questions: [UInt8], count: Int) async throws -> [Substring] {
    let folder = try ExchangeFolder()
    try folder.write(questions)
    do {
      try await HostProgram([program, "\(Repository.oracles)/\(file)", folder.file("in"), folder.file("out")]).end()
    } catch let failure as HostProgram.Failure {
      throw HostProgram.Failure(description: "\(file): \(failure.description)\(hint.isEmpty ? "" : " (\(hint))")")
    }
    let answers = String(decoding: try folder.read(), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    guard answers.count == count else {
      throw HostProgram.Failure(description: "\(file) gave \(answers.count) answers to \(count) questions")
    }
    return Array(answers)
  }
}
