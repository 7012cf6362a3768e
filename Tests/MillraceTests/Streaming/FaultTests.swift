import Foundation
import Millrace
import SystemLibrary
import TestSupport
import Testing

/// What the system does to descriptors: short reads, signals, errors.
@Suite("Faults of descriptors", .serialized)
struct FaultTests {
  /// The two ends of a pipe.
  private struct Pipe {
    let reading: Int32
    let writing: Int32

    init() throws {
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0)
      (reading, writing) = (ends[0], ends[1])
    }
  }

  /// Calls a function for each byte in a thread of its own, and then closes the descriptor.
  private func write(_ bytes: [UInt8], to descriptor: Int32, afterEach pause: @escaping @Sendable () -> Void) -> Thread
  {
    let thread = Thread {
      for byte in bytes {
        _ = withUnsafeBytes(of: byte) { systemWrite(descriptor, $0) }
        pause()
      }
      close(descriptor)
    }
    thread.start()
    return thread
  }

  @Test func `elements are read from a writer that sends single bytes`() throws {
    let pipe = try Pipe()
    defer { close(pipe.reading) }
    _ = write(Array(#"[{"a":1},"x\u00e9",[2.5]]"#.utf8), to: pipe.writing) { usleep(200) }
    var stream = try JSON.stream(JSON.Value.self, fromDescriptor: pipe.reading)
    #expect(try stream.next() == ["a": 1])
    #expect(try stream.next() == "xé")
    #expect(try stream.next() == [2.5])
    #expect(try stream.next() == nil)
  }

  @Test func `signals interrupt no read`() throws {
    let pipe = try Pipe()
    defer { close(pipe.reading) }
    _ = write(Array("1\n[2]\n\"3\"\n".utf8), to: pipe.writing) { usleep(2_000) }
    let options = JSON.StreamOptions(framing: .lines)
    let values = try withSignals {
      var stream = try JSON.stream(JSON.Value.self, fromDescriptor: pipe.reading, options: options)
      var values: [JSON.Value] = []
      while let value = try stream.next() { values.append(value) }
      return values
    }
    #expect(values == [1, [2], "3"])
  }

  @Test func `a descriptor without bytes that does not block is an error, and elements before it are not lost`() throws
  {
    let pipe = try Pipe()
    defer {
      close(pipe.reading)
      close(pipe.writing)
    }
    try #require(fcntl(pipe.reading, F_SETFL, O_NONBLOCK) == 0)
    _ = Array("[1,[2],".utf8).withUnsafeBytes { systemWrite(pipe.writing, $0) }
    var stream = try JSON.stream(JSON.Value.self, fromDescriptor: pipe.reading)
    #expect(try stream.next() == 1)
    #expect(try stream.next() == [2])
    let error = #expect(throws: FormatError.self) { try stream.next() }
    #expect(error?.description.contains(String(cString: strerror(EAGAIN))) == true)
    #expect(try stream.next() == nil)
  }

  private struct Caller: @unchecked Sendable { let thread: pthread_t }

  /// Sends signals to this thread while a function runs, with a handler that interrupts system calls.
  private func withSignals<Result>(_ body: () throws -> Result) throws -> Result {
    // A handler without SA_RESTART: the call that it interrupts ends with EINTR, or with fewer bytes.
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = { _ in }
    #else
      action.__sigaction_handler.sa_handler = { _ in }
    #endif
    var former = sigaction()
    try #require(sigaction(SIGUSR1, &action, &former) == 0)
    defer { sigaction(SIGUSR1, &former, nil) }
    let (isDone, hasEnded) = (Locked(false), DispatchSemaphore(value: 0))
    let caller = Caller(thread: pthread_self())
    Thread {
      while !isDone.withLock({ $0 }) {
        pthread_kill(caller.thread, SIGUSR1)
        usleep(300)
      }
      hasEnded.signal()
    }.start()
    defer {
      isDone.withLock { $0 = true }
      hasEnded.wait()
    }
    return try body()
  }

  @Test func `a reader that is slow gets all bytes, also if signals interrupt the writer`() throws {
    let pipe = try Pipe()
    let (received, hasEnded) = (Locked([UInt8]()), DispatchSemaphore(value: 0))
    Thread {
      var memory = [UInt8](repeating: 0, count: 3_000)
      while case let count = systemRead(pipe.reading, &memory), count > 0 {
        received.withLock { $0 += memory[..<count] }
        usleep(100)
      }
      close(pipe.reading)
      hasEnded.signal()
    }.start()
    // A pipe takes 64 KB, so that most of the writes have to wait.
    let numbers = Array(0..<100_000)
    try withSignals {
      var writer = JSON.StreamWriter(to: DescriptorSink(descriptor: pipe.writing), as: .lines)
      for number in numbers { try writer.append(number) }
      try writer.finish()
    }
    close(pipe.writing)
    hasEnded.wait()
    let lines = String(decoding: received.withLock { $0 }, as: UTF8.self).split(separator: "\n")
    #expect(lines.map { Int($0) } == numbers)
  }

  @Test func `a descriptor without room that does not block is an error of the writer`() throws {
    let pipe = try Pipe()
    defer {
      close(pipe.reading)
      close(pipe.writing)
    }
    try #require(fcntl(pipe.writing, F_SETFL, O_NONBLOCK) == 0)
    let error = #expect(throws: SystemError.self) {
      var writer = JSON.StreamWriter(to: DescriptorSink(descriptor: pipe.writing), as: .lines)
      for number in 0..<100_000 { try writer.append(number) }
      try writer.finish()
    }
    #expect(error?.code == EAGAIN)
  }

  @Test func `a reader that closes the pipe in the middle is an error of the writer`() throws {
    let pipe = try Pipe()
    defer { close(pipe.writing) }
    let former = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, former) }
    Thread {
      var memory = [UInt8](repeating: 0, count: 100_000)
      _ = systemRead(pipe.reading, &memory)
      close(pipe.reading)
    }.start()
    let error = #expect(throws: SystemError.self) {
      var writer = JSON.StreamWriter(to: DescriptorSink(descriptor: pipe.writing), as: .lines)
      for number in 0..<1_000_000 { try writer.append(number) }
      try writer.finish()
    }
    #expect(error?.code == EPIPE)
  }

  @Test func `a descriptor that is closed in the middle is an error, and elements before it are not lost`() throws {
    let pipe = try Pipe()
    let other = try Pipe()
    defer { for end in [pipe.reading, pipe.writing, other.reading, other.writing] { close(end) } }
    _ = Array("[1,[2],{\"a\":".utf8).withUnsafeBytes { systemWrite(pipe.writing, $0) }
    var stream = try JSON.stream(JSON.Value.self, fromDescriptor: pipe.reading)
    #expect(try stream.next() == 1)
    // Another thread could open a file with the number of a descriptor that is closed. This one cannot be read either.
    try #require(dup2(other.writing, pipe.reading) == pipe.reading)
    #expect(try stream.next() == [2])
    let error = #expect(throws: FormatError.self) { try stream.next() }
    #expect(error?.description.contains(String(cString: strerror(EBADF))) == true)
    #expect(error?.place.offset == 12)
    #expect(try stream.next() == nil)
  }

  @Test func `a descriptor that is closed is an error`() throws {
    let pipe = try Pipe()
    close(pipe.reading)
    close(pipe.writing)
    // A number that no other thread can open meanwhile.
    var stream = try JSON.stream(Int.self, fromDescriptor: 1 << 20)
    let error = #expect(throws: FormatError.self) { try stream.next() }
    #expect(error?.description.contains(String(cString: strerror(EBADF))) == true)
  }

  @Test func `a folder is an error`() throws {
    #expect(throws: (any Error).self) {
      var stream = try JSON.stream(Int.self, from: "/")
      _ = try stream.next()
    }
  }

  #if os(Linux)
    @Test func `no space left on the device is an error of the writer`() throws {
      #expect(throws: SystemError.self) {
        var writer = JSON.StreamWriter(to: try DescriptorSink(path: "/dev/full"), as: .lines)
        for number in 0..<100_000 { try writer.append(number) }
        try writer.finish()
      }
    }
  #endif
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

private func systemRead(_ descriptor: Int32, _ memory: inout [UInt8]) -> Int {
  let count = memory.count
  return read(descriptor, &memory, count)
}
