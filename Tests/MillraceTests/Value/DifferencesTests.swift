import Testing

@testable import Millrace

@Suite("Differences of documents")
struct DifferencesTests {
  @Test(arguments: [
    ("1", "1.0", "equal"),
    (#"{"a":1,"b":[]}"#, #"{"b":[],"a":1}"#, "equal"),
    ("1", "2", "2 instead of 1"),
    ("[]", "{}", "{} instead of []"),
    (#"{"a":{"b":1}}"#, #"{"a":{"b":null}}"#, "/a/b: null instead of 1"),
    (#"{"a":1}"#, #"{"b":1}"#, "/a: 1 is missing\n/b: 1 is new"),
    (#"{"a/b":{"m~n":[0]}}"#, #"{"a/b":{"m~n":["x"]}}"#, #"/a~1b/m~0n/0: "x" instead of 0"#),
    ("[1,2,3]", "[1,3]", "/1: 2 is missing"),
    ("[1,3]", "[1,2,3]", "/1: 2 is new"),
    ("[1,2,3,4]", "[1,5]", "/1: 5 instead of 2\n/3: 4 is missing\n/2: 3 is missing"),
    ("[1,5]", "[1,2,3,4]", "/1: 2 instead of 5\n/2: 3 is new\n/3: 4 is new"),
    ("[1,1]", "[1]", "/1: 1 is missing"),
    (#"[{"a":1},{"a":2}]"#, #"[{"a":1},{"a":3}]"#, "/1/a: 3 instead of 2"),
    (#""é""#, #""e\u0301""#, "\"e\u{301}\" instead of \"é\""),
  ])
  func `each difference is described in a line`(_ old: String, _ new: String, _ expected: String) throws {
    let old = try JSON.decode(JSON.Value.self, from: old)
    let new = try JSON.decode(JSON.Value.self, from: new)
    #expect(old.differences(to: new).description.utf8.elementsEqual(expected.utf8))
    #expect(old.differences(to: new).isEmpty == (old == new))
  }

  @Test func `numbers can be distinguished by their text`() throws {
    let old = try JSON.decode(JSON.Value.self, from: "[1.0,2]")
    #expect(old.differences(to: [1, 2], numbers: .byText).description == "/0: 1 instead of 1.0")
    #expect(old.differences(to: [1, 2]).isEmpty)
  }

  @Test func `long values are cut in descriptions only`() {
    let long = String(repeating: "x", count: 10_000)
    let differences = (["a": 1] as JSON.Value).differences(to: ["a": .string(long)])
    #expect(differences.description.count < 200)
    #expect(differences.first?.change == .replaced(1, by: .string(long)))
  }

  @Test func `as patches, differences of random trees lead in Python from one to the other`() async throws {
    var trees = RandomTree("differences")
    var mismatches = Mismatches()
    var questions: [PatchQuestion] = []
    for _ in 0..<Scale.count(5_000) {
      let before = trees.tree(depth: 3)
      let after = trees.random.once(in: 2) ? trees.tree(depth: 3) : trees.changed(before)
      let differences = before.differences(to: after)
      let patch = JSON.Patch(differences)
      questions.append(PatchQuestion(kind: .patch, before: before, patch: try .encode(patch), after: after))
      if differences.isEmpty != (before == after) { mismatches.note("\(before) and \(after): \(differences)") }
      for difference in differences {
        switch difference.change {
        case .added(let value): mismatches.expect(after[difference.pointer], value, "\(difference)")
        case .removed(let value): mismatches.expect(before[difference.pointer], value, "\(difference)")
        case .replaced(let old, by: let new):
          mismatches.expect(before[difference.pointer], old, "\(difference)")
          mismatches.expect(after[difference.pointer], new, "\(difference)")
        }
      }
    }
    try await PatchQuestion.check(questions, &mismatches)
    mismatches.report()
  }
}
