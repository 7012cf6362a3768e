import Millrace
import Testing

/// A value that is passed from a reader to the writer of trees.
private struct TreeCopy: Readable {
  var tree: JSON.Value

  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Self {
    var writer = JSON.Value.Writer()
    try forward(from: &reader, to: &writer)
    return Self(tree: try writer.finish())
  }
}

/// Random documents from each reader to each writer.
@Suite("Forwarding is decoding and encoding")
struct ForwardingTests {
  private struct Styles: StyleVisitor {
    let documents: [[UInt8]]

    func visit<Style: JSON.Style>(_ style: Style.Type) throws {
      var mismatches = Mismatches()
      for document in documents {
        let tree = try JSON.decode(JSON.Value.self, from: document)
        // Some styles reject numbers that are not doubles.
        let expected = try? JSON.encode(tree, style: style)
        let about = "\(style): \(String(decoding: document, as: UTF8.self))"
        let fromBytes = try? JSON.decode(Forwarded<Style>.self, from: document).json
        let fromStyle = try? JSON.decode(Forwarded<Style>.self, from: document, style: style).json
        let fromTree = try? tree.decode(Forwarded<Style>.self).json
        for (name, found) in [("bytes", fromBytes), ("style", fromStyle), ("tree", fromTree)] {
          mismatches.expect(found ?? [], expected ?? [], "\(about), from \(name)")
        }
      }
      mismatches.report()
    }
  }

  private func documents() -> [[UInt8]] {
    var documents = RandomJSON(SeededGenerator())
    return (0..<Scale.count(300)).map { _ in documents.document(of: 20) }
  }

  @Test func `to text in every style, from text, from text in the style, and from a tree`() throws {
    try TestedStyles.forEach(Styles(documents: documents()))
  }

  @Test func `to a tree`() throws {
    var mismatches = Mismatches()
    for document in documents() {
      let tree = try JSON.decode(JSON.Value.self, from: document)
      let about = String(decoding: document, as: UTF8.self)
      mismatches.expect(try JSON.decode(TreeCopy.self, from: document).tree, tree, about)
      mismatches.expect(try tree.decode(TreeCopy.self).tree, tree, about)
      // Equal trees may differ in the text of numbers and the order of members.
      let written = try JSON.Value.encode(tree)
      mismatches.expect(try JSON.encode(written), try JSON.encode(tree), about)
    }
    mismatches.report()
  }

  @Test func `elements of a stream`() throws {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for document in documents() {
      let cuts = (1...document.count).filter { _ in random.once(in: 7) }
      var elements = try JSON.stream(JSON.Value.self, from: ChunkedSource(document, cutAt: cuts))
      var source = try JSON.Stream(ChunkedSource(document, cutAt: cuts))
      var decoded = JSON.StreamWriter(to: [UInt8](), as: .lines)
      var forwarded = JSON.StreamWriter(to: [UInt8](), as: .lines)
      while let element = try elements.next() { try decoded.append(element) }
      try forwarded.append(contentsOf: &source)
      mismatches.expect(
        try forwarded.finish(), try decoded.finish(), String(decoding: document, as: UTF8.self))
    }
    mismatches.report()
  }
}
