import Testing

@testable import Millrace

@Suite("Nesting")
struct DepthTests {
  private typealias Attempt = (GuardedMemory, [UInt8], JSON.ReadingOptions) throws(FormatError) -> Void

  private static func reading<Value: Readable>(_ type: Value.Type) -> Attempt {
    { (memory, text, options) throws(FormatError) in _ = try memory.decode(type, from: text, options: options) }
  }

  /// Ways to read a shape: those that take anything, and types that have it.
  private static func attempts(for shape: NestedText.Shape) -> [Attempt] {
    let any = [
      reading(Skipped.self), reading(JSONTree.self), reading(Forwarded<JSON.Standard>.self),
      reading(Forwarded<JSON.Pretty>.self),
    ]
    // Eight levels of the wide types take more than the reader reserves for them when the address sanitizer is on.
    let wide = isAddressSanitized ? [] : [reading(WideChain.self), reading(WideTree.self)]
    switch shape {
    case .objects: return any + [reading(Chain.self)] + wide.prefix(1)
    case .objectsOfArrays: return any + wide.suffix(1)
    case .arrays, .arraysOfObjects: return any
    }
  }

  /// How a reading ended: nil for success.
  private static func problem(
    _ attempt: Attempt, _ memory: GuardedMemory, _ text: [UInt8], _ options: JSON.ReadingOptions
  ) -> (FormatError.Problem, offset: Int?)? {
    do {
      try attempt(memory, text, options)
      return nil
    } catch {
      return (error.problem, error.place.offset)
    }
  }

  /// Blanks after the brackets. Closing brackets at the end of a document are tested below.
  private static let blanks = 600

  @Test(arguments: NestedText.Shape.allCases, [0, 1, 7, 8, 9, 512, 1_000])
  func `as many levels as the limit are accepted, and one more is rejected where it begins`(
    _ shape: NestedText.Shape, _ limit: Int
  ) {
    // A stack on which the limit is what counts, also in debug builds.
    let mismatches = onThread(stackSize: 256 << 20) { () -> Mismatches in
      var mismatches = Mismatches()
      let memory = GuardedMemory(capacity: 65_536)
      for duplicateKeys in [DuplicateKeys.lastWins, .rejected] {
        let options = JSON.ReadingOptions(maximumDepth: limit, duplicateKeys: duplicateKeys)
        for (index, attempt) in Self.attempts(for: shape).enumerated() {
          let accepted = NestedText(shape, depth: limit, blanks: Self.blanks)
          // No levels are a number, which is read by the types that take anything.
          if limit > 0 || index < 4, let problem = Self.problem(attempt, memory, accepted.bytes, options) {
            mismatches.note("\(shape), attempt \(index), \(limit) levels: \(problem)")
          }
          let rejected = NestedText(shape, depth: limit + 1, blanks: Self.blanks)
          switch Self.problem(attempt, memory, rejected.bytes, options) {
          case (.nestedTooDeep(limit), rejected.starts[limit])?: break
          case let other:
            mismatches.note("\(shape), attempt \(index), \(limit + 1) levels: \(String(describing: other))")
          }
        }
      }
      return mismatches
    }
    mismatches.report()
  }

  @Test func `without other options 512 levels are the limit`() {
    #expect(JSON.ReadingOptions().maximumDepth == 512)
  }

  @Test func `levels are given back when they are left`() throws {
    let memory = GuardedMemory(capacity: 65_536)
    for depth in [1, 7, 8, 9, 16, 17, 24] {
      let text = String(decoding: NestedText(.arraysOfObjects, depth: depth).bytes, as: UTF8.self)
      let many = "[" + (0..<50).map { _ in text }.joined(separator: ",") + ",[],{},[[]]]"
      let options = JSON.ReadingOptions(maximumDepth: max(depth + 1, 3))
      _ = try memory.decode(Skipped.self, from: many.utf8, options: options)
      _ = try memory.decode(JSONTree.self, from: many.utf8, options: options)
    }
  }

  /// Every recursive function, at 512 levels and at 3,000. Each must succeed or report that the stack is exhausted.
  private static func recurse() -> Mismatches {
    let memory = GuardedMemory(capacity: 65_536)
    var mismatches = Mismatches()
    for (shape, depth) in NestedText.Shape.allCases.flatMap({ [($0, 512), ($0, 3_000)] }) {
      let text = NestedText(shape, depth: depth, blanks: 3_100)
      for duplicateKeys in [DuplicateKeys.lastWins, .firstWins] {
        let options = JSON.ReadingOptions(maximumDepth: 3_000, duplicateKeys: duplicateKeys)
        for (index, attempt) in attempts(for: shape).enumerated() {
          switch problem(attempt, memory, text.bytes, options)?.0 {
          case nil, .stackExhausted: break
          case let other?: mismatches.note("\(shape), attempt \(index), \(depth) levels: \(other)")
          }
        }
      }
    }
    return mismatches
  }

  @Test func `a stack of 512 KB is enough or said to be exhausted`() {
    onThread(stackSize: 512 << 10) { Self.recurse() }.report()
  }

  @Test @MainActor func `the main thread's stack is enough or said to be exhausted`() {
    Self.recurse().report()
  }

  @Test func `the stack of the test's own thread is enough or said to be exhausted`() {
    Self.recurse().report()
  }
}

@Suite("Closing brackets at the end of a document")
struct ClosingBracketsTests {
  /// Reads texts that end with very many closing brackets, or with fewer than they have opening ones.
  ///
  /// - Parameter missing: how many closing brackets are cut off.
  private static func read(missing: Int) -> [String] {
    let memory = GuardedMemory(capacity: 65_536)
    var wrong: [String] = []
    for shape in NestedText.Shape.allCases {
      for depth in stride(from: 1, through: 512, by: 3) where depth >= missing {
        let text = NestedText(shape, depth: depth).bytes.dropLast(missing)
        do {
          _ = try memory.decode(Skipped.self, from: text)
          if missing > 0 { wrong.append("\(shape), \(depth) levels: accepted") }
        } catch {
          let isAtEnd = error.place.offset == text.count
          if missing == 0 || !isAtEnd { wrong.append("\(shape), \(depth) levels: \(error)") }
        }
      }
    }
    return wrong
  }

  @Test func `they are read to the end and no further`() async {
    await #expect(processExitsWith: .success) {
      let wrong = ClosingBracketsTests.read(missing: 0)
      #expect(wrong.isEmpty)
    }
  }

  @Test(arguments: [1, 2, 20])
  func `missing ones are missed at the end`(_ missing: Int) async {
    await #expect(processExitsWith: .success) { [missing = missing as Int] in
      let wrong = ClosingBracketsTests.read(missing: missing)
      #expect(wrong.isEmpty)
    }
  }

  @Test func `up to a hundred of them are read to the end and no further`() throws {
    let memory = GuardedMemory(capacity: 65_536)
    for shape in NestedText.Shape.allCases {
      for depth in 1...100 {
        let text = NestedText(shape, depth: depth).bytes
        _ = try memory.decode(Skipped.self, from: text)
        let error = #expect(throws: FormatError.self) { try memory.decode(Skipped.self, from: text.dropLast()) }
        #expect(error?.place.offset == text.count - 1)
      }
    }
  }
}
