import Testing

@testable import Millrace

@Suite("JSON Merge Patch (RFC 7386)")
struct MergePatchTests {
  /// Appendix A: original, patch, result.
  private static let examples = [
    (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
    (#"{"a":"b"}"#, #"{"a":null}"#, "{}"),
    (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
    (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
    (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
    (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
    (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
    (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
    (#"{"a":"foo"}"#, "null", "null"),
    (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
    (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
    ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
    ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
  ]

  @Test(arguments: examples)
  func `the examples of the RFC come out as it says`(_ original: String, _ patch: String, _ result: String) throws {
    var value = try JSON.decode(JSON.Value.self, from: original)
    value.mergePatch(try JSON.decode(from: patch))
    #expect(value.description == result)
  }

  @Test(arguments: examples)
  func `a patch made from the examples does the same`(_ original: String, _: String, _ result: String) throws {
    let before = try JSON.decode(JSON.Value.self, from: original)
    let after = try JSON.decode(JSON.Value.self, from: result)
    var value = before
    value.mergePatch(try #require(before.mergePatch(to: after)))
    #expect(value == after)
  }

  @Test(arguments: [
    ("{}", #"{"a":null}"#, nil),
    (#"{"a":1}"#, #"{"a":null}"#, nil),
    ("1", #"{"a":{"b":null}}"#, nil),
    (#"{"a":null}"#, #"{"a":null,"b":1}"#, #"{"b":1}"#),
    (#"{"a":null}"#, "{}", #"{"a":null}"#),
    ("{}", #"{"a":[null,{"b":null}]}"#, #"{"a":[null,{"b":null}]}"#),
    ("{}", "null", "null"),
    (#"{"a":{"b":1,"c":2}}"#, #"{"a":{"c":3}}"#, #"{"a":{"c":3,"b":null}}"#),
    (#"{"a":1.0}"#, #"{"a":1}"#, "{}"),
    ("[]", "{}", "{}"),
  ])
  func `there is a patch unless a null would have to be set`(
    _ before: String, _ after: String, _ expected: String?
  ) throws {
    let before = try JSON.decode(JSON.Value.self, from: before)
    let after = try JSON.decode(JSON.Value.self, from: after)
    #expect(before.mergePatch(to: after)?.description == expected)
  }

  @Test func `numbers with another text are changed by an option`() throws {
    let before = try JSON.decode(JSON.Value.self, from: #"{"a":1.0,"b":2}"#)
    #expect(before.mergePatch(to: ["a": 1, "b": 2], numbers: .byText)?.description == #"{"a":1}"#)
  }

  @Test func `random patches do what they do in Python`() async throws {
    var trees = RandomTree("merge patches")
    let questions = (0..<Scale.count(5_000)).map { _ in
      let before = trees.tree(depth: 3)
      let patch = trees.random.once(in: 2) ? trees.tree(depth: 3) : trees.changed(before)
      var after = before
      after.mergePatch(patch)
      return PatchQuestion(kind: .merge, before: before, patch: patch, after: after)
    }
    var mismatches = Mismatches()
    try await PatchQuestion.check(questions, &mismatches)
    mismatches.report()
  }

  @Test func `patches made of random trees lead in Python from one to the other`() async throws {
    var trees = RandomTree("made merge patches")
    var questions: [PatchQuestion] = []
    var without = 0
    for _ in 0..<Scale.count(5_000) {
      let before = trees.tree(depth: 3)
      let after = trees.random.once(in: 2) ? trees.tree(depth: 3) : trees.changed(before)
      if let patch = before.mergePatch(to: after) {
        questions.append(PatchQuestion(kind: .merge, before: before, patch: patch, after: after))
      } else {
        without += 1
        #expect(after.description.contains("null"))
      }
    }
    #expect(without * 2 < questions.count)
    var mismatches = Mismatches()
    try await PatchQuestion.check(questions, &mismatches)
    mismatches.report()
  }
}
