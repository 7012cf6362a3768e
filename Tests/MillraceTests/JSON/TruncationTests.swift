import Testing

@testable import Millrace

@Suite("Documents that end too early")
struct TruncationTests {
  enum Document: String, CaseIterable {
    case twitter, citm = "citm_catalog", canada, films

    func bytes() throws -> [UInt8] {
      var bytes = try Repository.document(rawValue + ".json")
      // A document without the blanks at its end is whole.
      while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
      return bytes
    }

    func decode(_ memory: GuardedMemory, from text: [UInt8]) throws(FormatError) {
      switch self {
      case .twitter: _ = try memory.decode(TwitterPart.self, from: text)
      case .citm: _ = try memory.decode(CitmPart.self, from: text)
      case .canada: _ = try memory.decode(CanadaPart.self, from: text)
      case .films: _ = try memory.decode([FilmPart].self, from: text)
      }
    }
  }

  /// Notes what is wrong with how a text that ends too early is rejected: at its end, or where a literal begins that the
  /// end cuts off.
  private static func check(
    _ cut: Truncation.Cut, _ about: String, _ mismatches: inout Mismatches, _ decode: () throws(FormatError) -> Void
  ) {
    do {
      try decode()
      mismatches.note("\(about) is accepted up to byte \(cut.offset)")
    } catch {
      let distance = cut.text.count - (error.place.offset ?? -1)
      if case .unexpectedEnd = error.problem, distance == 0 { return }
      let literals = ["t", "tr", "tru", "f", "fa", "fal", "fals", "n", "nu", "nul"]
      if literals.contains(String(decoding: cut.text.suffix(distance), as: UTF8.self)) { return }
      mismatches.note("\(about) up to byte \(cut.offset): \(error)")
    }
  }

  private static func check(
    _ document: Document, _ cut: Truncation.Cut, _ memory: GuardedMemory, _ mismatches: inout Mismatches
  ) {
    check(cut, "\(document), typed,", &mismatches) { () throws(FormatError) in
      try document.decode(memory, from: cut.text)
    }
    check(cut, "\(document), skipped,", &mismatches) { () throws(FormatError) in
      _ = try memory.decode(Skipped.self, from: cut.text)
    }
  }

  /// All of the offsets in release builds; in debug builds, under the address sanitizer and in an emulator those of documents below a
  /// megabyte, and of the others every hundredth; under the address sanitizer a seventh of these, in an emulator a nineteenth.
  private static func affordable(_ offsets: some Sequence<Int>, ofLargeDocument isLarge: Bool) -> [Int] {
    let largeStep = isSlowBuild || isEmulated ? 100 : 1
    let step = (isLarge ? largeStep : 1) * (isAddressSanitized ? 7 : isEmulated ? 19 : 1)
    return offsets.enumerated().filter { ($0.offset + 1) % step == 0 }.map(\.element)
  }

  @Test(arguments: Document.allCases)
  func `the whole document is accepted`(_ document: Document) throws {
    let bytes = try document.bytes()
    let memory = GuardedMemory(capacity: bytes.count)
    try document.decode(memory, from: bytes)
    _ = try memory.decode(Skipped.self, from: bytes)
  }

  @Test(arguments: Document.allCases)
  func `each of the first four thousand bytes as the last one`(_ document: Document) throws {
    let bytes = Array(try document.bytes().prefix(4_001))
    let memory = GuardedMemory(capacity: bytes.count)
    var mismatches = Mismatches()
    let offsets = Self.affordable(0...4_000, ofLargeDocument: false)
    Truncation(bytes).whole(at: offsets) { cut in Self.check(document, cut, memory, &mismatches) }
    mismatches.report()
  }

  @Test(arguments: Document.allCases)
  func `every 997th byte as the last one`(_ document: Document) throws {
    let bytes = try document.bytes()
    let memory = GuardedMemory(capacity: bytes.count)
    var mismatches = Mismatches()
    let offsets = stride(from: 997, to: bytes.count, by: 997)
    let shortened = Self.affordable(offsets, ofLargeDocument: false)
    Truncation(bytes).shortened(at: shortened) { cut in Self.check(document, cut, memory, &mismatches) }
    let whole = Self.affordable(offsets, ofLargeDocument: bytes.count > 1_000_000)
    Truncation(bytes).whole(at: whole) { cut in Self.check(document, cut, memory, &mismatches) }
    mismatches.report()
  }

  @Test(arguments: Document.allCases)
  func `documents that end at each of the last 997 bytes`(_ document: Document) throws {
    let bytes = try document.bytes()
    let memory = GuardedMemory(capacity: bytes.count)
    var mismatches = Mismatches()
    let offsets = Self.affordable((bytes.count - 997)..<bytes.count, ofLargeDocument: false)
    Truncation(bytes).shortened(at: offsets) { cut in Self.check(document, cut, memory, &mismatches) }
    mismatches.report()
  }

  @Test func `documents are shortened between elements and members, and around the cut not at all`() throws {
    let number = String(repeating: "1234567,", count: 400)
    let text = Array("{\"a\": [\(number)0], \"b\": {\"c\": 1, \"d\": [[], [\(number)[5, {\"e\": 6".utf8)
    Truncation(text).shortened(at: [10, 2_000, text.count]) { cut in
      #expect(text[..<cut.offset].suffix(1_400).elementsEqual(cut.text.suffix(1_400)))
      switch cut.offset {
      case 10: #expect(cut.text == Array(text[..<10]))
      case 2_000: #expect(cut.text.starts(with: "{\"a\": [1234567,".utf8) && cut.text.count < 1_520)
      default: #expect(cut.text.starts(with: "{ \"b\": { \"d\": [ [1234567,".utf8) && cut.text.count < 1_540)
      }
    }
  }
}
