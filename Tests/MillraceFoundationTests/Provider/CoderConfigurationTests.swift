import Foundation
import MillraceFoundation
import Testing

private let note = CodingUserInfoKey(rawValue: "note")

/// A value on which every option has an effect.
private struct Sample: Codable, Equatable {
  var someDate = Date(timeIntervalSince1970: 86_400)
  var someData = Data([1, 2])
  var someNumber = Double.infinity
  var note: String?

  enum CodingKeys: CodingKey { case someDate, someData, someNumber, note }

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    someDate = try container.decode(Date.self, forKey: .someDate)
    someData = try container.decode(Data.self, forKey: .someData)
    someNumber = try container.decode(Double.self, forKey: .someNumber)
    note = MillraceFoundationTests.note.flatMap { decoder.userInfo[$0] as? String }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(someDate, forKey: .someDate)
    try container.encode(someData, forKey: .someData)
    try container.encode(someNumber, forKey: .someNumber)
    try container.encode(MillraceFoundationTests.note.flatMap { encoder.userInfo[$0] as? String }, forKey: .note)
  }
}

@Suite("Configurations of coders")
struct CoderConfigurationTests {
  private let configuration = CoderConfiguration {
    $0.dateDecodingStrategy = .iso8601
    $0.dateEncodingStrategy = .iso8601
    $0.dataDecodingStrategy = .deferredToData
    $0.dataEncodingStrategy = .deferredToData
    $0.nonConformingFloatDecodingStrategy = .convertFromString(positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    $0.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    $0.keyDecodingStrategy = .convertFromSnakeCase
    $0.keyEncodingStrategy = .convertToSnakeCase
    $0.outputFormatting = [.prettyPrinted, .sortedKeys]
    if let note { $0.userInfo = [note: "noted"] }
  }

  @Test(arguments: ["Foundation", "Millrace"])
  func `every option of an encoder is handed on`(_ name: String) throws {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.dataEncodingStrategy = .deferredToData
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    if let note { encoder.userInfo = [note: "noted"] }
    let coder = try coder(name)
    #expect(try coder.encode(Sample()) == encoder.encode(Sample()))
  }

  @Test(arguments: ["Foundation", "Millrace"])
  func `every option of a decoder is handed on`(_ name: String) throws {
    var expected = Sample()
    expected.note = "noted"
    let members = #""some_date":"1970-01-02T00:00:00Z","some_data":[1,2],"some_number":"+""#
    let lenient = try coder(name) { $0.allowsJSON5 = true }
    #expect(try lenient.decode(Sample.self, from: Data("{/* JSON5 */\(members),}".utf8)) == expected)
    let braceless = try coder(name) { $0.assumesTopLevelDictionary = true }
    #expect(try braceless.decode(Sample.self, from: Data(members.utf8)) == expected)
    let strict = try coder(name)
    #expect(throws: DecodingError.self) { try strict.decode(Sample.self, from: Data("{/**/\(members)}".utf8)) }
    #expect(throws: DecodingError.self) { try strict.decode(Sample.self, from: Data(members.utf8)) }
  }

  private func coder(_ name: String, _ change: (inout CoderConfiguration) -> Void = { _ in }) throws -> Coder {
    var configuration = configuration
    change(&configuration)
    return try CoderProvider(
      coders: ["c": configuration], implementation: name == "Millrace" ? .millrace : .foundation
    ).coder("c")
  }
}
