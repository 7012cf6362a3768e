import Foundation
import Millrace
import MillraceFoundation
import Testing

/// A document that shows a difference, and exactly what comes of it.
private struct Proof: Sendable {
  var difference: AcceptedDifference
  var decodingCase: DecodingCase
  var foundations: Outcome
  var ours: Outcome

  init(_ difference: AcceptedDifference, _ decodingCase: DecodingCase, _ foundations: Outcome, _ ours: Outcome) {
    self.difference = difference
    self.decodingCase = decodingCase
    self.foundations = foundations
    self.ours = ours
  }
}

@Suite("The published list of differences")
struct AcceptedDifferenceTests {
  private static func corrupted(_ path: String) -> Outcome {
    Outcome(.failure(Failure(kind: "dataCorrupted", path: path)))
  }

  private static func placed<Value: Decodable>(_ type: Value.Type, _ text: String, _ path: String) -> Proof {
    Proof(
      .numberAndStringErrorsHaveAPath, DecodingCase(text, type, text), corrupted("/"), corrupted(path))
  }

  private static func caught(_ text: String, by error: String) -> Proof {
    let decodingCase = DecodingCase(text, array: text) { list in
      Trace.attempt("element") { try list.decode(UInt8.self) } as Any
    }
    let end = "in the end at /, index 0 of 1, at end: false"
    return Proof(
      .caughtErrorsAreDecodingErrors, decodingCase,
      Outcome(.value(#"(result: "?" )"#), ["element failed: another error: JSONError at ", end]),
      Outcome(.value(#"(result: "?" )"#), ["element failed: \(error)", end]))
  }

  private static let proofs = [
    placed([Int].self, "[1,01]", "/Index 1#1"),
    placed([UInt8].self, "[256]", "/Index 0#0"),
    placed(Field<[Double]>.self, #"{"field":[0,1.]}"#, "/field/Index 1#1"),
    placed(Field<String>.self, #"{"field":"\x"}"#, "/field"),
    placed([String: [Float]].self, #"{"a":[1e400]}"#, "/a/Index 0#0"),
    caught("[256]", by: "dataCorrupted at /Index 0#0"),
    Proof(
      .brokenStructureIsFoundWhileDecoding,
      DecodingCase("[256", array: "[1") { list in Trace.attempt("element") { try list.decode(UInt8.self) } as Any },
      corrupted("/"),
      Outcome(
        .failure(Failure(kind: "dataCorrupted", path: "/")),
        ["element failed: dataCorrupted at /", "in the end at /, index 0 of ?, at end: false"])),
  ]

  @Test func `every difference on the list is there`() {
    for proof in Self.proofs {
      let found = Contestants().decoder
      #expect(proof.decodingCase.outcome(of: JSONDecoder()) == proof.foundations)
      #expect(proof.decodingCase.outcome(of: found()) == proof.ours)
      #expect(AcceptedDifference.explain(proof.foundations, proof.ours))
    }
    let provenBelow: Set<AcceptedDifference> = [.dataCorruptedErrorsHaveAPlace]
    #expect(Set(Self.proofs.map(\.difference)).union(provenBelow) == Set(AcceptedDifference.allCases))
  }

  @Test(arguments: ["[1,\n 01]", "[1,\n 01", "[1,\n x]"])
  func `an error says at which line and column`(_ text: String) throws {
    for (decode, place) in [
      ({ try JSONDecoder().decode([Int].self, from: $0) }, nil),
      ({ try FastJSONDecoder().decode([Int].self, from: $0) }, [2, 2]),
    ] as [((Data) throws -> [Int], [Int]?)] {
      let error = #expect(throws: DecodingError.self) { try decode(Data(text.utf8)) }
      guard case .dataCorrupted(let context) = error else {
        Issue.record("another error")
        return
      }
      let found = (context.underlyingError as? FormatError)?.place
      #expect(found.map { [$0.line ?? 0, min($0.column ?? 0, 2)] } == place)
    }
  }

  @Test func `the list in the documentation is the one that the tests go by`() throws {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let text = try String(contentsOf: root.appending(path: "docs/codable.md"), encoding: .utf8)
    let section = try #require(text.split(separator: "\n## ").first { $0.hasPrefix("What is different") })
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let names = rows.map { row in String(row.split(separator: "`")[1]) }
    #expect(names == AcceptedDifference.allCases.map(\.rawValue))
  }
}
