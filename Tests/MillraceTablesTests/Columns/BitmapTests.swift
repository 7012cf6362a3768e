import Testing

@testable import Millrace
@testable import MillraceTables

@Suite("Columns.Bitmap and Columns.Texts")
struct BitmapTests {
  /// The words of an array of bits, built bit by bit.
  private func words(_ bits: [Bool]) -> [UInt64] {
    stride(from: 0, to: bits.count, by: 64).map { start in
      (start..<min(start + 64, bits.count)).reduce(0) { $0 | (bits[$1] ? 1 << UInt64($1 - start) : 0) }
    }
  }

  @Test func `random changes are those of an array of booleans`() {
    var random = SeededGenerator("bitmaps")
    var mismatches = Mismatches()
    for round in 0..<Scale.count(300) {
      var bits: [Bool] = []
      var bitmap = Columns.Bitmap()
      for _ in 0..<30 {
        let bit = random.once(in: 2)
        switch random.below(4) {
        case 0:
          bits.append(bit)
          bitmap.append(bit)
        case 1:
          let count = random.below(140)
          bits += [Bool](repeating: bit, count: count)
          bitmap.append(repeating: bit, count: count)
        case 2:
          let count = random.below(bits.count + 10)
          bits.removeLast(max(bits.count - count, 0))
          bitmap.truncate(to: count)
        default:
          guard !bits.isEmpty else { continue }
          let index = random.below(bits.count)
          bits[index] = bit
          bitmap[index] = bit
        }
        mismatches.expect(bitmap.words, words(bits), "round \(round)")
        mismatches.expect(bitmap.count, bits.count, "round \(round)")
        mismatches.expect(bitmap.setCount, bits.count { $0 }, "round \(round)")
        mismatches.expect(bits.indices.map { bitmap[$0] }, bits, "round \(round)")
      }
      mismatches.expect(Columns.Bitmap(words: words(bits), count: bits.count), bitmap, "round \(round)")
    }
    mismatches.report()
  }

  @Test(arguments: 0...130)
  func `bits after the last one are zero`(_ count: Int) {
    var bitmap = Columns.Bitmap(repeating: true, count: count)
    #expect(bitmap.setCount == count)
    #expect(Columns.Bitmap(words: [UInt64](repeating: .max, count: (count + 63) / 64), count: count) == bitmap)
    bitmap.truncate(to: count / 2)
    #expect(bitmap == Columns.Bitmap(repeating: true, count: count / 2))
  }

  @Test func `texts are what was appended`() {
    var texts = Columns.Texts()
    for text in ["a", "", "é∂", "a longer text"] { texts.append(text.utf8) }
    #expect((0..<4).map { texts[$0] } == ["a", "", "é∂", "a longer text"])
    #expect(texts.offsets == [0, 1, 1, 6, 19])
    texts.truncate(to: 2)
    texts.append("b".utf8)
    #expect(texts == Columns.Texts(offsets: [0, 1, 1, 2], bytes: Array("ab".utf8)))
    texts.truncate(to: 0)
    #expect(texts == Columns.Texts())
  }

  @Test func `columns of different lengths are rejected`() async {
    await #expect(processExitsWith: .failure) {
      let long = Columns.Column(name: "a", values: .integers([1, 2]), count: 2)
      let short = Columns.Column(name: "b", values: .unknown, count: 1)
      print(Columns.Table(columns: [long, short]))
    }
  }
}
