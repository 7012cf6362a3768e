import Foundation
import MillraceFoundation
import TestSupport
import Testing

private struct Point: Codable {
  var x: Int
  var tags: [String]
}

/// A decoder that is wrong in one way.
private final class WrongDecoder: FastJSONDecoder, @unchecked Sendable {
  enum Mistake: String, CaseIterable {
    case dropsKey, changesPath, losesIndex, changesCase, changesType, changesKey, changesNormalization, asksOnceMore
    case losesUnderlyingError, placesSyntaxError
  }

  private let mistake: Mistake

  init(_ mistake: Mistake) {
    self.mistake = mistake
    super.init()
  }

  override func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    var data = data
    switch mistake {
    case .dropsKey: data = Data(String(decoding: data, as: UTF8.self).replacing("\"x\"", with: "\"_\"").utf8)
    case .changesNormalization:
      data = Data(String(decoding: data, as: UTF8.self).decomposedStringWithCanonicalMapping.utf8)
    case .asksOnceMore: Trace.note("asked once more")
    default: break
    }
    do { return try super.decode(type, from: data) } catch let error as DecodingError { throw changed(error) }
  }

  private func changed(_ error: DecodingError) -> DecodingError {
    func context(_ old: DecodingError.Context) -> DecodingError.Context {
      var path = old.codingPath
      if mistake == .changesPath || mistake == .placesSyntaxError && path.isEmpty {
        path.append(Key(stringValue: "more"))
      }
      if mistake == .losesIndex { path = path.map { Key(stringValue: $0.stringValue) } }
      let underlying = mistake == .losesUnderlyingError ? nil : old.underlyingError
      return DecodingError.Context(codingPath: path, debugDescription: "", underlyingError: underlying)
    }
    switch error {
    case .typeMismatch(let type, let old):
      if mistake == .changesCase { return .valueNotFound(type, old) }
      return .typeMismatch(mistake == .changesType ? Bool.self : type, context(old))
    case .keyNotFound(let key, let old):
      return .keyNotFound(mistake == .changesKey ? Key(stringValue: "other") : key, context(old))
    case .dataCorrupted(let old): return .dataCorrupted(context(old))
    default: return error
    }
  }
}

/// An encoder that is wrong in one way.
private final class WrongEncoder: FastJSONEncoder, @unchecked Sendable {
  enum Mistake: String, CaseIterable { case changesByte, dropsMember, addsBlank, changesOrder, changesError }

  private let mistake: Mistake

  init(_ mistake: Mistake) {
    self.mistake = mistake
    super.init()
  }

  override func encode<Value: Encodable>(_ value: Value) throws -> Data {
    if mistake == .changesError {
      do { return try super.encode(value) } catch EncodingError.invalidValue(let value, var context) {
        context = EncodingError.Context(codingPath: [], debugDescription: context.debugDescription)
        throw EncodingError.invalidValue(value, context)
      }
    }
    let text = String(decoding: try super.encode(value), as: UTF8.self)
    let changed =
      switch mistake {
      case .changesByte: text.replacing("7", with: "8")
      case .dropsMember: text.replacing("\"x\":7", with: "").replacing("{,", with: "{").replacing(",}", with: "}")
      case .addsBlank: text + " "
      case .changesOrder: text.replacing("\"tags\":[],\"x\":7", with: "\"x\":7,\"tags\":[]")
      case .changesError: text
      }
    return Data(changed.utf8)
  }
}

/// A type that fails with an error of its own inside a coding error.
private struct Wrapped: Decodable {
  struct Cause: Error {}
  init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: [], debugDescription: "", underlyingError: Cause()))
  }
}

@Suite("The harness of the differential tests")
struct HarnessTests {
  private static let cases = [
    DecodingCase("fine", Point.self, #"{"x":7,"tags":[]}"#),
    DecodingCase("an element of another kind", Point.self, #"{"x":7,"tags":["",1]}"#),
    DecodingCase("a missing key", Point.self, #"{"x":7}"#),
    DecodingCase("a composed character", Point.self, #"{"x":7,"tags":["é"]}"#),
    DecodingCase("an error with a cause", Wrapped.self, "[]"),
    DecodingCase("a document that is cut", Point.self, #"{"x":7,"tags":["#),
  ]

  @Test func `a decoder does as it does itself`() {
    for decodingCase in Self.cases {
      let oracle = Contestants(decoder: { JSONDecoder() })
      #expect(decodingCase.difference(oracle) == nil)
    }
  }

  @Test(arguments: WrongDecoder.Mistake.allCases)
  fileprivate func `a wrong decoder is noticed`(_ mistake: WrongDecoder.Mistake) {
    let wrong = Contestants(decoder: { WrongDecoder(mistake) })
    #expect(Self.cases.contains { $0.difference(wrong) != nil })
  }

  @Test(arguments: WrongDecoder.Mistake.allCases.filter { $0 != .losesUnderlyingError })
  fileprivate func `a wrong decoder is noticed by random documents`(_ mistake: WrongDecoder.Mistake) {
    let wrong = Contestants(decoder: { WrongDecoder(mistake) })
    var cases = RandomCases(random: SeededGenerator("wrong decoders"))
    #expect((0..<2_000).contains { cases.decodingCase($0).difference(wrong) != nil }, "\(SeededGenerator.note)")
  }

  @Test(arguments: [WrongEncoder.Mistake.changesByte, .addsBlank, .changesError])
  fileprivate func `a wrong encoder is noticed by random values`(_ mistake: WrongEncoder.Mistake) {
    let wrong = Contestants(encoder: { WrongEncoder(mistake) })
    var cases = RandomCases(random: SeededGenerator("wrong encoders"))
    #expect((0..<2_000).contains { cases.encodingCase($0)?.difference(wrong) != nil }, "\(SeededGenerator.note)")
  }

  @Test(arguments: WrongEncoder.Mistake.allCases)
  fileprivate func `a wrong encoder is noticed`(_ mistake: WrongEncoder.Mistake) {
    let wrong = Contestants(encoder: { WrongEncoder(mistake) })
    let cases = [
      EncodingCase("sorted", Point(x: 7, tags: [])), EncodingCase("a number that is none", [[1, .nan]]),
    ]
    #expect(cases.contains { $0.difference(wrong) != nil })
  }

  @Test(arguments: [WrongEncoder.Mistake.changesByte, .dropsMember, .addsBlank])
  fileprivate func `a wrong encoder is noticed where the order of members is open`(_ mistake: WrongEncoder.Mistake) {
    let wrong = Contestants(encoder: { WrongEncoder(mistake) })
    #expect(EncodingCase("unsorted", Point(x: 7, tags: []), EncodingOptions()).difference(wrong) != nil)
  }

  @Test func `only the order of members is put aside`() {
    func sorted(_ text: String) -> String { String(decoding: MemberOrder.sorted(Array(text.utf8)), as: UTF8.self) }
    #expect(sorted(#"{"b":[{"d":1,"c":2},"}{"],"a":"\"{,"}"#) == #"{"a":"\"{,","b":[{"c":2,"d":1},"}{"]}"#)
    #expect(sorted("{\n  \"b\" : 1,\n  \"a\" : {\n\n  }\n}") == "{\n  \"a\" : {\n\n  },\n  \"b\" : 1\n}")
    #expect(sorted(#"{"b":1,"a":2} "#) == #"{"b":1,"a":2} "#)
    #expect(sorted("[3,1,2]") == "[3,1,2]")
  }

  @Test func `fingerprints are equal for NaN, and differ for values that == calls equal`() {
    #expect(Fingerprint.of(Double.nan) == Fingerprint.of(Double.nan))
    #expect(Fingerprint.of([0.0]) != Fingerprint.of([-0.0]))
    #expect(Fingerprint.of("é") != Fingerprint.of("e\u{301}"))
    #expect(Fingerprint.of([1: "a", 2: "b", 3: "c"]) == Fingerprint.of([3: "c", 1: "a", 2: "b"]))
    #expect(Fingerprint.of([Optional(1), nil]) != Fingerprint.of([Optional(1)]))
    #expect(Fingerprint.of(Point(x: 1, tags: ["a"])) != Fingerprint.of(Point(x: 1, tags: ["a", ""])))
  }

  @Test func `an accepted difference is no more than that`() {
    let nowhere = Failure(kind: "dataCorrupted", path: "/")
    let somewhere = Failure(kind: "dataCorrupted", path: "/a")
    func explains(_ expected: Failure, _ found: Failure, _ trace: [String] = [], _ foundTrace: [String] = []) -> Bool {
      AcceptedDifference.explain(Outcome(.failure(expected), trace), Outcome(.failure(found), foundTrace))
    }
    #expect(explains(nowhere, somewhere))
    #expect(!explains(somewhere, nowhere))
    #expect(!explains(nowhere, Failure(kind: "keyNotFound a", path: "/a")))
    #expect(!explains(nowhere, Failure(kind: "dataCorrupted", path: "/a", underlying: "another error")))
    #expect(!explains(nowhere, somewhere, ["a"], ["b"]))
    let inner = "x failed: another error: JSONError at "
    #expect(explains(nowhere, somewhere, [inner], ["x failed: dataCorrupted at /a"]))
    #expect(!explains(nowhere, somewhere, [inner], ["y failed: dataCorrupted at /a"]))
    #expect(!explains(nowhere, somewhere, [inner], ["x failed: keyNotFound a at /a"]))
    #expect(!AcceptedDifference.explain(Outcome(.failure(nowhere)), Outcome(.value("1"))))
    let expected = Outcome(.failure(nowhere), ["b", inner, "x failed: dataCorrupted at /b"])
    let found = Outcome(.failure(somewhere), ["x failed: dataCorrupted at /b", "x failed: dataCorrupted at /c", "b"])
    #expect(AcceptedDifference.explain(expected, found, ordered: false))
    #expect(!AcceptedDifference.explain(expected, found, ordered: true))
    #expect(!AcceptedDifference.explain(Outcome(.value("1"), ["a"]), Outcome(.value("1"), ["b"]), ordered: false))
  }
}
