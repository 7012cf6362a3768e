import Testing

@testable import Millrace

/// Any JSON value, of which everything is read, or tried in vain, several times.
private struct Reread: Readable {
  var tree: JSONTree

  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Reread {
    let start = reader.mark()
    // Each of these ends in an error for most values, some of them deep inside.
    _ = try? reader.read([[[Bool]]].self)
    reader.rewind(to: start)
    _ = try? reader.read([String: [String: Int]].self)
    reader.rewind(to: start)
    try reader.skipValue()
    reader.rewind(to: start)
    switch try reader.nextKind() {
    case .array:
      var elements: [JSONTree] = []
      guard try reader.beginArray() else { return Reread(tree: .array([])) }
      repeat { elements.append(try reader.read(Reread.self).tree) } while try reader.nextElement()
      return Reread(tree: .array(elements))
    case .object:
      var members: [(key: String, value: JSONTree)] = []
      guard try reader.beginMap() else { return Reread(tree: .object([])) }
      repeat {
        let member = reader.mark()
        _ = try reader.readKey()
        try reader.skipValue()
        reader.rewind(to: member)
        members.append((try reader.readKey(), try reader.read(Reread.self).tree))
      } while try reader.nextMember()
      return Reread(tree: .object(members))
    case .null, .boolean, .number, .string: return Reread(tree: try reader.read(JSONTree.self))
    }
  }
}

@Suite("Going back to a mark")
struct MarkTests {
  @Test func `what is read again and again is what Foundation reads, up to the inaccessible page`() throws {
    let memory = GuardedMemory(capacity: 1 << 16)
    var generator = RandomJSON(SeededGenerator())
    var mismatches = Mismatches()
    for index in 0..<Scale.count(2_000) {
      let document = generator.document(of: 1 + index % 60)
      let tree = try memory.decode(Reread.self, from: document).tree
      #if canImport(Foundation)
        if JSONTree.byFoundation(document).map({ tree.agrees(with: $0) }) != true {
          mismatches.note(String(decoding: document, as: UTF8.self))
        }
      #endif
      let inTree = try JSON.decode(JSON.Value.self, from: document).decode(Reread.self).tree
      mismatches.expect(inTree.canonical, tree.canonical, "in a tree")
    }
    mismatches.report()
  }

  @Test func `the tail is left and entered again at every distance from the end`() throws {
    let memory = GuardedMemory(capacity: 4_096)
    for count in 150...450 {
      let text = "[" + String(repeating: "7", count: 3) + String(repeating: " ", count: count) + ",true]"
      var reader = try JSON.Reader(memory.copy(text.utf8).span)
      #expect(try reader.beginArray())
      let start = reader.mark()
      for _ in 0..<3 {
        #expect(try reader.readInt() == 777)
        #expect(try reader.nextElement())
        #expect(try reader.readBool())
        #expect(try !reader.nextElement())
        try reader.finish()
        reader.rewind(to: start)
      }
    }
  }

  @Test func `the levels that an error left open do not count`() throws {
    let text = String(repeating: "[", count: 40) + "x"
    var reader = try JSON.Reader(text.utf8.span, options: JSON.ReadingOptions(maximumDepth: 40))
    let start = reader.mark()
    for _ in 0..<100 {
      #expect(throws: FormatError.self) { try reader.skipValue() }
      reader.rewind(to: start)
    }
    for _ in 0..<40 { #expect(try reader.beginArray()) }
    let inside = reader.mark()
    #expect(throws: FormatError.self) { try reader.readInt() }
    reader.rewind(to: inside)
    let deeper = try JSON.Reader("[1]".utf8.span, options: JSON.ReadingOptions(maximumDepth: 0)).mark()
    reader.rewind(to: deeper)
    #expect(reader.offset == 0)
  }

  @Test func `a mark of another document leads to no byte outside of this one`() throws {
    let memory = GuardedMemory(capacity: 4_096)
    for count in [1, 100, 192, 193, 1_000] {
      var other = try JSON.Reader(String(repeating: " ", count: 2_000).utf8.span)
      try other.finish()
      let mark = other.mark()
      var reader = try JSON.Reader(memory.copy(String(repeating: "1", count: count).utf8).span)
      reader.rewind(to: mark)
      #expect(reader.offset == count)
      #expect(throws: FormatError.self) { try reader.skipValue() }
    }
  }
}
