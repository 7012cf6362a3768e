import Testing

@testable import Millrace

@Serializable
private struct Release: Equatable {
  var releaseYear: Int
  var myURLPath: String?
  @Field("né \"quoted\"") var other: Double = 0.5
}

@Serializable
private struct Measured: Equatable {
  var at: Instant
  var value: Double
}

private enum SortedLines: JSON.Style { typealias Layout = JSON.Sorted<JSON.Indented> }
private enum Scripts: JSON.Style { typealias Escapes = JSON.ForScripts }
private enum Plain: JSON.Style { typealias Escapes = JSON.ASCIIOnly }
private enum Slashes: JSON.Style { typealias Escapes = JSON.WithSlashes }
private enum Snakes: JSON.Style { typealias Keys = JSON.SnakeCase }
private enum Nulls: JSON.Style { typealias NotFinite = NotFiniteAsNull }
private enum Strings: JSON.Style { typealias NotFinite = NotFiniteAsStrings }
private enum Unix: JSON.Style { typealias Dates = UnixMilliseconds }

/// A strategy of a user's: five lines.
private enum Days: FieldStrategy {
  static func read<R: FormatReader & ~Copyable & ~Escapable>(from reader: inout R) throws -> Instant {
    Instant(seconds: try reader.readInt64() * 86_400)
  }
  static func write<W: FormatWriter & ~Copyable>(_ value: borrowing Instant, to writer: inout W) {
    writer.write(value.seconds / 86_400)
  }
}
private enum InDays: JSON.Style { typealias Dates = Days }

@Suite("Styles")
struct StyleTests {
  private static func compare<Style: JSON.Style>(
    _ style: Style.Type, _ question: ([UInt8]) -> Node.Question
  ) async throws {
    var documents = RandomJSON(SeededGenerator())
    let texts = (0..<Scale.count(1_000)).map { _ in documents.document(of: 20) }
    let answers = try await Node.answers(to: texts.map(question))
    var mismatches = Mismatches()
    for (text, answer) in zip(texts, answers) where answer != Node.rejected {
      // Numbers by JavaScript's rules, so that the rest can be compared.
      let value = try JSON.decode(JSON.Value.self, from: Array(answer.utf8))
      mismatches.expect(
        try JSON.encode(value, as: String.self, style: style), answer, String(decoding: text, as: UTF8.self))
    }
    mismatches.report()
  }

  @Test func `members are sorted and laid out as JavaScript does it`() async throws {
    try await Self.compare(SortedLines.self) { .sorted($0) }
  }

  @Test func `text for scripts is what JavaScript makes by replacing`() async throws {
    try await Self.compare(Scripts.self) { .forScripts($0) }
  }

  @Test func `ASCII only is what JavaScript makes by replacing`() async throws {
    try await Self.compare(Plain.self) { .ascii($0) }
  }

  @Test func `every scalar among every kind of neighbour is escaped as JavaScript does it`() async throws {
    var random = SeededGenerator()
    let scalars: [Unicode.Scalar] = [
      "<", ">", "&", "/", "\u{2028}", "\u{2029}", "\u{2027}", "\u{7F}", "é", "😀", "\"", "\\", "\n", "\0", "a", "b",
    ]
    let texts = (0..<Scale.count(4_000)).map { _ in
      var text = String.UnicodeScalarView()
      for _ in 0..<random.below(40) { text.append(random.once(in: 3) ? random.element(of: scalars) : "x") }
      return String(text)
    }
    let questions = try texts.map { try JSON.encode($0) }
    let forScripts = try await Node.answers(to: questions.map { .forScripts($0) })
    let ascii = try await Node.answers(to: questions.map { .ascii($0) })
    var mismatches = Mismatches()
    for (index, text) in texts.enumerated() {
      mismatches.expect(try JSON.encode(text, as: String.self, style: Scripts.self), forScripts[index], text)
      mismatches.expect(try JSON.encode(text, as: String.self, style: Plain.self), ascii[index], text)
      let slashes = try JSON.encode(text, as: String.self, style: Slashes.self)
      mismatches.expect(slashes, try JSON.encode(text, as: String.self).replacing("/", with: "\\/"), text)
    }
    mismatches.report()
  }

  @Test func `keys are those of the style, and known again when they are read`() throws {
    let release = Release(releaseYear: 1998, myURLPath: "/a", other: 2)
    let text = try JSON.encode(release, as: String.self, style: Snakes.self)
    #expect(text == #"{"release_year":1998,"my_url_path":"/a","né \"quoted\"":2}"#)
    #expect(try JSON.decode(Release.self, from: text, style: Snakes.self) == release)
    let other = #"{"x":[],"my_url_path":"/b","release_year":1,"releaseYear":2}"#
    #expect(try JSON.decode(Release.self, from: other, style: Snakes.self) == Release(releaseYear: 1, myURLPath: "/b"))
    let escaped = try JSON.encode(release, as: String.self, style: Plain.self)
    #expect(escaped == #"{"releaseYear":1998,"myURLPath":"/a","n\u00e9 \"quoted\"":2}"#)
  }

  @Test(arguments: [
    ("releaseYear", "release_year", "releaseYear"), ("myURLPath", "my_url_path", "myUrlPath"), ("a", "a", "a"),
    ("release_year", "release_year", "releaseYear"), ("", "", ""), ("_private", "_private", "_private"),
    ("HTTPServer", "http_server", "httpServer"), ("version2Beta", "version2_beta", "version2Beta"),
  ])
  func `words are found`(_ name: String, _ snake: String, _ camel: String) {
    #expect(JSON.SnakeCase.key(for: name) == snake)
    #expect(JSON.CamelCase.key(for: name) == camel)
  }

  @Test func `non-finite numbers have the representation of the style`() throws {
    let numbers = [1, Double.nan, .infinity, -.infinity]
    #expect(try JSON.encode(numbers, as: String.self, style: Nulls.self) == "[1,null,null,null]")
    let strings = try JSON.encode(numbers, as: String.self, style: Strings.self)
    #expect(strings == #"[1,"NaN","Infinity","-Infinity"]"#)
    let read = try JSON.decode([Double].self, from: strings, style: Strings.self)
    #expect(read[0] == 1 && read[1].isNaN && read[2] == .infinity && read[3] == -.infinity)
    #expect(try JSON.decode(Double.self, from: "null", style: Nulls.self).isNaN)
    let error = #expect(throws: FormatError.self) {
      try JSON.decode([Double].self, from: #"[1,"nan"]"#, style: Strings.self)
    }
    #expect(error?.place.path == "/1")
    #expect(throws: FormatError.self) { try JSON.decode(Double.self, from: #""NaN""#, style: Nulls.self) }
  }

  @Test func `instants have the representation of the style`() throws {
    let measured = Measured(at: Instant(seconds: 1_000_000, nanoseconds: 250_000_000), value: 1.5)
    #expect(try JSON.encode(measured, as: String.self) == #"{"at":"1970-01-12T13:46:40.250Z","value":1.5}"#)
    #expect(try JSON.encode(measured, as: String.self, style: Unix.self) == #"{"at":1000000250,"value":1.5}"#)
    #expect(try JSON.decode(Measured.self, from: #"{"value":1.5,"at":1000000250}"#, style: Unix.self) == measured)
    let days = try JSON.decode(Measured.self, from: #"{"at":2,"value":0}"#, style: InDays.self)
    #expect(days.at == Instant(seconds: 172_800))
    #expect(try JSON.encode(days, as: String.self, style: InDays.self) == #"{"at":2,"value":0}"#)
    let finer = Measured(at: Instant(seconds: 0, nanoseconds: 1), value: 0)
    let error = #expect(throws: FormatError.self) { try JSON.encode([finer], style: Unix.self) }
    #expect(error?.place.path == "/0/at")
  }

  /// What Ruby 3.1 says.
  @Test(arguments: [
    (100.0, "100.0"), (0.0, "0.0"), (-0.0, "-0.0"), (3.14, "3.14"), (1e14, "100000000000000.0"), (1e15, "1.0e+15"),
    (1e16, "1.0e+16"),
    (1.5e300, "1.5e+300"), (0.0001, "0.0001"), (0.00001, "1.0e-05"), (1.25e-7, "1.25e-07"),
    (123_456_789.125, "123456789.125"), (-2.5, "-2.5"), (1e100, "1.0e+100"),
  ])
  func `Rails writes doubles as Ruby does`(_ number: Double, _ text: String) throws {
    #expect(try JSON.encode(number, as: String.self, style: JSON.Rails.self) == text)
  }

  @Test func `Rails writes nil, scripts, times and numbers that are not finite in its way`() throws {
    #expect(
      try JSON.encode(Release(releaseYear: 1), as: String.self, style: JSON.Rails.self)
        == #"{"releaseYear":1,"myURLPath":null,"né \"quoted\"":0.5}"#)
    let measured = Measured(at: Instant(seconds: 0, nanoseconds: 999_999), value: .nan)
    #expect(
      try JSON.encode(measured, as: String.self, style: JSON.Rails.self)
        == #"{"at":"1970-01-01T00:00:00.000Z","value":null}"#)
    #expect(try JSON.encode("</a>\u{2028}", as: String.self, style: JSON.Rails.self) == #""\u003c/a\u003e\u2028""#)
  }
}
