import Millrace
import Models

/// A document, and all that can be done with it as a value of its type.
struct Document {
  let name: String
  let fileName: String

  static var cases: [Case] {
    cases(Document(name: "twitter", fileName: "twitter.json"), Twitter.self)
      + cases(Document(name: "citm", fileName: "citm_catalog.json"), Citm.self)
      + cases(Document(name: "canada", fileName: "canada.json"), Canada.self)
      + cases(Document(name: "hi1m", fileName: "hi1m.json"), [Greeting].self)
      + cases(Document(name: "hi100k", fileName: "hi100k.json"), [Greeting].self)
      + cases(Document(name: "a1", fileName: "a1.json"), A1.self)
      + cases(Document(name: "simple", fileName: "simple.json"), Simple.self)
      + cases(Document(name: "films", fileName: "films.json"), [Film].self)
      + StreamWorkloads.cases
  }

  /// Inlined for each type, so that every loop is compiled for its own, as it is where a program names the type.
  @inline(__always)
  private static func cases<Value: Serializable & Codable>(_ document: Document, _ type: Value.Type) -> [Case] {
    [
      Case("millrace", document, "decode") { try MillraceWorkloads<Value>.decode($0) },
      Case("millrace", document, "encode") { try MillraceWorkloads<Value>.encode($0) },
      Case("millrace", document, "encode-reused") { try MillraceWorkloads<Value>.encodeReused($0) },
      Case("foundation", document, "decode") { try FoundationWorkloads<Value>.decode($0) },
      Case("foundation", document, "encode") { try FoundationWorkloads<Value>.encode($0) },
    ]
  }
}
