import Millrace

/// What the Python script is asked about a patch: see `patch_oracle.py`.
struct PatchQuestion {
  enum Kind: String {
    case merge
    case patch
  }

  var kind: Kind
  var before: JSON.Value
  var patch: JSON.Value
  /// What came out; nil if the patch was rejected.
  var after: JSON.Value?

  /// Notes each question that Python has another answer to.
  static func check(_ questions: [PatchQuestion], _ mismatches: inout Mismatches) async throws {
    var lines: [UInt8] = []
    for question in questions {
      var object: JSON.Object = [
        "kind": .string(question.kind.rawValue), "before": question.before, "patch": question.patch,
      ]
      object["after"] = question.after
      lines += try JSON.encode(object) + [UInt8(ascii: "\n")]
    }
    let answers = try await Script(program: "python3", file: "patch_oracle.py")
      .answers(to: lines, count: questions.count)
    for (question, answer) in zip(questions, answers) where answer != "right" {
      let after = question.after?.description ?? "rejected"
      mismatches.note("\(question.before) with \(question.patch) is \(after) here, and in Python \(answer)")
    }
  }
}
