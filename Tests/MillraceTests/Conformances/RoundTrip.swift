import Testing

@testable import Millrace

/// A value read by the generic method rather than by the one for JSON.
struct Generically<Value: Readable>: Readable {
  var value: Value

  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Self {
    Self(value: try Value.read(from: &reader))
  }
}

/// Expects that a value is written as this JSON by every way of writing, and read back from it by every way of reading,
/// alone and in an array.
func expectRoundTrip<Value: Serializable & Equatable>(
  _ value: Value, _ json: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let memory = GuardedMemory(capacity: 4_096)
  #expect(try Array(JSON.encode(value, as: String.self).utf8) == Array(json.utf8), sourceLocation: sourceLocation)
  #expect(try JSON.encode(value) == Array(json.utf8), sourceLocation: sourceLocation)
  #expect(try JSON.encode([value, value]) == Array("[\(json),\(json)]".utf8), sourceLocation: sourceLocation)
  // The writer of another style uses the generic methods.
  let pretty = try JSON.encode([value], style: JSON.Pretty.self)
  #expect(try memory.decode([Value].self, from: pretty) == [value], sourceLocation: sourceLocation)
  let compact = try memory.decode(Forwarded<JSON.Standard>.self, from: pretty).json
  #expect(compact == Array("[\(json)]".utf8), sourceLocation: sourceLocation)

  for behind in [0, 300] {
    let blanks = String(repeating: " ", count: behind)
    #expect(try memory.decode(Value.self, from: (json + blanks).utf8) == value, sourceLocation: sourceLocation)
    let generic = try memory.decode(Generically<Value>.self, from: (json + blanks).utf8).value
    #expect(generic == value, sourceLocation: sourceLocation)
    let array = "[\(json), \(json),\n\(json),\(json) ]\(blanks)"
    #expect(
      try memory.decode([Value].self, from: array.utf8) == [value, value, value, value], sourceLocation: sourceLocation)
  }
  for count in 0..<json.utf8.count where Int(json) == nil {
    // A piece of a number may be a number.
    let piece = json.utf8.prefix(count)
    if piece.last.map({ (0x30...0x39).contains($0) }) == true { continue }
    #expect(throws: FormatError.self, sourceLocation: sourceLocation) { try memory.decode(Value.self, from: piece) }
  }
}

/// Expects that a JSON text is rejected by a type, before the tail and in it, with a place in the text.
func expectRefusal<Value: Readable>(
  _ type: Value.Type, _ json: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  let memory = GuardedMemory(capacity: 4_096)
  for behind in [0, 300] {
    let text = json + String(repeating: " ", count: behind)
    let error = #expect(throws: FormatError.self, "\(json)", sourceLocation: sourceLocation) {
      try memory.decode(type, from: text.utf8)
    }
    #expect((0...text.utf8.count).contains(error?.place.offset ?? -1), "\(json)", sourceLocation: sourceLocation)
  }
}
