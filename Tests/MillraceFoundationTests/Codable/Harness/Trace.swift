import Foundation

/// What a type saw while it was decoded or encoded: coding paths, answers of containers, errors it caught.
///
/// Types call `Trace.note` wherever they like; the harness compares what both coders made them say.
final class Trace: @unchecked Sendable {
  @TaskLocal static var current: Trace?

  private(set) var lines: [String] = []

  static func note(_ line: @autoclosure () throws -> String) rethrows {
    if let current { current.lines.append(try line()) }
  }

  static func note(_ what: String, at path: [any CodingKey]) { note("\(what) at \(path.shown)") }

  /// Notes where a container or decoder is and what it says about the ends of its array.
  static func note(_ what: String, _ container: any UnkeyedDecodingContainer) {
    note(
      "\(what) at \(container.codingPath.shown), index \(container.currentIndex) of "
        + "\(container.count.map(String.init) ?? "unknown"), at end: \(container.isAtEnd)")
  }

  static func note<Key>(_ what: String, _ container: KeyedDecodingContainer<Key>) {
    let keys = container.allKeys.map { $0.shown }.sorted().joined(separator: " ")
    note("\(what) at \(container.codingPath.shown), keys: \(keys)")
  }

  /// Does something that may fail, notes how, and goes on.
  static func attempt<Value>(_ what: String, _ body: () throws -> Value) -> Value? {
    do { return try body() } catch {
      note("\(what) failed: \(Failure(error))")
      return nil
    }
  }

  /// Runs `body` and returns what was noted meanwhile.
  static func recording<Result>(_ body: () -> Result) -> (Result, [String]) {
    let trace = Trace()
    let result = $current.withValue(trace, operation: body)
    return (result, trace.lines)
  }
}

extension CodingKey {
  /// Both of its values, and its text scalar by scalar.
  var shown: String { intValue.map { "\(stringValue.escaped)#\($0)" } ?? stringValue.escaped }
}

extension [any CodingKey] {
  var shown: String { isEmpty ? "/" : map { "/" + $0.shown }.joined() }
}

extension String {
  /// The text in printable ASCII, with all other characters escaped.
  var escaped: String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    return unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
  }
}
