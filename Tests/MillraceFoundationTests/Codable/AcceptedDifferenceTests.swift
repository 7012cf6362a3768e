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
  ]

  @Test func `every difference on the list is there`() {
    for proof in Self.proofs {
      let found = Contestants().decoder
      #expect(proof.decodingCase.outcome(of: JSONDecoder()) == proof.foundations)
      #expect(proof.decodingCase.outcome(of: found()) == proof.ours)
      #expect(AcceptedDifference.explain(proof.foundations, proof.ours))
    }
    let provenBelow: Set<AcceptedDifference> = [
      .dataCorruptedErrorsHaveAPlace, .dictionariesAreDecodedInTheirOrder, .keptDecodersKeepTheirPath,
      .theIndexStaysAtTheEnd, .littleEndianUTF32MayHaveAMark, .json5IsReadAsSpecified,
      .integersAreExactHoweverWritten, .zeroMayHaveAnExponent, .dictionaryKeysAreNumbersInPaths,
      .lateContainersHaveTheKeysOfTheDocument, .userInfoHasNoSettings,
      .keysAreConvertedBeforeTheirValues, .superEncodersCountAtOnce, .equivalentKeysAreBothWritten,
    ]
    #expect(Set(Self.proofs.map(\.difference)).union(provenBelow) == Set(AcceptedDifference.allCases))
  }

  @Test(arguments: ["[1,\n 01]", "[1,\n 01", "[1,\n x]"])
  func `an error has its line and column`(_ text: String) throws {
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

  @Test func `UTF-32 with its low byte first may have a mark`() throws {
    let data = try #require("\u{FEFF}[1]".data(using: .utf32LittleEndian))
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Int].self, from: data) }
    #expect(try FastJSONDecoder().decode([Int].self, from: data) == [1])
  }

  @Test func `the settings of a decoder are not in its user information`() throws {
    let (ours, foundations) = (FastJSONDecoder(), JSONDecoder())
    for decoder in [ours, foundations] {
      decoder.assumesTopLevelDictionary = true
      #expect(try decoder.decode([String: Int].self, from: Data(#""a":1"#.utf8)) == ["a": 1])
    }
    #expect(ours.userInfo.isEmpty)
    #expect(foundations.userInfo.count == 1)
    for decoder in [ours, foundations] { decoder.userInfo = [:] }
    #expect(ours.assumesTopLevelDictionary)
    #expect(!foundations.assumesTopLevelDictionary)
  }

  @Test func `integers are exact however they are written`() throws {
    #expect(try FastJSONDecoder().decode(Int64.self, from: Data("9223372036854775807.0".utf8)) == .max)
    #expect(try FastJSONDecoder().decode(Int128.self, from: Data("1e20".utf8)) == 100_000_000_000_000_000_000)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Int64.self, from: Data("9223372036854775807.0".utf8))
    }
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Int128.self, from: Data("1e20".utf8)) }
    #expect(throws: DecodingError.self) {
      try FastJSONDecoder().decode(Int64.self, from: Data("9223372036854775808.0".utf8))
    }
    let fraction = Data("9929008009200947.9".utf8)
    #expect(throws: DecodingError.self) { try FastJSONDecoder().decode(Int.self, from: fraction) }
    #expect(try JSONDecoder().decode(Int.self, from: fraction) == 9_929_008_009_200_947)
  }

  @Test(arguments: ["[0e1]", "[0E2]", "[0.00e-3]"])
  func `a zero may have an exponent`(_ text: String) throws {
    #expect(try FastJSONDecoder().decode([Double].self, from: Data(text.utf8)) == [0])
    #expect(try FastJSONDecoder().decode([Float].self, from: Data(text.utf8)) == [0])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Double].self, from: Data(text.utf8)) }
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Float].self, from: Data(text.utf8)) }
    #expect(try JSONDecoder().decode([Int].self, from: Data(text.utf8)) == [0])
  }

  @Test func `a container that is used late has the keys of the document in its path`() throws {
    struct Late: Encodable {
      func encode(to encoder: any Encoder) throws {
        var root = encoder.container(keyedBy: Key.self)
        var list = root.nestedUnkeyedContainer(forKey: "aList")
        try root.encode(1, forKey: "other")
        Trace.note(list.nestedUnkeyedContainer().codingPath.map(\.stringValue).joined(separator: " "))
      }
    }
    let (ours, foundations) = (FastJSONEncoder(), JSONEncoder())
    ours.keyEncodingStrategy = .convertToSnakeCase
    foundations.keyEncodingStrategy = .convertToSnakeCase
    #expect(Trace.recording { _ = try? ours.encode(Late()) }.1 == ["a_list Index 0"])
    #expect(Trace.recording { _ = try? foundations.encode(Late()) }.1 == ["aList Index 0"])
  }

  @Test func `the index of an array stays at its end`() throws {
    struct Index: Decodable {
      let index: Int

      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        _ = try list.decodeIfPresent(Int.self)
        index = list.currentIndex
      }
    }
    #expect(try JSONDecoder().decode(Index.self, from: Data("[]".utf8)).index == 1)
    #expect(try FastJSONDecoder().decode(Index.self, from: Data("[]".utf8)).index == 0)
  }

  /// What the specification says (https://spec.json5.org, sections 3, 5, 6 and 8).
  @Test func `JSON5 is read as specified`() throws {
    let (ours, foundations) = (FastJSONDecoder(), JSONDecoder())
    ours.allowsJSON5 = true
    foundations.allowsJSON5 = true
    let texts = [
      ("['a\\\nb']", "ab"), (#"['\v']"#, "\u{B}"), (#"['\0']"#, "\0"), (#"['\a']"#, "a"), ("\u{A0}['a']", "a"),
      ("[\u{2028}'a'\u{FEFF}]", "a"), ("[\u{3000}'a']", "a"),
    ]
    for (text, value) in texts {
      #expect(try ours.decode([String].self, from: Data(text.utf8)) == [value])
      #expect((try? foundations.decode([String].self, from: Data(text.utf8))) != [value])
    }
    #expect(try ours.decode([String: Int].self, from: Data(#"{\u0061:1}"#.utf8)) == ["a": 1])
    #expect(try foundations.decode([String: Int].self, from: Data(#"{\u0061:1}"#.utf8)) != ["a": 1])
    let large = Data("[0x10000000000000000]".utf8)
    #expect(try ours.decode([Double].self, from: large) == [0x1p64])
    #expect(try ours.decode([UInt128].self, from: large) == [1 << 64])
    #expect(throws: DecodingError.self) { try foundations.decode([Double].self, from: large) }
    #expect(throws: DecodingError.self) { try ours.decode([Int].self, from: Data("[0x1p3]".utf8)) }
    #expect(try foundations.decode([Int].self, from: Data("[0x1p3]".utf8)) == [8])
    for text in ["[0x]", "[5+9]", "[1..0]", "[01]", "[1a]", #"['\1']"#] {
      #expect(throws: DecodingError.self) { try ours.decode([Nothing].self, from: Data(text.utf8)) }
      #expect(throws: Never.self) { try foundations.decode([Nothing].self, from: Data(text.utf8)) }
    }
  }

  private struct Nothing: Decodable {
    init(from decoder: any Decoder) {}
  }

  @Test func `a dictionary is decoded in the order of the document`() throws {
    let decoder = FastJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let members = (0..<50).map { "\"key_\($0)\":true" }.joined(separator: ",")
    for type in [[String: Int].self, [String: Field<Int>].self] as [any Decodable.Type] {
      for _ in 0..<3 {
        let error = #expect(throws: DecodingError.self) { try decoder.decode(type, from: Data("{\(members)}".utf8)) }
        guard case .typeMismatch(_, let context) = error else {
          Issue.record("another error")
          return
        }
        #expect(context.codingPath.map(\.stringValue) == ["key_0"])
      }
    }
  }

  @Test func `the key of a dictionary is a number in a path`() throws {
    let (ours, foundations) = (FastJSONEncoder(), JSONEncoder())
    ours.keyEncodingStrategy = .convertToSnakeCase
    foundations.keyEncodingStrategy = .convertToSnakeCase
    for (encode, number) in [({ try ours.encode($0) }, 1), ({ try foundations.encode($0) }, nil)]
      as [(([String: Double]) throws -> Data, Int?)]
    {
      let error = #expect(throws: EncodingError.self) { try encode(["1": .nan]) }
      guard case .invalidValue(_, let context) = error else {
        Issue.record("another error")
        return
      }
      #expect(context.codingPath.map(\.intValue) == [number])
    }
  }

  @Test func `a decoder that was kept keeps its path`() throws {
    struct Kept: Decodable {
      let decoder: any Decoder
      init(from decoder: any Decoder) { self.decoder = decoder }
    }
    let data = Data("[1,[2]]".utf8)
    #expect(try FastJSONDecoder().decode([Kept].self, from: data)[0].decoder.codingPath.map(\.intValue) == [0])
    #expect(try JSONDecoder().decode([Kept].self, from: data)[0].decoder.codingPath.isEmpty)
  }

  @Test func `keys are converted before their values are encoded`() throws {
    func convertedKeys(_ encode: (JSONEncoder.KeyEncodingStrategy) throws -> Data) -> [String] {
      let (_, trace) = Trace.recording {
        _ = try? encode(
          .custom { path in
            Trace.note(path.last?.stringValue ?? "")
            return path.last ?? Key(stringValue: "")
          })
      }
      return trace
    }
    let ours = convertedKeys { strategy in
      let encoder = FastJSONEncoder()
      encoder.keyEncodingStrategy = strategy
      return try encoder.encode(Field(field: Field(field: Double.nan)))
    }
    let foundations = convertedKeys { strategy in
      let encoder = JSONEncoder()
      encoder.keyEncodingStrategy = strategy
      return try encoder.encode(Field(field: Field(field: Double.nan)))
    }
    #expect(ours == ["field", "field"])
    #expect(foundations.isEmpty)
  }

  @Test func `the element of a super encoder counts at once, and equivalent keys are both written`() throws {
    struct Base: Encodable {
      func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        let base = list.superEncoder()
        Trace.note("\(list.count)")
        try 1.encode(to: base)
      }
    }
    #expect(Trace.recording { _ = try? FastJSONEncoder().encode(Base()) }.1 == ["1"])
    #expect(Trace.recording { _ = try? JSONEncoder().encode(Base()) }.1 == ["0"])

    struct Alike: Encodable {
      func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(1, forKey: "\u{E9}")
        try object.encode(2, forKey: "e\u{301}")
      }
    }
    #expect(try FastJSONEncoder().encode(Alike()).elementsEqual("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8))
    #expect(try JSONEncoder().encode(Alike()).count < 12)
  }

  @Test func `the list in the documentation is the one that the tests go by`() throws {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let text = try String(contentsOf: root.appending(path: "docs/codable.md"), encoding: .utf8)
    let section = try #require(text.split(separator: "\n## ").first { $0.hasPrefix("Differences") })
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let names = rows.map { row in String(row.split(separator: "`")[1]) }
    #expect(names == AcceptedDifference.allCases.map(\.rawValue))
  }
}
