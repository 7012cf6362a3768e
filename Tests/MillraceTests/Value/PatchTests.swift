import Testing

@testable import Millrace

@Suite("JSON Patch (RFC 6902)")
struct PatchTests {
  /// The examples of appendix A that a document comes out of: section, document, patch, result.
  @Test(arguments: [
    ("A.1", #"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz","value":"qux"}]"#, #"{"foo":"bar","baz":"qux"}"#),
    (
      "A.2", #"{"foo":["bar","baz"]}"#, #"[{"op":"add","path":"/foo/1","value":"qux"}]"#,
      #"{"foo":["bar","qux","baz"]}"#
    ),
    ("A.3", #"{"baz":"qux","foo":"bar"}"#, #"[{"op":"remove","path":"/baz"}]"#, #"{"foo":"bar"}"#),
    ("A.4", #"{"foo":["bar","qux","baz"]}"#, #"[{"op":"remove","path":"/foo/1"}]"#, #"{"foo":["bar","baz"]}"#),
    (
      "A.5", #"{"baz":"qux","foo":"bar"}"#, #"[{"op":"replace","path":"/baz","value":"boo"}]"#,
      #"{"baz":"boo","foo":"bar"}"#
    ),
    (
      "A.6", #"{"foo":{"bar":"baz","waldo":"fred"},"qux":{"corge":"grault"}}"#,
      #"[{"op":"move","from":"/foo/waldo","path":"/qux/thud"}]"#,
      #"{"foo":{"bar":"baz"},"qux":{"corge":"grault","thud":"fred"}}"#
    ),
    (
      "A.7", #"{"foo":["all","grass","cows","eat"]}"#, #"[{"op":"move","from":"/foo/1","path":"/foo/3"}]"#,
      #"{"foo":["all","cows","eat","grass"]}"#
    ),
    (
      "A.8", #"{"baz":"qux","foo":["a",2,"c"]}"#,
      #"[{"op":"test","path":"/baz","value":"qux"},{"op":"test","path":"/foo/1","value":2}]"#,
      #"{"baz":"qux","foo":["a",2,"c"]}"#
    ),
    (
      "A.10", #"{"foo":"bar"}"#, #"[{"op":"add","path":"/child","value":{"grandchild":{}}}]"#,
      #"{"foo":"bar","child":{"grandchild":{}}}"#
    ),
    (
      "A.11", #"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz","value":"qux","xyz":123}]"#, #"{"foo":"bar","baz":"qux"}"#
    ),
    ("A.14", #"{"/":9,"~1":10}"#, #"[{"op":"test","path":"/~01","value":10}]"#, #"{"/":9,"~1":10}"#),
    (
      "A.16", #"{"foo":["bar"]}"#, #"[{"op":"add","path":"/foo/-","value":["abc","def"]}]"#,
      #"{"foo":["bar",["abc","def"]]}"#
    ),
  ])
  func `the examples of the RFC come out as it says`(
    _ section: String, _ document: String, _ patch: String, _ result: String
  ) throws {
    var value = try JSON.decode(JSON.Value.self, from: document)
    try value.apply(try JSON.decode(from: patch))
    #expect(value.description == result, "\(section)")
  }

  /// The examples that fail, and others: document, patch, the error.
  @Test(arguments: [
    (
      #"{"baz":"qux"}"#, #"[{"op":"test","path":"/baz","value":"bar"}]"#,
      #"at /0: test failed at "/baz": expected "bar", found "qux""#
    ),
    (#"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz/bat","value":"qux"}]"#, "at /0: no value at /baz/bat"),
    (
      #"{"/":9,"~1":10}"#, #"[{"op":"test","path":"/~01","value":"10"}]"#,
      #"at /0: test failed at "/~01": expected "10", found 10"#
    ),
    (
      "[1]", #"[{"op":"add","path":"/1","value":2},{"op":"add","path":"/3","value":4}]"#,
      "at /1: no value at /3"
    ),
    ("[1]", #"[{"op":"remove","path":"/0"},{"op":"remove","path":"/0"}]"#, "at /1: no value at /0"),
    ("[1]", #"[{"op":"replace","path":"/-","value":2}]"#, "at /0: no value at /-"),
    (#"{"a":{}}"#, #"[{"op":"replace","path":"/b","value":2}]"#, "at /0: no value at /b"),
    (#"{"a":{}}"#, #"[{"op":"move","from":"/a","path":"/a/b"}]"#, "at /0: no value at /a/b"),
    (#"{"a":{}}"#, #"[{"op":"move","from":"/b","path":"/c"}]"#, "at /0: no value at /b"),
    (#"{"a":{}}"#, #"[{"op":"copy","from":"/b","path":"/c"}]"#, "at /0: no value at /b"),
    ("1", #"[{"op":"add","path":"/a","value":2}]"#, "at /0: no value at /a"),
  ])
  func `an operation that fails is named, and the document is as it was`(
    _ document: String, _ patch: String, _ expected: String
  ) throws {
    var value = try JSON.decode(JSON.Value.self, from: document)
    let patch = try JSON.decode(JSON.Patch.self, from: patch)
    let error = #expect(throws: FormatError.self) { try value.apply(patch) }
    #expect(error?.description == expected)
    #expect(value.description == document)
  }

  @Test(arguments: [
    (#"[{"op":"add","path":"/baz","value":"qux","op":"remove"}]"#, #"duplicate key "op""#),
    (#"[{"path":"/a"}]"#, #"missing field "op""#),
    (#"[{}]"#, #"missing field "op""#),
    (#"[{"op":"remove"}]"#, #"missing field "path""#),
    (#"[{"op":"add","path":""}]"#, #"missing field "value""#),
    (#"[{"op":"test","path":""}]"#, #"missing field "value""#),
    (#"[{"op":"copy","path":""}]"#, #"missing field "from""#),
    (#"[{"op":"spam","path":""}]"#, "invalid JSON.Patch.Operation: spam"),
    (#"[{"op":"remove","path":"a"}]"#, "invalid JSON.Pointer: a"),
    (#"[{"op":"remove","path":null}]"#, "expected a string, found null"),
    (#"{"op":"remove","path":"/a"}"#, "expected an array, found an object"),
  ])
  func `an invalid patch is rejected`(_ text: String, _ expected: String) {
    let error = #expect(throws: FormatError.self) { try JSON.decode(JSON.Patch.self, from: text) }
    #expect(error?.problem.description == expected)
  }

  @Test func `a value of null is a value`() throws {
    var value: JSON.Value = ["a": 1]
    try value.apply(try JSON.decode(from: #"[{"op":"add","path":"/b","value":null}]"#))
    #expect(value.description == #"{"a":1,"b":null}"#)
  }

  @Test func `a patch is written as it was read`() throws {
    let text = """
      [{"op":"add","path":"/a","value":null},{"op":"remove","path":"/a~1b"},{"op":"replace","path":"","value":1.50},\
      {"op":"move","from":"/a","path":"/b"},{"op":"copy","from":"","path":"/-"},{"op":"test","path":"/m~0n","value":[]}]
      """
    #expect(try JSON.encode(JSON.decode(JSON.Patch.self, from: text), as: String.self) == text)
  }

  @Test func `a patch that doubles the document again and again is stopped`() throws {
    var value: JSON.Value = ["a": [1, 2, 3]]
    let doubling = JSON.Patch((0..<100).map { .copy(from: [], to: JSON.Pointer(tokens: ["k\($0)"])) })
    let error = #expect(throws: FormatError.self) { try value.apply(doubling) }
    guard case .patchTooLarge(limit: 1_000_000) = error?.problem else {
      Issue.record("stopped by \(String(describing: error))")
      return
    }
    #expect(value == ["a": [1, 2, 3]])
  }

  @Test func `a patch that makes the document ever deeper is stopped`() throws {
    var path = JSON.Pointer(tokens: [])
    var operations: [JSON.Patch.Operation] = [.replace([], [:])]
    for _ in 0..<600 {
      path = path.appending("a")
      operations.append(.add(path, [:]))
    }
    var value: JSON.Value = 1
    let error = #expect(throws: FormatError.self) { try value.apply(JSON.Patch(operations)) }
    guard case .nestedTooDeep(limit: 512) = error?.problem else {
      Issue.record("stopped by \(String(describing: error))")
      return
    }
    // The document is the first level, and each of the others is added by one operation.
    #expect(error?.place.path == "/512")
    try value.apply(JSON.Patch(Array(operations.prefix(512))))
    #expect(throws: Never.self) { try JSON.decode(JSON.Value.self, from: JSON.encode(value)) }
  }

  @Test func `random patches do what they do in Python`() async throws {
    var trees = RandomTree("patches")
    var questions: [PatchQuestion] = []
    for _ in 0..<Scale.count(10_000) {
      let before = trees.tree(depth: 3)
      let patch = JSON.Patch((0...trees.random.below(3)).map { _ in Self.operation(on: before, &trees) })
      var after: JSON.Value? = before
      do { try after?.apply(patch) } catch { after = nil }
      questions.append(PatchQuestion(kind: .patch, before: before, patch: try .encode(patch), after: after))
    }
    let rejected = questions.count { $0.after == nil }
    #expect((questions.count / 10..<questions.count * 9 / 10).contains(rejected))
    var mismatches = Mismatches()
    try await PatchQuestion.check(questions, &mismatches)
    mismatches.report()
  }

  private static func operation(on tree: JSON.Value, _ trees: inout RandomTree) -> JSON.Patch.Operation {
    let path = trees.pointer(into: tree)
    switch trees.random.below(6) {
    case 0: return .remove(path)
    case 1: return .replace(path, trees.tree(depth: 1))
    case 2: return .move(from: trees.pointer(into: tree), to: path)
    case 3: return .copy(from: trees.pointer(into: tree), to: path)
    case 4: return .test(path, trees.random.once(in: 4) ? trees.tree(depth: 1) : tree[path] ?? nil)
    default: return .add(path, trees.tree(depth: 1))
    }
  }
}
