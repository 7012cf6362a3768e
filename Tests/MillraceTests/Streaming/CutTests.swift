import Millrace
import Testing

@Suite("Streams in pieces")
struct CutTests {
  @Test func `every way of cutting a stream once gives the elements that Foundation reads`() throws {
    var mismatches = Mismatches()
    func check<Value>(_ document: StreamedDocument<Value>) throws {
      for cut in 0...document.bytes.count {
        try compare(document, cutAt: [cut], &mismatches)
      }
      try compare(document, cutAt: Array(0...document.bytes.count), &mismatches)
    }
    for document in try StreamedDocument<Entry>.entries() { try check(document) }
    for document in StreamedDocument<Double>.numbers { try check(document) }
    for document in StreamedDocument<Bool?>.literals { try check(document) }
    mismatches.report()
  }

  @Test func `random cuts give the elements that Foundation reads`() throws {
    var mismatches = Mismatches()
    var random = SeededGenerator()
    func check<Value>(_ document: StreamedDocument<Value>) throws {
      for _ in 0..<Scale.count(1000) {
        let rarity = 1 + random.below(30)
        let cuts = (1...document.bytes.count).filter { _ in random.once(in: rarity) }
        try compare(document, cutAt: cuts, &mismatches)
      }
    }
    for document in try StreamedDocument<Entry>.entries() { try check(document) }
    for document in StreamedDocument<Double>.numbers { try check(document) }
    for document in StreamedDocument<Bool?>.literals { try check(document) }
    mismatches.report()
  }

  @Test func `pieces that end the window in every place give the same elements`() throws {
    // The window is 64 KB: blanks before the elements move them across its end.
    var mismatches = Mismatches()
    for document in try StreamedDocument<Entry>.entries() where document.framing != .records {
      for blanks in (1 << 16) - document.bytes.count - 2...(1 << 16) + 2 where blanks % 7 == 0 {
        var moved = document
        moved.bytes = Array(repeating: UInt8(ascii: " "), count: blanks) + document.bytes
        try compare(moved, cutAt: [], &mismatches)
      }
    }
    mismatches.report()
  }

  @Test func `a stream that is cut short is an error, or lacks whole lines`() throws {
    var mismatches = Mismatches()
    for document in try StreamedDocument<Entry>.entries() {
      let whole = document.bytes
      let content = whole.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? 0
      for length in 1..<content {
        let options = JSON.StreamOptions(framing: document.framing)
        let (values, error) = try JSON.stream(
          Entry.self, from: Array(whole[..<length]), at: document.pointer, options: options
        ).collected()
        let about = "\(document.name), cut at \(length)"
        if values != Array(document.expected.prefix(values.count)) { mismatches.note("\(about): \(values)") }
        guard error == nil else { continue }
        switch document.framing {
        case .lines, .records, .concatenated:
          // Right if what is left is a number of whole elements.
          if !endsBetweenElements(whole[..<length], values.count) { mismatches.note("\(about): no error") }
        case .automatic where document.name == "concatenated":
          if !endsBetweenElements(whole[..<length], values.count) { mismatches.note("\(about): no error") }
        default:
          if whole[..<length].contains(where: { $0 > 0x20 }) { mismatches.note("\(about): no error") }
        }
      }
    }
    mismatches.report()
  }

  private func endsBetweenElements(_ text: ArraySlice<UInt8>, _ count: Int) -> Bool {
    var rest = text
    while let last = rest.last, last <= 0x20 { rest.removeLast() }
    let elements = StreamedDocument<Entry>.elements.prefix(count)
    return rest.filter { $0 > 0x20 }.count
      == elements.reduce(0) { $0 + $1.utf8.filter { $0 > 0x20 }.count }
  }

  private func compare<Value>(
    _ document: StreamedDocument<Value>, cutAt cuts: [Int], _ mismatches: inout Mismatches
  ) throws {
    let source = ChunkedSource(document.bytes, cutAt: cuts)
    let options = JSON.StreamOptions(framing: document.framing)
    let (values, error) = try JSON.stream(Value.self, from: source, at: document.pointer, options: options).collected()
    let others = try JSON.stream(Value.self, from: source, at: document.pointer, options: options).collectedByForEach()
    if others.values != values || others.error != nil {
      mismatches.note("\(document.name), by forEach, cut at \(cuts.prefix(20)): \(others)")
    }
    if values != document.expected || error != nil {
      mismatches.note("\(document.name), cut at \(cuts.prefix(20)): \(values), \(String(describing: error))")
    }
  }
}
