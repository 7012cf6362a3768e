import Millrace
import Testing

/// A text, how it is read, and which error that is to give, where.
///
/// In the text `‸` marks the place of the error and is itself no part of it, and `■` stands for the byte 0x80.
struct ErrorCase: CustomTestStringConvertible {
  let type: String
  let marked: String
  let problem: FormatError.Problem
  let path: String
  /// The options, and reading with them.
  private let attempt: (GuardedMemory, [UInt8]) throws(FormatError) -> Void

  init<Value: Readable>(
    _ type: Value.Type, _ marked: String, _ problem: FormatError.Problem, path: String = "",
    options: JSON.ReadingOptions = JSON.ReadingOptions()
  ) {
    self.init("\(type)", marked, problem, path) { (memory, text) throws(FormatError) in
      _ = try memory.decode(type, from: text, options: options)
    }
  }

  init<Value: Readable, Style: JSON.Style>(
    _ type: Value.Type, _ marked: String, _ problem: FormatError.Problem, path: String = "",
    options: JSON.ReadingOptions = JSON.ReadingOptions(), style: Style.Type
  ) {
    self.init("\(type)", marked, problem, path) { (memory, text) throws(FormatError) in
      _ = try memory.decode(type, from: text, options: options, style: style)
    }
  }

  private init(
    _ type: String, _ marked: String, _ problem: FormatError.Problem, _ path: String,
    _ attempt: @escaping (GuardedMemory, [UInt8]) throws(FormatError) -> Void
  ) {
    self.type = type
    self.marked = marked
    self.problem = problem
    self.path = path
    self.attempt = attempt
  }

  var testDescription: String { "\(type) from \(marked)" }

  private static let marker = Array("‸".utf8)
  private static let wrongByte = Array("■".utf8)

  /// The text as it is read, with the marker's offset.
  var text: (bytes: [UInt8], offset: Int)? {
    let parts = Array(marked.utf8).split(separator: Self.marker, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let halves = parts.map { Array($0).replacing(Self.wrongByte, with: [0x80]) }
    return (halves[0] + halves[1], halves[0].count)
  }

  /// The place of the marker, counted the slow way: lines by line feeds, columns by Unicode scalars, both from one.
  var place: (line: Int, column: Int) {
    let lines = marked.unicodeScalars.prefix { $0 != "‸" }.split(separator: "\n", omittingEmptySubsequences: false)
    return (lines.count, (lines.last?.count ?? 0) + 1)
  }

  /// The error of reading a text, which is to be one.
  func error(for text: [UInt8], in memory: GuardedMemory) -> FormatError? {
    do {
      try attempt(memory, text)
      return nil
    } catch {
      return error
    }
  }
}

extension ErrorCase {
  /// Reads the case with text before and after it, and compares problem and place.
  ///
  /// - Parameter before: Whole lines.
  func check(before: String, behind: String = "", _ mismatches: inout Mismatches) throws {
    let about = "\(testDescription) after \(before.utf8.count) bytes, before \(behind.utf8.count) bytes"
    let (bytes, offset) = try #require(self.text, "a case has one marker: \(marked)")
    let memory = GuardedMemory(capacity: 4_096)
    guard let error = error(for: Array(before.utf8) + bytes + Array(behind.utf8), in: memory) else {
      return mismatches.note("\(about): accepted")
    }
    if !error.problem.isSame(as: problem) { mismatches.note("\(about): \(error.problem)") }
    let lines = before.utf8.count { $0 == UInt8(ascii: "\n") }
    let expected = FormatError.Place(
      offset: before.utf8.count + offset, line: lines + place.line, column: place.column, path: path)
    mismatches.expect(error.place, expected, about)
  }
}

extension FormatError.Problem {
  /// Whether two problems are the same fact. Errors of other types are the same if their types are.
  func isSame(as other: FormatError.Problem) -> Bool {
    switch (self, other) {
    case (.unexpectedEnd(let one), .unexpectedEnd(let other)): one == other
    case (.unexpectedByte(let one, let expected), .unexpectedByte(let other, let otherExpected)):
      one == other && expected == otherExpected
    case (.mismatch(let expected, let found), .mismatch(let otherExpected, let otherFound)):
      expected == otherExpected && found == otherFound
    case (.numberOutOfRange(let one), .numberOutOfRange(let other)): one == other
    case (.controlCharacter(let one), .controlCharacter(let other)): one == other
    case (.missingField(let one), .missingField(let other)): one == other
    case (.duplicateKey(let one), .duplicateKey(let other)): one == other
    case (.invalidValue(let type, let found), .invalidValue(let otherType, let otherFound)):
      type == otherType && found == otherFound
    case (.nestedTooDeep(let one), .nestedTooDeep(let other)): one == other
    case (.notFinite(let one), .notFinite(let other)): one.bitPattern == other.bitPattern
    case (.noSuchPath(let one), .noSuchPath(let other)): one == other
    case (.custom(let one), .custom(let other)): Swift.type(of: one) == Swift.type(of: other)
    case (.trailingContent, .trailingContent), (.malformedNumber, .malformedNumber), (.notAnInteger, .notAnInteger),
      (.invalidEscape, .invalidEscape), (.loneSurrogate, .loneSurrogate), (.invalidUTF8, .invalidUTF8),
      (.stackExhausted, .stackExhausted):
      true
    default: false
    }
  }

  var isAtEnd: Bool {
    if case .unexpectedEnd = self { true } else { false }
  }
}
