import Foundation
import Millrace
import MillraceFoundation

/// The number of documents that were compared.
nonisolated(unsafe) private var count = 0

/// Reads a document, and compares what the value is written as, by default with the document itself.
func expect<T: Readable & Writable>(
  _ type: T.Type, _ document: String, writes expected: String? = nil, line: Int = #line
) {
  check(line, document, expected ?? document) { try JSON.encode(JSON.decode(T.self, from: document), as: String.self) }
}

/// The same by other people's coders.
func expectCodable<T: Codable>(_ type: T.Type, _ document: String, line: Int = #line) {
  check(line, document, document) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try String(decoding: encoder.encode(JSONDecoder().decode(T.self, from: Data(document.utf8))), as: UTF8.self)
  }
  check(line, document, document) {
    let encoder = FastJSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try String(
      decoding: encoder.encode(FastJSONDecoder().decode(T.self, from: Data(document.utf8))), as: UTF8.self)
  }
}

func check(_ line: Int, _ document: String, _ expected: String, _ copy: () throws -> String) {
  count += 1
  do {
    let found = try copy()
    if found != expected { fatalError("line \(line): \(document) became \(found), expected \(expected)") }
  } catch {
    fatalError("line \(line): \(document): \(error)")
  }
}

/// The same where nothing is isolated.
nonisolated func expectAnywhere<T: Readable & Writable>(_ type: T.Type, _ document: String) {
  do {
    let found = try JSON.encode(JSON.decode(T.self, from: document), as: String.self)
    if found != document { fatalError("\(document) became \(found)") }
  } catch {
    fatalError("\(document): \(error)")
  }
}

nonisolated func expectCodableAnywhere<T: Codable>(_ type: T.Type, _ document: String) {
  do {
    let found = try JSONEncoder().encode(JSONDecoder().decode(T.self, from: Data(document.utf8)))
    if found != Data(document.utf8) { fatalError("\(document) became \(String(decoding: found, as: UTF8.self))") }
  } catch {
    fatalError("\(document): \(error)")
  }
}

func printCount() { print("\(count) documents") }
