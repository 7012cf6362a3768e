import Foundation
import Millrace
import MillraceFoundation
import TestSupport
import Testing

@Serializable
private struct Film: Codable, Equatable {
  var name: String
  var year: Int?
}

@Suite("Documents in Data and files")
struct DataTests {
  private let films = [Film(name: "Alien", year: 1979), Film(name: "é\u{1F600}", year: nil)]

  @Test func `a document goes to a file and back, and Foundation reads it`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "films.json")
    try JSON.encode(films, to: file)
    #expect(try JSON.decode([Film].self, contentsOf: file) == films)
    #expect(try JSONDecoder().decode([Film].self, from: Data(contentsOf: file)) == films)
    // A file that exists is replaced.
    try JSON.encode([films[0]], to: file, style: JSON.Pretty.self)
    #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("[\n  {\n"))
    #expect(try JSON.decode([Film].self, contentsOf: file) == [films[0]])
    #expect(throws: (any Error).self) { try JSON.decode([Film].self, contentsOf: folder.url.appending(path: "none")) }
    #expect(throws: (any Error).self) { try JSON.encode(films, to: folder.url.appending(path: "none/films.json")) }
  }

  @Test func `what cannot be written leaves the file as it was`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "numbers.json")
    try JSON.encode([1.5], to: file)
    #expect(throws: FormatError.self) { try JSON.encode([Double.nan], to: file) }
    #expect(try JSON.decode([Double].self, contentsOf: file) == [1.5])
  }

  @Test func `elements of data, of a part of data and of a file`() throws {
    let folder = try TemporaryFolder()
    let document = try JSON.encode(films, as: Data.self)
    var elements = try JSON.stream(Film.self, from: document)
    #expect(try elements.next() == films[0])
    #expect(try elements.next() == films[1])
    #expect(try elements.next() == nil)
    // The indices of a part do not begin at zero.
    let wrapped = Data("xx".utf8) + document + Data("yy".utf8)
    let part = wrapped[2..<2 + document.count]
    #expect(try JSON.decode([Film].self, from: part) == films)
    #expect(try JSON.stream(Film.self, from: part).collected().values == films)
    // More than the window of a stream.
    let numbers = Array(0..<100_000)
    #expect(try JSON.stream(Int.self, from: JSON.encode(numbers, as: Data.self)).collected().values == numbers)
    let file = folder.url.appending(path: "films.json")
    try document.write(to: file)
    #expect(try JSON.stream(Film.self, contentsOf: file).collected().values == films)
  }

  @Test func `elements of data that arrives in pieces`() async throws {
    let document = try JSON.encode(films, as: Data.self)
    for size in [1, 3, document.count] {
      let chunks = AsyncStream<Data> { continuation in
        for start in stride(from: 0, to: document.count, by: size) {
          continuation.yield(document[start..<min(start + size, document.count)])
        }
        continuation.finish()
      }
      var found: [Film] = []
      for try await film in try JSON.stream(Film.self, from: chunks) { found.append(film) }
      #expect(found == films)
    }
  }

  @Test func `the settings of a coder are what they were set to`() {
    let decoder = FastJSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    decoder.dataDecodingStrategy = .deferredToData
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "n")
    if case .iso8601 = decoder.dateDecodingStrategy {} else { Issue.record("dates") }
    if case .deferredToData = decoder.dataDecodingStrategy {} else { Issue.record("data") }
    if case .convertFromSnakeCase = decoder.keyDecodingStrategy {} else { Issue.record("keys") }
    if case .convertFromString("+", "-", "n") = decoder.nonConformingFloatDecodingStrategy {
    } else {
      Issue.record("numbers")
    }
    let encoder = FastJSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    encoder.dataEncodingStrategy = .deferredToData
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "n")
    if case .secondsSince1970 = encoder.dateEncodingStrategy {} else { Issue.record("dates") }
    if case .deferredToData = encoder.dataEncodingStrategy {} else { Issue.record("data") }
    if case .convertToSnakeCase = encoder.keyEncodingStrategy {} else { Issue.record("keys") }
    if case .convertToString("+", "-", "n") = encoder.nonConformingFloatEncodingStrategy {
    } else {
      Issue.record("numbers")
    }
  }
}
