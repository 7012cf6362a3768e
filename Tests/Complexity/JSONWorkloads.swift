import CountedWork
import Foundation
import Millrace

// Documents that are read into types and written by them, valid and not.

let jsonWorkloads: [Workload] = [
  decoding("wide objects", [String: Int].self) {
    object($0) { "\"key\($0)\":\($0)" }
  } isRight: {
    $0.count == $1
  },
  decoding("keys alike at both ends, in a dictionary", [String: Int].self) {
    object($0) { "\"the same\(10_000_000 + $0)the same\":\($0)" }
  } isRight: {
    $0.count == $1
  },
  decoding("a duplicate key", [String: Int].self) {
    object($0) { "\"k\":\($0)" }
  } isRight: { value, _ in
    value.count == 1
  },
  decoding("a string of escapes", String.self) {
    text($0, "\\n\\u00e9\\ud83d\\ude00\\/")
  } isRight: {
    $0.unicodeScalars.count == 4 * $1
  },
  decoding("a long key", [String: Int].self) {
    Data("{\"\(String(repeating: "k\\u0041", count: $0))\":1}".utf8)
  } isRight: {
    $0.first?.key.utf8.count == 2 * $1
  },
  decoding("a long number", JSON.Number.self) {
    Data(String(repeating: "7", count: $0).utf8)
  } isRight: {
    $0.text.utf8.count == $1
  },
  decoding("a double of many digits", Double.self) {
    Data("0.\(String(repeating: "1", count: $0))".utf8)
  } isRight: {
    value, _ in
    value > 0.1 && value < 0.112
  },
  decoding("many small arrays", [[Int]].self) {
    array($0) { "[\($0)]" }
  } isRight: {
    $0.count == $1
  },
  decoding("white space", [Int].self) {
    array($0) { "\n    \($0)   " }
  } isRight: {
    $0.count == $1
  },
  decoding("fields in another order", [Fields].self) {
    array($0) { _ in #"{"e":5,"x":{},"d":4,"c":3,"y":[],"b":2,"a":1}"# }
  } isRight: {
    $0.count == $1
  },
  decoding("nested enumerations with the tag last", Level.self) { size in
    // As many levels, and as many numbers in each, as the square root of the size.
    let root = Int(Double(size).squareRoot())
    let numbers = Array(repeating: "1", count: root).joined(separator: ",")
    let level = "{\"numbers\":[\(numbers)],\"inner\":"
    return Data(
      (String(repeating: level, count: root) + "{\"type\":\"end\"}"
        + String(repeating: ",\"type\":\"level\"}", count: root))
        .utf8)
  } isRight: {
    $0.depth == Int(Double($1).squareRoot())
  },
  decoding("unknown fields of one object", Fields.self) {
    object($0) { "\"u\($0)\":[{}]" }.withMembers(#""a":1,"b":2,"c":3,"d":4,"e":5"#)
  } isRight: { value, _ in
    value.e == 5
  },
  decoding("a lossy field", LossyField.self) {
    Data("{\"numbers\":".utf8) + array($0) { $0 % 2 == 0 ? "\($0)" : "{\"a\":[\"x\"]}" } + Data("}".utf8)
  } isRight: {
    $0.numbers.count == ($1 + 1) / 2
  },
  decoding("tags at the end", [Tagged].self) {
    array($0) { "{\"id\":\($0),\"x\":[1,2,{}],\"type\":\"a\"}" }
  } isRight: {
    $0.count == $1
  },
  decoding("a flattened rest", FlattenedRest.self) {
    object($0) { "\"r\($0)\":\($0)" }.withMembers("\"id\":1")
  } isRight: {
    $0.rest.count == $1
  },
  decoding("JSON5", [JSON.Value].self, style: JSON.Lenient.self) {
    array($0) { "{a: 'b\($0)', /* c */ 'd': 0x\($0), }// e\n" }
  } isRight: {
    $0.count == $1
  },
  Workload(name: "an error at the end of the document") { size in
    let document = [UInt8](array(size) { "{\"a\":[\($0)]}" }.dropLast())
    return { check((try? JSON.decode([Nested].self, from: document)) == nil) }
  },
  Workload(name: "duplicate keys, rejected") { size in
    let document = [UInt8](object(size) { "\"k\($0)\":{\"a\":1}" })
    let options = JSON.ReadingOptions(duplicateKeys: .rejected)
    return { check(try JSON.decode([String: [String: Int]].self, from: document, options: options).count == size) }
  },
  Workload(name: "bad lines of a stream") { size in
    let lines = (0..<size).map { $0 % 2 == 0 ? "{\"a\":[\($0)]}" : "{\"a\":[[[\"x" }.joined(separator: "\n")
    let options = JSON.StreamOptions(framing: .lines, onBadElement: .skip)
    return {
      var count = 0
      try JSON.stream(Nested.self, from: Array(lines.utf8), options: options).forEach { _ in count += 1 }
      check(count == (size + 1) / 2)
    }
  },
  Workload(name: "a stream that arrives byte by byte") { size in
    let document = [UInt8](array(size) { "[\"\($0)\",{}]" })
    return {
      var stream = try JSON.stream(JSON.Value.self, from: SingleBytes(bytes: document))
      var count = 0
      while try stream.next() != nil { count += 1 }
      check(count == size)
    }
  },
  Workload(name: "one element larger than the window, byte by byte") { size in
    let document = [UInt8](array(1) { _ in "\"\(String(repeating: "ab\\n", count: size * 20))\"" })
    return {
      var stream = try JSON.stream(String.self, from: SingleBytes(bytes: document))
      check(try stream.next()?.utf8.count == size * 60)
    }
  },
  Workload(name: "strings that are escaped") { size in
    let text = String(repeating: "\"\n/é\u{1F}", count: size)
    return { check(try JSON.encode(text).count > size * 10) }
  },
  Workload(name: "sorted members") { size in
    let value = Dictionary(uniqueKeysWithValues: (0..<size).map { ("k\($0 * 7919 % size)", $0) })
    return { check(try JSON.encode(value, style: JSON.Canonical.self).count > size) }
  },
]

/// Reads a document into a type.
private func decoding<Value: Readable & SendableMetatype>(
  _ name: String, _ type: Value.Type, document: @escaping @Sendable (Int) -> Data,
  isRight: @escaping @Sendable (Value, Int) -> Bool
) -> Workload {
  decoding(name, type, style: JSON.Standard.self, document: document, isRight: isRight)
}

private func decoding<Value: Readable & SendableMetatype, Style: JSON.Style & SendableMetatype>(
  _ name: String, _ type: Value.Type, style: Style.Type, document: @escaping @Sendable (Int) -> Data,
  isRight: @escaping @Sendable (Value, Int) -> Bool
) -> Workload {
  Workload(name: name) { size in
    let bytes = [UInt8](document(size))
    return { check(isRight(try JSON.decode(type, from: bytes, style: style), size)) }
  }
}

/// A string token that repeats a piece.
private func text(_ count: Int, _ piece: String) -> Data { Data("\"\(String(repeating: piece, count: count))\"".utf8) }

extension Data {
  /// The object with these members at its end.
  fileprivate func withMembers(_ members: String) -> Data {
    count == 2 ? Data("{\(members)}".utf8) : dropLast() + Data(",\(members)}".utf8)
  }
}

private struct SingleBytes: ByteSource {
  var bytes: [UInt8]
  var position = 0

  mutating func read(into output: inout OutputSpan<UInt8>) {
    guard position < bytes.count else { return }
    output.append(bytes[position])
    position += 1
  }
}

@Serializable
private struct Fields {
  var a: Int
  var b: Int
  var c: Int
  var d: Int
  var e: Int
}

@Serializable
private struct Nested {
  var a: [Int]
}

@Serializable
private struct LossyField {
  @Field(.lossy) var numbers: [Int]
}

@Serializable(tag: "type")
private enum Tagged {
  case a(id: Int)
  case b(name: String)
}

@Serializable
private struct FlattenedRest {
  var id: Int
  @Field(.flattened) var rest: [String: Int]
}

@Serializable(tag: "type")
private indirect enum Level {
  case level(numbers: [Int], inner: Level)
  case end

  var depth: Int {
    var (depth, value) = (0, self)
    while case .level(_, let inner) = value {
      depth += 1
      value = inner
    }
    return depth
  }
}
