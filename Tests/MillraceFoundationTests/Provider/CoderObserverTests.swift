import MillraceMeasurement
import Foundation
import Millrace
import MillraceFoundation
import SystemLibrary
import Testing

private struct Point: Codable, Equatable {
  var x: Int
}

/// The calls that an observer received.
private final class Transcript: Sendable {
  private let list = Locked<[CoderCall]>([])
  var calls: [CoderCall] { list.withLock { $0 } }
  func append(_ call: CoderCall) { list.withLock { $0.append(call) } }
}

@Suite("Observers of coders")
struct CoderObserverTests {
  private let document = Data(#"{"x":1}"#.utf8)
  private let transcript = Transcript()

  @Test func `an observer receives each call`() throws {
    let provider = CoderProvider(
      coders: ["api": CoderConfiguration()], implementation: .foundation, observer: transcript.append)
    let coder = try provider.coder("api")
    let start = ContinuousClock.now
    #expect(try coder.decode(Point.self, from: document) == Point(x: 1))
    _ = try coder.decode(Point.self, from: document + Data(" ".utf8))
    #expect(try coder.encode(Point(x: 1)) == document)
    #expect(throws: DecodingError.self) { try coder.decode([Point].self, from: document) }
    #expect(throws: EncodingError.self) { try coder.encode(Double.nan) }
    let longest = start.duration(to: .now)

    let calls = transcript.calls
    #expect(calls.map(\.operation) == [.decode, .decode, .encode, .decode, .encode])
    #expect(calls.map(\.bytes) == [7, 8, 7, 7, 0])
    #expect(calls.map(\.isFirstUse) == [true, false, true, true, true])
    #expect(calls.map { $0.error is DecodingError } == [false, false, false, true, false])
    #expect(calls.map { $0.error is EncodingError } == [false, false, false, false, true])
    #expect(calls.allSatisfy { $0.coder == "api" && $0.implementation == "Foundation" })
    #expect(
      calls.map(\.typeName)[1...4].elementsEqual([
        "MillraceFoundationTests.Point", "MillraceFoundationTests.Point", "Swift.Array<MillraceFoundationTests.Point>",
        "Swift.Double",
      ]))
    #expect(calls.allSatisfy { $0.duration > .zero } && calls.map(\.duration).reduce(.zero, +) <= longest)
  }

  @Test func `an observer comes, is replaced and goes, also of coders that are kept`() throws {
    let provider = CoderProvider(coders: ["api": CoderConfiguration()])
    let coder = try provider.coder("api")
    let other = Transcript()
    _ = try coder.encode(1)
    provider.observe(transcript.append)
    _ = try coder.encode(22)
    provider.use(.foundation)
    _ = try coder.encode(333)
    provider.observe(other.append)
    _ = try coder.encode(4444)
    provider.observe(nil)
    _ = try coder.encode(55555)
    #expect(transcript.calls.map(\.bytes) == [2, 3] && other.calls.map(\.bytes) == [4])
    #expect(transcript.calls.map(\.implementation) == ["Millrace", "Foundation"])
    #expect(transcript.calls.map(\.isFirstUse) == [true, false])
  }

  @Test func `an observer may use the coders and change the provider`() throws {
    let provider = CoderProvider(coders: ["api": CoderConfiguration()])
    let coder = try provider.coder("api")
    provider.observe { [transcript] call in
      _ = try? coder.encode(call.bytes)
      provider.use(.foundation)
      transcript.append(call)
    }
    _ = try coder.encode(1)
    _ = try coder.encode(1)
    provider.observe(nil)
    #expect(transcript.calls.map(\.implementation) == ["Millrace", "Foundation"])
  }

  @Test func `coding within coding is observed, from the inside out`() throws {
    struct Envelope: Decodable {
      static let provider = CoderProvider(coders: ["api": CoderConfiguration()])
      var point: Point

      init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        point = try Self.provider.coder("api").decode(Point.self, from: Data(text.utf8))
      }
    }
    Envelope.provider.observe(transcript.append)
    let text = Data(#""{\"x\":1}""#.utf8)
    #expect(try Envelope.provider.coder("api").decode(Envelope.self, from: text).point == Point(x: 1))
    #expect(transcript.calls.map(\.bytes) == [7, 11])
  }

  @Test func `exactly one of several threads has the first use`() async throws {
    let provider = CoderProvider(coders: ["api": CoderConfiguration()], observer: transcript.append)
    let coder = try provider.coder("api")
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { [document] in for _ in 0..<50 { _ = try? coder.decode(Point.self, from: document) } }
      }
    }
    #expect(transcript.calls.count == 200 && transcript.calls.count { $0.isFirstUse } == 1)
  }

  @Test func `a recorder observes`() throws {
    let recorder = CoderRecorder()
    let coder = try CoderProvider(coders: ["api": CoderConfiguration()], observer: recorder.record).coder("api")
    for _ in 0..<3 { _ = try coder.decode(Point.self, from: document) }
    let measurements = recorder.drain()
    #expect(measurements.map(\.durations.count).sorted() == [1, 2] && measurements.map(\.bytes).sorted() == [7, 14])
  }
}
