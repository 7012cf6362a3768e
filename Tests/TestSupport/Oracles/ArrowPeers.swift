/// Other libraries that read and write Arrow, asked in one process for any number of tables: see `arrow_oracle.py`.
package enum ArrowPeers {
  /// One answer for each question.
  ///
  /// - Parameter questions: words with a space between them.
  package static func answers(to questions: [String]) async throws -> [Substring] {
    let script = Script(
      program: Repository.pythonWithPeers, file: "arrow_oracle.py", hint: "scripts/test makes it")
    return try await script.answers(to: Array(questions.map { $0 + "\n" }.joined().utf8), count: questions.count)
  }

  /// The bytes that an answer is, or begins with.
  package static func bytes(_ answer: some StringProtocol) throws -> [UInt8] {
    let digits = Array(answer.utf8.prefix { $0 != UInt8(ascii: " ") })
    return try stride(from: 0, to: digits.count, by: 2).map { index in
      let byte =
        index + 1 < digits.count ? UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16) : nil
      guard let byte else { throw HostProgram.Failure(description: "no bytes: \(answer.prefix(300))") }
      return byte
    }
  }

  package static func hexadecimal(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.append(hexadecimal: bytes)
    return String(decoding: text, as: UTF8.self)
  }
}
