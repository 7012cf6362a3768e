import Millrace
import MillraceTables
import Testing

@Suite struct CSVRowNumberTests {
  @Test func `an error names the row, also if the end of the window cut rows before it`() throws {
    let rows = (0..<8).map { #"{"a":\#($0),"b":"text \#($0)"}"# } + [#"{"a":8,"c":1}"#]
    let text = Array(("[" + rows.joined(separator: ",") + "]").utf8)
    for size in 1..<text.count {
      let source = ChunkedSource(text, cutAt: Array(stride(from: size, to: text.count, by: size)))
      var elements = try JSON.stream(JSON.Value.self, from: source)
      var writer = try CSV.StreamWriter(to: [UInt8]())
      let error = #expect(throws: FormatError.self) { try writer.append(contentsOf: &elements) }
      guard case .custom(let problem as CSV.Problem)? = error?.problem else {
        Issue.record("another error: \(String(describing: error))")
        continue
      }
      #expect(problem == .lateColumn("c", row: 8), "pieces of \(size) bytes")
    }
  }
}
