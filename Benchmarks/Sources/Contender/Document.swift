import Foundation
import Millrace
import MillraceFoundation
import Models
import PlainModels

/// A document, and all that can be done with it as a value of its type.
struct Document {
  let name: String
  let fileName: String

  static var cases: [Case] {
    cases(Document(name: "twitter", fileName: "twitter.json"), Models.Twitter.self, PlainModels.Twitter.self)
      + cases(Document(name: "citm", fileName: "citm_catalog.json"), Models.Citm.self, PlainModels.Citm.self)
      + cases(Document(name: "canada", fileName: "canada.json"), Models.Canada.self, PlainModels.Canada.self)
      + cases(Document(name: "hi1m", fileName: "hi1m.json"), [Models.Greeting].self, [PlainModels.Greeting].self)
      + cases(Document(name: "hi100k", fileName: "hi100k.json"), [Models.Greeting].self, [PlainModels.Greeting].self)
      + cases(Document(name: "a1", fileName: "a1.json"), Models.A1.self, PlainModels.A1.self)
      + cases(Document(name: "simple", fileName: "simple.json"), Models.Simple.self, PlainModels.Simple.self)
      + cases(Document(name: "films", fileName: "films.json"), [Models.Film].self, [PlainModels.Film].self)
      + probing
      + ConditionWorkloads.cases
      + StaticEncoderWorkloads.cases
      + StreamWorkloads.cases
      + MilestoneWorkloads.cases
      + LineWorkloads.cases
      + StopTimeWorkloads.cases
      + TaskWorkloads.cases
  }

  /// A document with the type's name or that of a condition.
  @inline(__always)
  static func cases<Value: Serializable & Codable, Plain: Codable>(
    _ name: String, _ type: Value.Type, _ plainType: Plain.Type
  ) -> [Case] {
    cases(Document(name: name, fileName: name + ".json"), type, plainType)
  }

  /// Inlined for each type, so that every loop is compiled for its own, as it is where a program names the type.
  ///
  /// `plainType` has the same fields and what the compiler synthesizes: Foundation is only ever measured with that.
  @inline(__always)
  private static func cases<Value: Serializable & Codable, Plain: Codable>(
    _ document: Document, _ type: Value.Type, _ plainType: Plain.Type
  ) -> [Case] {
    [
      Case("millrace", document, "decode") { try MillraceWorkloads<Value>.decode($0) },
      Case("millrace", document, "encode") { try MillraceWorkloads<Value>.encode($0) },
      Case("millrace", document, "encode-reused") { try MillraceWorkloads<Value>.encodeReused($0) },
      Case("foundation", document, "decode") { try CoderWorkloads<Plain>.decode($0, with: JSONDecoder()) },
      Case("foundation", document, "encode") { try CoderWorkloads<Plain>.encode($0, with: JSONEncoder()) },
      Case("drop-in", document, "decode") { try CoderWorkloads<Plain>.decode($0, with: FastJSONDecoder()) },
      Case("drop-in", document, "encode") { try CoderWorkloads<Plain>.encode($0, with: FastJSONEncoder()) },
      Case("drop-in", document, "structure") { try CoderWorkloads<Unread>.decode($0, with: FastJSONDecoder()) },
      Case("drop-in-macro", document, "decode") { try CoderWorkloads<Value>.decode($0, with: FastJSONDecoder()) },
      Case("drop-in-macro", document, "encode") { try CoderWorkloads<Value>.encode($0, with: FastJSONEncoder()) },
    ]
  }

  /// Decoding into types that probe.
  private static var probing: [Case] {
    let twitter = Document(name: "twitter", fileName: "twitter.json")
    let citm = Document(name: "citm", fileName: "citm_catalog.json")
    let canada = Document(name: "canada", fileName: "canada.json")
    let greetings = Document(name: "hi100k", fileName: "hi100k.json")
    let a1 = Document(name: "a1", fileName: "a1.json")
    let films = Document(name: "films", fileName: "films.json")
    let trees = [twitter, citm, canada, greetings, a1, films].flatMap { probing($0, "tree", AnyValue.self) }
    let members = [twitter, citm, canada, a1].flatMap { probing($0, "members", [String: AnyValue].self) }
    return trees + members
      + probing(greetings, "lossy", Lossy<OddGreeting, PlainModels.Greeting>.self)
      + probing(films, "lossy", Lossy<DatedFilm, PlainModels.Film>.self)
  }

  @inline(__always)
  private static func probing<Value: Codable>(
    _ document: Document, _ operation: String, _ type: Value.Type
  ) -> [Case] {
    [
      Case("foundation", document, operation) { try CoderWorkloads<Value>.decode($0, with: JSONDecoder()) },
      Case("drop-in", document, operation) { try CoderWorkloads<Value>.decode($0, with: FastJSONDecoder()) },
    ]
  }
}
