import Foundation
import Millrace
import MillraceFoundation
import Models
import PlainModels

/// The documents of `bench/conditions.py`.
enum ConditionWorkloads {
  static var cases: [Case] { ordinary + records + tagged + trees + sources + foundationTrees }

  private static var ordinary: [Case] {
    Document.cases("twitter-alphabetical", Models.Twitter.self, PlainModels.Twitter.self)
      + Document.cases("twitter-random", Models.Twitter.self, PlainModels.Twitter.self)
      + Document.cases("citm-alphabetical", Models.Citm.self, PlainModels.Citm.self)
      + Document.cases("citm-random", Models.Citm.self, PlainModels.Citm.self)
      + Document.cases("partial-pretty", [Models.Partial].self, [PlainModels.Partial].self)
      + Document.cases("partial-compact", [Models.Partial].self, [PlainModels.Partial].self)
      + Document.cases("wide60", [Models.Wide60].self, [PlainModels.Wide60].self)
      + Document.cases("wide120", [Models.Wide120].self, [PlainModels.Wide120].self)
      + Document.cases("escapes", [Models.Note].self, [PlainModels.Note].self)
      + Document.cases("unicode", [Models.Note].self, [PlainModels.Note].self)
      + Document.cases("unicode-escapes", [Models.Note].self, [PlainModels.Note].self)
      + Document.cases("message", Models.Message.self, PlainModels.Message.self)
      + Document.cases("dictionary", [String: Int].self, [String: Int].self)
      + Document.cases("doubles", [Double].self, [Double].self)
      + Document.cases("integers", [Int].self, [Int].self)
  }

  /// Arrays of one to ten million records.
  private static var records: [Case] {
    (0..<8).flatMap { exponent in
      let count = (0..<exponent).reduce(1) { product, _ in product * 10 }
      return Document.cases("records-\(count)", [Models.Greeting].self, [PlainModels.Greeting].self)
    }
  }

  private static var tagged: [Case] {
    typed("events-tag-first", [TaggedEvent].self) + typed("events-tag-last", [TaggedEvent].self)
      + typed("events-untagged", [UntaggedEvent].self)
  }

  private static var trees: [Case] {
    typed("tree-twitter", file: "twitter.json", JSON.Value.self)
      + typed("tree-citm", file: "citm_catalog.json", JSON.Value.self)
      + typed("tree-canada", file: "canada.json", JSON.Value.self)
      + typed("tree-message", file: "message.json", JSON.Value.self)
  }

  /// Only Millrace, because synthesized `Codable` has other shapes for these types, or none.
  @inline(__always)
  private static func typed<Value: Serializable>(_ name: String, file: String? = nil, _ type: Value.Type) -> [Case] {
    let document = Document(name: name, fileName: file ?? name + ".json")
    return [
      Case("millrace", document, "decode") { try MillraceWorkloads<Value>.decode($0) },
      Case("millrace", document, "encode") { try MillraceWorkloads<Value>.encode($0) },
    ]
  }

  /// The dictionaries and arrays of `JSONSerialization`.
  private static var foundationTrees: [Case] {
    [
      ("twitter", "twitter.json"), ("citm", "citm_catalog.json"), ("canada", "canada.json"),
      ("message", "message.json"),
    ]
    .flatMap { name, file in
      let document = Document(name: "tree-\(name)", fileName: file)
      return [
        Case("foundation", document, "decode") { url in
          let data = try Data(contentsOf: url)
          return Workload(
            run: { count in
              for _ in 0..<count { keep(try JSONSerialization.jsonObject(with: data)) }
            },
            roundTrip: {
              try JSONSerialization.data(withJSONObject: JSONSerialization.jsonObject(with: data))
            })
        },
        Case("foundation", document, "encode") { url in
          let tree = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
          return Workload(
            run: { count in
              for _ in 0..<count { keep(try JSONSerialization.data(withJSONObject: tree)) }
            },
            roundTrip: { try JSONSerialization.data(withJSONObject: tree) })
        },
      ]
    }
  }

  /// A message that arrives as a string or as `Data`.
  private static var sources: [Case] {
    [
      Case("millrace", Document(name: "message-string", fileName: "message.json"), "decode") { url in
        let text = try String(contentsOf: url, encoding: .utf8)
        return decoding { try JSON.decode(Models.Message.self, from: text) }
      },
      Case("millrace", Document(name: "message-data", fileName: "message.json"), "decode") { url in
        let data = try Data(contentsOf: url)
        return decoding { try JSON.decode(Models.Message.self, from: data) }
      },
    ]
  }

  @inline(__always)
  private static func decoding<Value: Writable>(_ decode: @escaping () throws -> Value) -> Workload {
    Workload(
      run: { count in
        for _ in 0..<count { keep(try decode()) }
      },
      roundTrip: { Data(try JSON.encode(try decode())) })
  }
}
