import Millrace
import SystemLibrary
import Testing

@Suite("Asynchronous streams")
struct AsyncStreamTests {
  @Test func `chunks give the same elements however they are cut`() async throws {
    var random = SeededGenerator()
    for document in try StreamedDocument<Entry>.entries() {
      for size in [1, 2, 1 + random.below(50), document.bytes.count] {
        let chunks = AsyncStream<[UInt8]> { continuation in
          for start in stride(from: 0, to: document.bytes.count, by: size) {
            continuation.yield(Array(document.bytes[start..<min(start + size, document.bytes.count)]))
          }
          continuation.finish()
        }
        var values: [Entry] = []
        let options = JSON.StreamOptions(framing: document.framing)
        for try await value in try JSON.stream(Entry.self, from: chunks, at: document.pointer, options: options) {
          values.append(value)
        }
        #expect(values == document.expected, "\(document.name), pieces of \(size) bytes, \(SeededGenerator.note)")
      }
    }
  }

  @Test func `an element is there before the next one is sent`() async throws {
    let (chunks, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    var elements = try JSON.stream([Int].self, from: chunks, options: JSON.StreamOptions(framing: .lines))
      .makeAsyncIterator()
    for index in 0..<5 {
      continuation.yield(Array("[\(index)".utf8))
      continuation.yield(Array("]".utf8))
      #expect(try await elements.next() == [index])
      continuation.yield(Array("\n".utf8))
    }
    continuation.finish()
    #expect(try await elements.next() == nil)
  }

  @Test func `errors have their place, and end the stream`() async throws {
    let chunks = AsyncStream<[UInt8]> { continuation in
      for chunk in ["[1,", "\n\"x", "\"]"] { continuation.yield(Array(chunk.utf8)) }
      continuation.finish()
    }
    var elements = try JSON.stream(Int.self, from: chunks).makeAsyncIterator()
    #expect(try await elements.next() == 1)
    let error = await #expect(throws: FormatError.self) { _ = try await elements.next() }
    #expect(error?.place == FormatError.Place(offset: 4, line: 2, column: 1, path: "/1"))
    #expect(try await elements.next() == nil)
  }

  @Test func `truncated data is an error`() async throws {
    let chunks = AsyncStream<[UInt8]> { continuation in
      continuation.yield(Array("[1,2".utf8))
      continuation.finish()
    }
    await #expect(throws: FormatError.self) {
      for try await _ in try JSON.stream(Int.self, from: chunks) {}
    }
  }

  @Test func `cancellation ends the stream, also while it waits`() async throws {
    let (chunks, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    let seen = Locked(0)
    let task = Task {
      for try await _ in try JSON.stream(Int.self, from: chunks) { seen.withLock { $0 += 1 } }
    }
    continuation.yield(Array("[1,2,3,".utf8))
    while seen.withLock({ $0 }) < 3 { await Task.yield() }
    task.cancel()
    await #expect(throws: (any Error).self) { try await task.value }
    #expect(seen.withLock { $0 } == 3)
  }

  @Test func `an element in memory is not given to a task that was cancelled`() async throws {
    let chunks = AsyncStream<[UInt8]> { continuation in
      continuation.yield(Array("[1,2]".utf8))
      continuation.finish()
    }
    let task = Task {
      var elements = try JSON.stream(Int.self, from: chunks).makeAsyncIterator()
      let first = try await elements.next()
      withUnsafeCurrentTask { $0?.cancel() }
      await #expect(throws: CancellationError.self) { _ = try await elements.next() }
      return first
    }
    #expect(try await task.value == 1)
  }
}
