import Foundation
import Millrace
import Testing

/// Remembers what it was given, call by call.
private struct Listener: ByteSink {
  var calls: [[UInt8]] = []
  var isFinished = false
  /// After so many calls there is an error.
  var patience = Int.max

  struct Full: Error {}

  mutating func write(_ bytes: Span<UInt8>) throws {
    if calls.count == patience { throw Full() }
    calls.append(bytes.withUnsafeBufferPointer { Array($0) })
  }
  mutating func finish() { isFinished = true }
}

@Suite("Writers of streams")
struct StreamWriterTests {
  private func entries(_ count: Int) throws -> [Entry] {
    let entries = try StreamedDocument<Entry>.expectation()
    return (0..<count).map { entries[$0 % entries.count] }
  }

  /// What Python makes of it: each element as `json.dumps` has it, on a line.
  private func elements(_ bytes: [UInt8], as layout: JSON.StreamLayout) throws -> String {
    let script = """
      import json, sys
      text = sys.stdin.buffer.read().decode()
      if sys.argv[1] == "array": values = json.loads(text)
      elif sys.argv[1] == "records":
        records = text.split("\\x1e")
        assert records[0] == "" and all(record.endswith("\\n") for record in records[1:])
        values = map(json.loads, records[1:])
      else:
        assert text == "" or text.endswith("\\n")
        values = map(json.loads, text.split("\\n")[:-1])
      for value in values: print(json.dumps(value, sort_keys=True))
      """
    return String(decoding: try runPython(script, ["\(layout)"], input: bytes), as: UTF8.self)
  }

  @Test(arguments: [JSON.StreamLayout.array, .lines, .concatenated, .records], [0, 1, 2, 1500])
  func `Python reads what was written, in all layouts`(_ layout: JSON.StreamLayout, _ count: Int) throws {
    let entries = try entries(count)
    let expected = try elements(Array(try JSONEncoder().encode(entries)), as: .array)
    for watermark in [1, 1000, 1 << 16] {
      var writer = JSON.StreamWriter(to: Listener(), as: layout, watermark: watermark)
      for entry in entries { try writer.append(entry) }
      #expect(writer.count == count)
      let sink = try writer.finish()
      #expect(sink.isFinished)
      #expect(try elements(Array(sink.calls.joined()), as: layout) == expected)
      if layout == .lines { #expect(sink.calls.allSatisfy { $0.last == UInt8(ascii: "\n") }) }
      if watermark == 1000, count > 100 {
        #expect(sink.calls.count > 10 && sink.calls.allSatisfy { $0.count < 3000 })
      }
    }
  }

  @Test func `an indented array is the document that is encoded as a whole`() throws {
    let entries = try entries(40)
    var writer = JSON.StreamWriter(to: [UInt8](), as: .array, style: JSON.Pretty.self, watermark: 100)
    for entry in entries { try writer.append(entry) }
    let bytes = try writer.finish()
    // Python writes the exponents of large numbers with a plus.
    let script = """
      import json, sys
      print(json.dumps(json.load(sys.stdin), indent=2, ensure_ascii=False).replace("e+", "e"))
      """
    let reference = try runPython(script, [], input: bytes)
    #expect(bytes == reference)
  }

  @Test func `files are read back`() throws {
    let folder = try TemporaryFolder()
    let entries = try entries(3000)
    var writer = JSON.StreamWriter(to: try DescriptorSink(path: folder.path("a.jsonl")), as: .lines)
    for entry in entries { try writer.append(entry) }
    try writer.finish()
    #expect(try JSON.stream(Entry.self, from: folder.path("a.jsonl")).collected().values == entries)
  }

  @Test func `errors of the sink are thrown, and what cannot be written is`() throws {
    var writer = JSON.StreamWriter(to: Listener(patience: 2), as: .lines, watermark: 10)
    #expect(throws: Listener.Full.self) { for number in 0..<100 { try writer.append(number) } }
    #expect(writer.count < 100)
    var other = JSON.StreamWriter(to: [UInt8](), as: .lines)
    #expect(throws: FormatError.self) { try other.append(Double.nan) }
  }

  @Test func `what cannot be read leaves no trace in what is written`() throws {
    let text = Array("[1]\n{\"a\":[1,2,tru]}\n\"x\" 2\n[3,{}]\n".utf8)
    let options = JSON.StreamOptions(framing: .lines, onBadElement: .skip)
    for layout in [JSON.StreamLayout.lines, .array, .records] {
      var elements = try JSON.stream(Skipped.self, from: text, options: options)
      var writer = JSON.StreamWriter(to: [UInt8](), as: layout)
      while try writer.append(nextOf: &elements, by: { try forward(from: &$0, to: &$1) }) {}
      #expect(try self.elements(try writer.finish(), as: layout) == "[1]\n[3, {}]\n")
    }
  }
}
