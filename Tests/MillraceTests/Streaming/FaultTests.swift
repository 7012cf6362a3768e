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
    // A handler without SA_RESTART: the read that it interrupts ends with EINTR.
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in }
    var former = sigaction()
    try #require(sigaction(SIGUSR1, &action, &former) == 0)
    defer { sigaction(SIGUSR1, &former, nil) }
    let reader = UInt(pthread_self())
    _ = write(Array("1\n[2]\n\"3\"\n".utf8), to: pipe.writing) {
      for _ in 0..<5 {
        usleep(300)
        pthread_kill(pthread_t(reader), SIGUSR1)
      }
    }
    let options = JSON.StreamOptions(framing: .lines)
    var stream = try JSON.stream(JSON.Value.self, fromDescriptor: pipe.reading, options: options)
    var values: [JSON.Value] = []
    while let value = try stream.next() { values.append(value) }
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
