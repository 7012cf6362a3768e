import TestSupport
import Testing

@testable import Millrace

/// Trees as text, by the loop of the standard style and by the generic function.
@Suite struct TreeTextTests {
  @Test func `random trees are written as by the generic function`() throws {
    var trees = RandomTree("text of trees")
    for _ in 0..<500 {
      let tree = trees.tree(depth: 5)
      #expect(try JSON.encode(tree, as: String.self) == generic(tree), SeededGenerator.note)
    }
  }

  @Test func `values of all kinds and lengths are written as by the generic function`() throws {
    var values: [JSON.Value] = [.null, true, false, [], [:], 0, -1, 1.5, -0.25]
    for text in ["1e400", "-12345678901234567890.5", "0.1000", "9223372036854775808", "-9999999999999999999", "1E-7"] {
      values.append(try JSON.decode(JSON.Value.self, from: text))
    }
    for count in 0...40 {
      values.append(.string(String(repeating: "x", count: count)))
      values.append(.string(String(repeating: "\n", count: count) + "\u{e9}\u{1F600}\\\""))
      values.append(.array((0..<count).map { .number(JSON.Number($0)) }))
      values.append(.object(JSON.Object((0..<count).map { ("\"key\" \($0)", [.string("\($0)"), .null]) })))
    }
    // Long arrays and objects, for which memory is reserved ahead, also if the first elements are shorter or longer than the others.
    for count in [16, 17, 256, 257, 5000] {
      values.append(.array((0..<count).map { .string(String(repeating: "y", count: $0 / 16)) }))
      values.append(.array((0..<count).map { .string(String(repeating: "y", count: $0 < 16 ? 500 : 0)) }))
      values.append(
        .object(JSON.Object((0..<count).map { ("key \($0)", .array(Array(repeating: true, count: $0 % 50))) })))
    }
    values.append(.array(values))
    for value in values {
      #expect(try JSON.encode(value, as: String.self) == generic(value))
      #expect(try JSON.decode(JSON.Value.self, from: JSON.encode(value)) == value)
    }
  }

  private func generic(_ tree: JSON.Value) throws -> String {
    var writer = JSON.Writer()
    tree.write(to: &writer)
    try writer.finish()
    return String(decoding: writer.bytes.withUnsafeBufferPointer { Array($0) }, as: UTF8.self)
  }
}
