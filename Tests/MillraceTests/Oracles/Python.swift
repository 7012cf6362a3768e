import Foundation

/// Python's `json` module and its `float`, asked in one process for any number of texts.
enum Python {
  enum Question {
    /// What is this text, in canonical form?
    case tree([UInt8])
    /// How does `json.dumps(indent=2, ensure_ascii=False)` lay this text out?
    case layout([UInt8])
    /// Which double is nearest to this number?
    case bits(String)
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// What Python says of a text that it refuses.
  static let refused = "refused"

  /// One answer for each question, as the script describes them.
  static func answers(to questions: [Question]) async throws -> [Substring] {
    try await answers(of: "json_oracle.py", to: lines(questions), count: questions.count)
  }

  /// What a script of this folder answers.
  ///
  /// - Parameters:
  ///   - questions: lines of text, as the script describes them.
  ///   - count: the number of lines.
  static func answers(of script: String, to questions: [UInt8], count: Int) async throws -> [Substring] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "millrace-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let questionsFile = folder.appending(path: "questions")
    let answersFile = folder.appending(path: "answers")
    try Data(questions).write(to: questionsFile)

    let process = Process()
    process.executableURL = try executable()
    process.arguments = [Repository.oracles + "/" + script, questionsFile.path(), answersFile.path()]
    let status = try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
    guard status == 0 else { throw Failure(description: "the Python script ended with status \(status)") }
    let answers = try String(contentsOf: answersFile, encoding: .utf8).split(separator: "\n")
    guard answers.count == count else {
      throw Failure(description: "\(answers.count) answers to \(count) questions")
    }
    return answers
  }

  private static func lines(_ questions: [Question]) -> [UInt8] {
    var lines: [UInt8] = []
    for question in questions {
      switch question {
      case .tree(let text):
        lines.append(UInt8(ascii: "t"))
        lines.append(hexadecimal: text)
      case .layout(let text):
        lines.append(UInt8(ascii: "l"))
        lines.append(hexadecimal: text)
      case .bits(let text):
        lines.append(UInt8(ascii: "b"))
        lines.append(hexadecimal: Array(text.utf8))
      }
      lines.append(UInt8(ascii: "\n"))
    }
    return lines
  }

  private static func executable() throws -> URL {
    let folders = ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":")
    guard let folder = folders.first(where: { FileManager.default.isExecutableFile(atPath: "\($0)/python3") }) else {
      throw Failure(description: "python3 is not on the PATH; these tests compare with its json module")
    }
    return URL(filePath: "\(folder)/python3")
  }
}

extension [UInt8] {
  mutating func append(hexadecimal bytes: [UInt8]) {
    for byte in bytes {
      append(Self.hexadecimalDigits[Int(byte >> 4)])
      append(Self.hexadecimalDigits[Int(byte & 15)])
    }
  }

  private static let hexadecimalDigits = Array("0123456789abcdef".utf8)
}
