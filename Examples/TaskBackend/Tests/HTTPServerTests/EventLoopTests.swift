import Foundation
import Testing

@testable import HTTPServer

@Suite("The event loop")
struct EventLoopTests {
  @Test func `a loop that does not sleep yields before it asks the system again`() throws {
    let loop = try EventLoop()
    let pipe = Pipe()
    pipe.fileHandleForWriting.write(Data([0]))
    var steps: [String] = []
    // The byte is not read, so that the event happens again at once.
    let event = Event(loop, descriptor: pipe.fileHandleForReading.fileDescriptor, flags: 0x02 | 0x10) {
      steps.append("event")
      if steps.count == 8 { loop.stop() }
    }
    event.add()
    loop.run {
      steps.append("turn")
      return false
    }
    #expect(steps == (0..<4).flatMap { _ in ["turn", "event"] })
  }
}
