import Millrace
import SystemLibrary
import Testing

/// An asynchronous stream that ends early leaves nothing: its iterator and its elements are released with the task.
@Suite("Asynchronous streams that end early")
struct AbandonedStreamTests {
  /// What exists of a test's objects.
  private final class Count: Sendable {
    private let count = Locked(0)
    func add(_ number: Int) { count.withLock { $0 += number } }
    var value: Int { count.withLock { $0 } }
  }

  private final class Life: Sendable {
    private let count: Count

    init(_ count: Count) {
      self.count = count
      count.add(1)
    }

    deinit { count.add(-1) }
  }

  /// Chunks, and then a wait that only cancellation ends, unless the chunks are finite.
  private struct Chunks: AsyncSequence {
    let texts: [String]
    let isFinite: Bool
    let iterators: Count

    func makeAsyncIterator() -> Iterator {
      Iterator(texts: texts[...], isFinite: isFinite, life: Life(iterators))
    }

    struct Iterator: AsyncIteratorProtocol {
      var texts: ArraySlice<String>
      let isFinite: Bool
      let life: Life

      mutating func next() async throws -> [UInt8]? {
        if let text = texts.popFirst() { return Array(text.utf8) }
        if isFinite { return nil }
        try await Task.sleep(nanoseconds: 1 << 50)
        return nil
      }
    }
  }

  /// An element that is counted while it exists.
  private final class Element: Readable, Sendable {
    @TaskLocal static var elements = Count()
    let number: Int
    private let life = Life(elements)

    init(_ number: Int) { self.number = number }

    static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Element {
      Element(try Int.read(from: &reader))
    }
  }

  enum Ending: CaseIterable, Sendable {
    case cancelledWhileWaiting, cancelledBetweenElements, leftByBreak, badElement, truncated, complete
  }

  @Test(arguments: Ending.allCases)
  func `nothing of it is left`(_ ending: Ending) async throws {
    let (iterators, elements, seen) = (Count(), Count(), Count())
    let texts =
      switch ending {
      case .badElement: ["[1,", "2,3,", "true,4]"]
      case .complete: ["[1,2", ",3]"]
      default: ["[1,", "2,3", ","]
      }
    let isFinite = ending != .cancelledWhileWaiting
    let tasks = (0..<50).map { _ in
      Task {
        try await Element.$elements.withValue(elements) {
          let chunks = Chunks(texts: texts, isFinite: isFinite, iterators: iterators)
          for try await element in try JSON.stream(Element.self, from: chunks) {
            seen.add(1)
            if ending == .cancelledBetweenElements, element.number == 3 { withUnsafeCurrentTask { $0?.cancel() } }
            if ending == .leftByBreak, element.number == 3 { break }
          }
        }
      }
    }
    while seen.value < 150 { await Task.yield() }
    if ending == .cancelledWhileWaiting {
      #expect(iterators.value == 50)
      for task in tasks { task.cancel() }
    }
    for task in tasks {
      switch (ending, await task.result) {
      case (.leftByBreak, .success), (.complete, .success): break
      case (.cancelledWhileWaiting, .failure(let error)), (.cancelledBetweenElements, .failure(let error)):
        #expect(error is CancellationError)
      case (.badElement, .failure(let error)), (.truncated, .failure(let error)): #expect(error is FormatError)
      case (_, let result): Issue.record("\(result)")
      }
    }
    #expect(seen.value == 150)
    #expect(iterators.value == 0)
    #expect(elements.value == 0)
  }
}
