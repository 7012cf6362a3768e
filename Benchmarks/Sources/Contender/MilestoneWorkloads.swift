import Foundation
import Millrace
import MillraceTables
import PlainModels

/// The same million small objects by one road after another. Each step is a contender of its own.
enum MilestoneWorkloads {
  static var cases: [Case] {
    let steps: [(String, (URL) throws -> Workload)] = [
      ("foundation-decoder", { try CoderWorkloads<[PlainModels.Greeting]>.decode($0, with: JSONDecoder()) }),
      ("foundation-dictionaries", foundationDictionaries),
      ("empty-parse", emptyParse),
      ("dictionaries", { try MillraceWorkloads<[[String: JSON.Value]]>.decode($0) }),
      ("shared-keys", { try MillraceWorkloads<SharedKeyDictionaries>.decode($0) }),
      ("objects", { try MillraceWorkloads<[GreetingObject]>.decode($0) }),
      ("streamed-objects", streamedObjects),
      ("recycled-by-hand", recycledByHand),
      ("streamed-structures", streamedStructures),
      ("columns", columns),
    ]
    let document = Document(name: "hi1m", fileName: "hi1m.json")
    return steps.map { Case($0.0, document, "milestone", prepare: $0.1) }
      + [Case("first-object", document, "first", prepare: StreamWorkloads.prepareFirst)]
  }

  /// Foundation's objects for anything that is JSON.
  private static func foundationDictionaries(_ document: URL) throws -> Workload {
    let data = try Data(contentsOf: document)
    return Workload(
      run: { count in
        for _ in 0..<count { keep(try JSONSerialization.jsonObject(with: data)) }
      },
      roundTrip: { try JSONSerialization.data(withJSONObject: JSONSerialization.jsonObject(with: data)) })
  }

  /// A reader that validates the document and reads nothing.
  private static func emptyParse(_ document: URL) throws -> Workload {
    let bytes = [UInt8](try Data(contentsOf: document))
    func parse() throws -> Int {
      var reader = try JSON.Reader(bytes.span)
      try reader.skipValue()
      try reader.finish()
      return reader.offset
    }
    return Workload(
      run: { count in
        for _ in 0..<count { keep(try parse()) }
      },
      roundTrip: { Data(String(try parse()).utf8) })
  }

  /// One element at a time, with a running sum.
  @inline(__always)
  private static func stream<Element: Serializable>(
    _ document: URL, of type: Element.Type, sum: @escaping (Element) -> Int
  ) -> Workload {
    let path = document.path
    return Workload(
      run: { count in
        for _ in 0..<count {
          var total = 0
          try JSON.stream(Element.self, from: path).forEach { total += sum($0) }
          keep(total)
        }
      },
      roundTrip: {
        // Each is written before the next one is read.
        var writer = JSON.StreamWriter(to: [UInt8](), as: .array)
        try JSON.stream(Element.self, from: path).forEach { try writer.append($0) }
        return Data(try writer.finish())
      })
  }

  private static func streamedStructures(_ document: URL) -> Workload {
    stream(document, of: GreetingRow.self) { $0.hi + $0.there }
  }

  private static func streamedObjects(_ document: URL) -> Workload {
    stream(document, of: GreetingObject.self) { $0.hi + $0.there }
  }

  private static func recycledByHand(_ document: URL) -> Workload {
    stream(document, of: RecycledGreeting.self) { $0.object.hi + $0.object.there }
  }

  /// A structure of arrays, from the file.
  private static func columns(_ document: URL) -> Workload {
    let path = document.path
    func columns() throws -> Columns.Table {
      var writer = Columns.Writer()
      try JSON.stream(GreetingRow.self, from: path).forEach { try writer.append($0) }
      return try writer.finish()
    }
    return Workload(
      run: { count in
        for _ in 0..<count { keep(try columns()) }
      },
      roundTrip: {
        var reader = Columns.Reader(try columns())
        return Data(try JSON.encode(try reader.read([GreetingRow].self)))
      })
  }
}
