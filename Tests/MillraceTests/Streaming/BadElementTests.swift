import Millrace
import SystemLibrary
import Testing

@Suite("Bad elements of streams")
struct BadElementTests {
  private static let lines = [
    "{\"a\":1}", "{\"a\":}", "", "{\"a\":2", "\"\\x\"", "{\"a\":3}  ", "{\"a\":4} 5", "{\"a\":", "6}", "tru", "[[[[",
    "\u{1}",
    "{\"b\":1}}}}", "{\"a\":7}",
  ]

  /// The numbers of the lines that Python's json rejects, counted from 1.
  private func badLines(of text: [UInt8]) throws -> [Int] {
    let script = """
      import json, sys
      for number, line in enumerate(sys.stdin.buffer.read().split(b"\\n"), 1):
        if line.strip():
          try: json.loads(line)
          except ValueError: print(number)
      """
    return String(decoding: try runPython(script, [], input: text), as: UTF8.self).split(separator: "\n")
      .compactMap { Int($0) }
  }

  @Test func `bad lines are skipped, and those that Python rejects are reported`() throws {
    let text = Array(Self.lines.joined(separator: "\n").utf8)
    let expected = try badLines(of: text)
    #expect(expected.count == 10)
    var mismatches = Mismatches()
    for cut in 0...text.count {
      let reported = Locked<[Int]>([])
      let options = JSON.StreamOptions(
        framing: .lines, onBadElement: .report { error in reported.withLock { $0.append(error.place.line ?? -1) } })
      let source = ChunkedSource(text, cutAt: [cut])
      let (values, error) = try JSON.stream([String: Int].self, from: source, options: options).collected()
      // What follows an element on its line may come when the element has been given already.
      let given = values.compactMap { $0["a"] }
      if given.filter({ $0 != 4 }) != [1, 3, 7] || error != nil { mismatches.note("cut at \(cut): \(values)") }
      mismatches.expect(reported.withLock { $0 }, expected, "cut at \(cut)")
    }
    mismatches.report()
  }

  @Test func `errors after errors have the right lines and columns`() throws {
    let lines = (0..<300).map { $0 % 3 == 0 ? "{\"a\":1}" : String(repeating: "é", count: $0 % 7) + "x" }
    let reported = Locked<[FormatError.Place]>([])
    let options = JSON.StreamOptions(
      framing: .lines, onBadElement: .report { error in reported.withLock { $0.append(error.place) } })
    try JSON.stream([String: Int].self, from: Array(lines.joined(separator: "\n").utf8), options: options)
      .forEach { _ in }
    let bad = lines.indices.filter { $0 % 3 != 0 }
    #expect(reported.withLock { $0.map(\.line) } == bad.map { $0 + 1 })
    #expect(reported.withLock { $0.allSatisfy { $0.column == 1 } })
  }

  @Test func `by default the first bad line ends the stream, with its number`() throws {
    let text = Array(Self.lines.joined(separator: "\n").utf8)
    var stream = try JSON.stream([String: Int].self, from: text, options: JSON.StreamOptions(framing: .lines))
    #expect(try stream.next() == ["a": 1])
    let error = #expect(throws: FormatError.self) { try stream.next() }
    #expect(error?.place == FormatError.Place(offset: 13, line: 2, column: 6, path: "/a"))
    #expect(try stream.next() == nil)
  }

  @Test func `a line that is too large is skipped in bounded memory`() throws {
    let text = Array(("1\n\"" + String(repeating: "x", count: 1_000_000) + "\"\n2\n").utf8)
    let reported = Locked<[FormatError]>([])
    let options = JSON.StreamOptions(
      framing: .lines, maximumElementSize: 1000,
      onBadElement: .report { error in reported.withLock { $0.append(error) } })
    let source = ChunkedSource(text, cutAt: Array(stride(from: 0, to: text.count, by: 999)))
    #expect(try JSON.stream(Int.self, from: source, options: options).collected().values == [1, 2])
    #expect(reported.withLock { $0.map(\.place.line) } == [2])
  }

  @Test(arguments: [JSON.StreamOptions.Framing.automatic, .array, .document, .concatenated])
  func `bad elements cannot be skipped where the next one has no known beginning`(
    _ framing: JSON.StreamOptions.Framing
  ) {
    let options = JSON.StreamOptions(framing: framing, onBadElement: .skip)
    #expect(throws: JSON.StreamOptions.InvalidOptions.cannotSkip(framing)) {
      _ = try JSON.stream(Int.self, from: Array("[1]".utf8), options: options).collected()
    }
  }

  // RFC 7464: what a record is and is not, with what must be read from it.
  @Test(arguments: [
    ("\u{1E}{\"a\":1}\n\u{1E}[]\n", ["{\"a\":1}", "[]"], 0),
    ("", [], 0),
    ("\u{1E}", [], 0),
    ("\u{1E}\u{1E}\u{1E}1\n", ["1"], 0),  // several separators are one: section 2.1
    ("\u{1E}1\n\u{1E}2\n\n\n", ["1", "2"], 0),
    ("\u{1E}\n\u{1E}7 \u{1E}8\t", ["7", "8"], 0),  // any white space shows that a number is whole: section 2.4
    ("\u{1E}{\"a\":1}\u{1E}\"b\"", ["{\"a\":1}", "\"b\""], 0),
    ("\u{1E}12\u{1E}3\n", ["3"], 1),  // 12 may be the beginning of 123
    ("\u{1E}3\n\u{1E}12", ["3"], 1),
    ("\u{1E}true\u{1E}null\n", ["null"], 1),
    ("\u{1E}{\"a\":\u{1E}[1]\n", ["[1]"], 1),
    ("\u{1E}{\"a\":[\"x\u{1E}[1]\n", ["[1]"], 1),
    ("\u{1E}[1,\n 2]\n", ["[1,2]"], 0),
    ("1\n\u{1E}2\n", ["2"], 1),
    ("\u{1E}1\n2\n\u{1E}3\n", ["1", "3"], 1),
    ("\u{1E}1 2\n\u{1E}3\n", ["3"], 1),
    ("\u{1E}[1", [], 1),
  ])
  func `records are read as RFC 7464 wants it`(_ text: String, _ expected: [String], _ bad: Int) throws {
    var mismatches = Mismatches()
    for cut in 0...text.utf8.count {
      let reported = Locked(0)
      let options = JSON.StreamOptions(
        framing: .records, onBadElement: .report { _ in reported.withLock { $0 += 1 } })
      let source = ChunkedSource(Array(text.utf8), cutAt: [cut])
      let (values, error) = try JSON.stream(JSONTree.self, from: source, options: options).collected()
      let found = try values.map { try JSON.encode($0, as: String.self) }
      // A record that is followed by something else on its line has been given when that comes later.
      if text != "\u{1E}1 2\n\u{1E}3\n" || found.count == 1 { mismatches.expect(found, expected, "cut at \(cut)") }
      mismatches.expect(reported.withLock { $0 }, bad, "bad ones, cut at \(cut)")
      if error != nil { mismatches.note("\(String(describing: error))") }
    }
    mismatches.report()
  }

  @Test func `a record that is cut says where`() throws {
    let text = Array("\u{1E}{\"a\":1}\n\u{1E}{\"a\":[\u{1E}3\n".utf8)
    let options = JSON.StreamOptions(framing: .records)
    let error = try JSON.stream(JSONTree.self, from: text, options: options).collected().error
    guard case .unexpectedEnd(expected: .value) = error?.problem else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.place == FormatError.Place(offset: 16, line: 2, column: 8, path: "/a/0"))
  }
}
