import Testing

@testable import Millrace

@Suite("Reading of trees")
struct TreeReaderTests {
  /// A document with duplicate keys, and what it says with each policy.
  private struct Sample {
    var text: String
    var lastWins: JSON.Value
    var firstWins: JSON.Value
  }

  /// Members are looked through one by one, which no reader does.
  private struct NaiveObject {
    var members: [(key: String, value: JSON.Value)] = []

    mutating func put(_ value: JSON.Value, for key: String, replaces: Bool) {
      if let position = members.firstIndex(where: { Array($0.key.utf8) == Array(key.utf8) }) {
        if replaces { members[position].value = value }
      } else {
        members.append((key, value))
      }
    }
  }

  private func sample(depth: Int, _ random: inout SeededGenerator) -> Sample {
    // Objects of more than 64 members have an index.
    let count = random.once(in: 6) ? 60 + random.below(12) : random.below(6)
    switch depth > 0 ? random.below(3) : 2 {
    case 0:
      var text: [String] = []
      var (last, first) = (NaiveObject(), NaiveObject())
      for _ in 0..<count {
        let key = random.once(in: 20) ? random.element(of: ["é", "e\u{301}", "k1"]) : "k\(random.below(400))"
        let value = sample(depth: depth - 1, &random)
        text.append("\"\(key)\" : \(value.text)")
        last.put(value.lastWins, for: key, replaces: true)
        first.put(value.firstWins, for: key, replaces: false)
      }
      return Sample(
        text: "{\(text.joined(separator: ","))}",
        lastWins: .object(JSON.Object(last.members.map { ($0.key, $0.value) })),
        firstWins: .object(JSON.Object(first.members.map { ($0.key, $0.value) })))
    case 1:
      let elements = (0..<count).map { _ in sample(depth: depth - 1, &random) }
      return Sample(
        text: "[\(elements.map(\.text).joined(separator: " , "))]", lastWins: .array(elements.map(\.lastWins)),
        firstWins: .array(elements.map(\.firstWins)))
    default:
      let value: JSON.Value = random.element(of: [nil, true, 17, -2.5, "a text of more than fifteen bytes", "x"])
      return Sample(text: "\(value)", lastWins: value, firstWins: value)
    }
  }

  @Test func `trees with duplicate keys are those of a search member by member`() throws {
    var random = SeededGenerator()
    var longest = 0
    for _ in 0..<(isEmulated ? 20 : 100) {
      let sample = sample(depth: 3, &random)
      // The texts are compared because equality ignores the order of members.
      let last = try JSON.decode(JSON.Value.self, from: sample.text)
      #expect(last.description == sample.lastWins.description, SeededGenerator.note)
      let first = try JSON.decode(
        JSON.Value.self, from: sample.text, options: JSON.ReadingOptions(duplicateKeys: .firstWins))
      #expect(first.description == sample.firstWins.description, SeededGenerator.note)
      if let object = last.object {
        longest = max(longest, object.count)
        #expect(object.allSatisfy { object[$0.key] == $0.value }, SeededGenerator.note)
        #expect(object["not there"] == nil)
      }
    }
    #expect(longest > 64)
  }

  @Test func `a tree that ends too early is an error wherever it ends`() {
    var random = SeededGenerator()
    var text = ""
    while text.utf8.count < 500 || text.utf8.count > 3_000 {
      text = sample(depth: 3, &random).text
    }
    let bytes = Array(text.utf8)
    for end in 0..<bytes.count {
      #expect(throws: FormatError.self, SeededGenerator.note) {
        try JSON.decode(JSON.Value.self, from: Array(bytes[..<end]))
      }
    }
  }
}

/// Counts the objects that exist, in one test.
private final class Counter {
  var count = 0
}

private final class Counted {
  let counter: Counter
  let number: Int
  init(_ counter: Counter, _ number: Int) {
    self.counter = counter
    self.number = number
    counter.count += 1
  }
  deinit { counter.count -= 1 }
}

@Suite("Stack of elements")
struct ElementStackTests {
  @Test func `it does what an array does, and every element is destroyed once`() {
    var random = SeededGenerator()
    let counter = Counter()
    for round in 0..<50 {
      var stack = ElementStack<Counted>(round % 2 == 0 ? ArrayMemory(of: Counted.self) : nil)
      var twin: [Int] = []
      var next = 0
      for _ in 0..<200 {
        switch random.below(5) {
        case 0:
          let start = random.below(twin.count + 1)
          #expect(stack.takeLast(from: start).map(\.number) == Array(twin[start...]), SeededGenerator.note)
          twin.removeSubrange(start...)
        case 1 where !twin.isEmpty:
          let position = random.below(twin.count)
          stack[position] = Counted(counter, next)
          twin[position] = next
        default:
          stack.append(Counted(counter, next))
          twin.append(next)
        }
        next += 1
        #expect(stack.count == twin.count && counter.count == twin.count, SeededGenerator.note)
        if let last = twin.indices.last { #expect(stack[last].number == twin[last], SeededGenerator.note) }
      }
    }
    #expect(counter.count == 0)
  }

  @Test func `borrowed elements are neither copied nor destroyed`() {
    let counter = Counter()
    do {
      let elements = (0..<5).map { Counted(counter, $0) }
      var seen: [Int] = []
      elements.span.forEachBorrowed { seen.append($0.number) }
      [Counted]().span.forEachBorrowed { _ in Issue.record("an element of nothing") }
      #expect(seen == [0, 1, 2, 3, 4] && counter.count == 5)
    }
    #expect(counter.count == 0)
  }
}
