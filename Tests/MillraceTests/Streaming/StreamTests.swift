import Foundation
import Millrace
import SystemLibrary
import Testing

@Suite("Streams")
struct StreamTests {
  /// Runs something with a path to a file of these bytes.
  private func withFile<Result>(_ bytes: [UInt8], _ name: String = "file", _ body: (String) throws -> Result) throws
    -> Result
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "millrace-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: name)
    try Data(bytes).write(to: file)
    return try body(file.path)
  }

  @Test func `files, descriptors, pipes and sockets give the same elements`() throws {
    for document in try StreamedDocument<Entry>.entries() {
      let options = JSON.StreamOptions(framing: document.framing)
      try withFile(document.bytes) { path in
        let (values, error) = try JSON.stream(Entry.self, from: path, at: document.pointer, options: options)
          .collected()
        #expect(values == document.expected && error == nil, "\(document.name)")
      }
      for connection in [Connection.pipe(), .socketPair()] {
        let bytes = document.bytes
        let thread = Thread {
          for start in stride(from: 0, to: bytes.count, by: 7) {
            connection.send(Array(bytes[start..<min(start + 7, bytes.count)]))
          }
          connection.endSending()
        }
        thread.start()
        let (values, error) = try JSON.stream(
          Entry.self, fromDescriptor: connection.receiver, at: document.pointer, options: options
        ).collected()
        #expect(values == document.expected && error == nil, "\(document.name)")
      }
    }
  }

  @Test func `a missing file is a system error`() {
    let error = #expect(throws: SystemError.self) { _ = try JSON.stream(Int.self, from: "/no/such/file").collected() }
    #expect(error?.code == ENOENT)
    #expect(error?.description == "cannot read /no/such/file: No such file or directory")
  }

  @Test(arguments: [
    (JSON.StreamOptions.Framing.array, ["[{\"a\":1}", ",{\"a\":2}", "\n, {\"a\":3}", "]"]),
    (.concatenated, ["{\"a\":1}", "{\"a\":2}", "\n{\"a\":3}", ""]),
    (.lines, ["{\"a\":1}", "\n{\"a\":2}", "\r\n{\"a\":3}", "\n"]),
    (.records, ["\u{1E}{\"a\":1}", "\n\u{1E}{\"a\":2}", "\n\u{1E}{\"a\":3}", "\n"]),
  ])
  func `an element is there before the next one is sent`(
    _ framing: JSON.StreamOptions.Framing, _ pieces: [String]
  ) throws {
    // Everything happens on this thread: a read that waits for more would wait for ever.
    for splitsPieces in [false, true] {
      let connection = Connection.pipe()
      var stream = try JSON.stream(
        [String: Int].self, from: ImpatientSource(descriptor: connection.receiver),
        options: JSON.StreamOptions(framing: framing))
      for (index, piece) in pieces.dropLast().enumerated() {
        if splitsPieces {
          for byte in piece.utf8 { connection.send([byte]) }
        } else {
          connection.send(Array(piece.utf8))
        }
        #expect(try stream.next() == ["a": index + 1])
      }
      connection.send(Array(pieces[3].utf8))
      connection.endSending()
      #expect(try stream.next() == nil)
      #expect(try stream.next() == nil)
    }
  }

  @Test func `numbers are there with the next byte`() throws {
    let connection = Connection.pipe()
    var stream = try JSON.stream(Int.self, from: ImpatientSource(descriptor: connection.receiver))
    for number in [1, 23, -456] {
      connection.send(Array("\(number)\n".utf8))
      #expect(try stream.next() == number)
    }
  }

  @Test func `a source of one's own, and its errors`() throws {
    struct Broken: Error, Equatable {}
    struct Source: ByteSource {
      var pieces = ["[1,", "2,\n 3", ",4"]
      mutating func read(into output: inout OutputSpan<UInt8>) throws {
        guard !pieces.isEmpty else { throw Broken() }
        for byte in pieces.removeFirst().utf8 { output.append(byte) }
      }
    }
    let (values, error) = try JSON.stream(Int.self, from: Source()).collected()
    #expect(values == [1, 2, 3])
    guard case .custom(let cause) = error?.problem else { throw Broken() }
    #expect(cause is Broken)
    #expect(error?.place == FormatError.Place(offset: 10, line: 2, column: 5, path: "/3"))
  }

  @Test func `documents without a separator are one error, wherever the source is cut`() throws {
    struct Source: ByteSource {
      var pieces: [ArraySlice<UInt8>]
      mutating func read(into output: inout OutputSpan<UInt8>) {
        if !pieces.isEmpty { for byte in pieces.removeFirst() { output.append(byte) } }
      }
    }
    for text in ["truetrue", "null null1 true", "1 truefalse true", "false12"] {
      let bytes = Array(text.utf8)
      let options = JSON.StreamOptions(framing: .concatenated)
      let (values, error) = try JSON.stream(JSON.Value.self, from: bytes, options: options).collected()
      #expect(error != nil)
      for cut in 1..<bytes.count {
        let source = Source(pieces: [bytes[..<cut], bytes[cut...]])
        let (valuesOfCut, errorOfCut) = try JSON.stream(JSON.Value.self, from: source, options: options).collected()
        #expect(valuesOfCut == values && errorOfCut?.place == error?.place, "\(text) at \(cut)")
      }
    }
  }

  @Test func `results are a sequence, and forEach is for short bodies`() throws {
    var sum = 0
    for number in try JSON.stream(Int.self, from: Array("[1,2,3]".utf8)).results() { sum += try number.get() }
    try JSON.stream(Int.self, from: Array("[10,20]".utf8)).forEach { sum += $0 }
    try JSON.stream(Int.self, from: Array("[100]".utf8).span).forEach { sum += $0 }
    #expect(sum == 136)
    struct Enough: Error {}
    var seen: [Int] = []
    #expect(throws: Enough.self) {
      try JSON.stream(Int.self, from: Array("[1,2,3,4]".utf8)).forEach { number in
        seen.append(number)
        if number == 3 { throw Enough() }
      }
    }
    #expect(seen == [1, 2, 3])
    let results = Array(try JSON.stream(Int.self, from: Array("[1,x]".utf8)).results())
    #expect(results.count == 2)
    #expect(throws: FormatError.self) { try results[1].get() }
  }

  @Test func `elements larger than the limit are an error, with the place where they begin`() throws {
    var options = JSON.StreamOptions(maximumElementSize: 100)
    func text(_ size: Int) -> [UInt8] { Array("[1,\n \"\(String(repeating: "x", count: size - 2))\",2]".utf8) }
    #expect(try JSON.stream(JSONTree.self, from: text(100), options: options).collected().values.count == 3)
    for size in [101, 1000, 70_000, 3_000_000] {
      let (values, error) = try JSON.stream(JSONTree.self, from: text(size), options: options).collected()
      #expect(values.count == 1)
      guard case .elementTooLarge(limit: 100) = error?.problem else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(error?.place == FormatError.Place(offset: 5, line: 2, column: 2, path: "/1"))
    }
    // Within the limit the window grows.
    options.maximumElementSize = 5_000_000
    #expect(try JSON.stream(JSONTree.self, from: text(5_000_000), options: options).collected().values.count == 3)
  }

  @Test func `a document that is not an array is an error where arrays are expected`() throws {
    for (text, pointer, place) in [
      (" {\"a\":1}", JSON.Pointer(tokens: []), 1), ("\n12", JSON.Pointer(tokens: []), 1),
      ("x", JSON.Pointer(tokens: []), 0),
      ("{\"a\": \"b\"}", JSON.Pointer(tokens: ["a"]), 6),
    ] {
      let options = JSON.StreamOptions(framing: .array)
      let (values, error) = try JSON.stream(JSON.Value.self, from: Array(text.utf8), at: pointer, options: options)
        .collected()
      #expect(values.isEmpty && error?.place.offset == place, "\(text): \(String(describing: error))")
      #expect(
        error?.problem.description.hasPrefix(text == "x" ? "unexpected 'x'; expected an array" : "expected an array")
          == true)
    }
  }

  @Test func `endless input is read only as far as the limit goes`() throws {
    final class Endless: ByteSource, Sendable {
      let given = Locked(0)
      func read(into output: inout OutputSpan<UInt8>) {
        let count = output.freeCapacity
        given.withLock { $0 += count }
        for _ in 0..<count { output.append(UInt8(ascii: "[")) }
      }
    }
    let source = Endless()
    let options = JSON.StreamOptions(
      maximumElementSize: 1 << 20, reading: JSON.ReadingOptions(maximumDepth: 1 << 30))
    let error = try JSON.stream(JSONTree.self, from: source, options: options).collected().error
    #expect(error != nil)
    #expect(source.given.withLock { $0 } <= 4 << 20)
  }

  @Test func `deep nesting is counted from the document's root`() throws {
    func text(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    for limit in [1, 2, 7, 8, 9, 40] {
      let options = JSON.StreamOptions(reading: JSON.ReadingOptions(maximumDepth: limit))
      for depth in [1, limit, limit + 1] {
        let (_, error) = try JSON.stream(JSONTree.self, from: text(depth), options: options).collected()
        #expect((error == nil) == (depth <= limit), "limit \(limit), depth \(depth)")
      }
    }
  }

  @Test(arguments: [
    ("/nope", "{\"a\":[1]}", 9), ("/a/2", "{\"a\":[1,[2]]}", 12), ("/a/b", "{\"a\":7,\"b\":{}}", 6),
    ("/a", "[{\"a\":1}]", 9), ("/0/a", "[1]", 2),
  ])
  func `a path that leads nowhere is an error`(_ pointer: String, _ text: String, _ offset: Int) throws {
    let pointer = try #require(JSON.Pointer(pointer))
    let (values, error) = try JSON.stream(JSONTree.self, from: Array(text.utf8), at: pointer).collected()
    #expect(values.isEmpty)
    guard case .noSuchPath(let path) = error?.problem else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path == pointer.description)
    #expect(error?.place.offset == offset)
  }

  @Test(arguments: [
    ("[1,2]x", 5, 1, 6, ""), ("{\"r\":{\"d\":[1]},\"z\":tru}", 19, 1, 20, "/z"),
    ("{\"r\":{\"d\":[1\n,2],\"é\":[0,01]}}", 25, 2, 12, "/r/é/1"),
    ("{\"r\":{\"d\":[1,{\"a\":\n[5,\"\u{1}\"]}]}}", 23, 2, 5, "/r/d/1/a/1"),
  ])
  func `errors have the place in the whole stream`(
    _ text: String, _ offset: Int, _ line: Int, _ column: Int, _ path: String
  ) throws {
    for blanks in [0, 1, 65_530, 200_000] {
      let text = Array(repeating: UInt8(ascii: "\n"), count: blanks) + Array(text.utf8)
      let pointer: JSON.Pointer = text[blanks] == UInt8(ascii: "[") ? "" : "/r/d"
      let error = try JSON.stream(JSONTree.self, from: text, at: pointer).collected().error
      #expect(try JSON.stream(JSONTree.self, from: text, at: pointer).collectedByForEach().error?.place == error?.place)
      let expected = FormatError.Place(offset: blanks + offset, line: blanks + line, column: column, path: path)
      #expect(error?.place == expected)
    }
  }

  @Test func `content around the array may be larger than all limits`() throws {
    let filler = "[" + (0..<60_000).map { "{\"k\($0)\":[\($0),\"]}\",null,-1.5e3]}" }.joined(separator: ", ") + "]"
    let text = Array("{\"before\":\(filler),\"docs\":[1,2,3],\"behind\":\(filler)}".utf8)
    let options = JSON.StreamOptions(maximumElementSize: 100)
    let (values, error) = try JSON.stream(Int.self, from: text, at: "/docs", options: options).collected()
    #expect(values == [1, 2, 3] && error == nil)
    // Only a single token may not.
    let long = Array("{\"\(String(repeating: "x", count: 200_000))\":1,\"docs\":[1,2,3]}".utf8)
    let rejected = try JSON.stream(Int.self, from: long, at: "/docs", options: options).collected()
    guard case .elementTooLarge(limit: 100) = rejected.error?.problem else {
      Issue.record("\(String(describing: rejected.error))")
      return
    }
  }

  @Test(arguments: [[0xEF, 0xBB, 0xBF], [0xFE, 0xFF], [0xFF, 0xFE]] as [[UInt8]])
  func `a byte order mark within a document is a wrong byte, also where a piece begins`(_ mark: [UInt8]) throws {
    for (before, after) in [("{\"c\":{", ":1},\"docs\":[1]}"), ("{\"c\":", ",\"docs\":[1]}"), ("{\"docs\":[1,", "]}")] {
      let text = Array(before.utf8) + mark + Array(after.utf8)
      let whole = try JSON.stream(Int.self, from: text, at: "/docs").collected().error
      let source = ChunkedSource(text, cutAt: Array(0..<text.count))
      let cut = try JSON.stream(Int.self, from: source, at: "/docs").collected().error
      #expect(whole?.description.contains("unexpected byte 0x") == true)
      #expect(cut?.description == whole?.description)
    }
  }

  @Test func `an element is read twice at most, in however many pieces it comes`() throws {
    let element = "{\"a\":[" + Array(repeating: "{\"b\":\"\\\"}\"}", count: 5000).joined(separator: ",") + "]}"
    let text = Array("[\(element),\(element)]".utf8)
    Attempts.count.withLock { $0 = 0 }
    let source = ChunkedSource(text, cutAt: Array(stride(from: 0, to: text.count, by: 13)))
    #expect(try JSON.stream(Attempts.self, from: source).collected().values.count == 2)
    #expect(Attempts.count.withLock { $0 } <= 4)
  }

  @Test func `elements are read by the entry for JSON`() throws {
    struct Probe: Readable {
      var isByJSON: Bool
      static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Probe {
        try reader.skipValue()
        return Probe(isByJSON: false)
      }
      static func readJSON(from reader: inout JSON.Reader) throws -> Probe {
        try reader.skipValue()
        return Probe(isByJSON: true)
      }
    }
    for bytes in ["[1]", "1", "1 2"] {
      #expect(try JSON.stream(Probe.self, from: Array(bytes.utf8)).collected().values.allSatisfy(\.isByJSON))
    }
  }

  @Test func `duplicate keys are treated as the options specify`() throws {
    let text = Array("[{\"a\":1,\"a\":2},{\"a\":3}]".utf8)
    func values(_ duplicateKeys: DuplicateKeys) throws -> (values: [[String: Int]], error: FormatError?) {
      let options = JSON.StreamOptions(reading: JSON.ReadingOptions(duplicateKeys: duplicateKeys))
      return try JSON.stream([String: Int].self, from: text, options: options).collected()
    }
    #expect(try values(.lastWins).values == [["a": 2], ["a": 3]])
    #expect(try values(.firstWins).values == [["a": 1], ["a": 3]])
    #expect(try values(.rejected).error?.place.offset == 8)
  }

  @Test func `a path leads into each line`() throws {
    let text = Array("{\"a\":[1,2]}\n{\"a\":[3]}\n{\"a\":[4,5]}".utf8)
    var options = JSON.StreamOptions(framing: .lines)
    let stopped = try JSON.stream(Int.self, from: text, at: "/a/1", options: options).collected()
    #expect(stopped.values == [2])
    #expect(stopped.error?.place.line == 2)
    options.onBadElement = .skip
    #expect(try JSON.stream(Int.self, from: text, at: "/a/1", options: options).collected().values == [2, 5])
  }
}

/// Any value. Counts how often one was begun to be read.
private struct Attempts: Readable {
  static let count = Locked(0)

  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Attempts {
    count.withLock { $0 += 1 }
    try reader.skipValue()
    return Attempts()
  }
}

/// A source that is an error when there is nothing to be read at once.
private struct ImpatientSource: ByteSource {
  struct WouldWait: Error {}
  let descriptor: Int32

  func read(into output: inout OutputSpan<UInt8>) throws {
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard Foundation.poll(&poll, 1, 0) == 1 else { throw WouldWait() }
    try DescriptorSource(descriptor: descriptor).read(into: &output)
  }
}

/// Two connected descriptors.
final class Connection: Sendable {
  let sender: Int32
  let receiver: Int32
  private let isOpen = Locked(true)

  private init(_ descriptors: [Int32]) { (receiver, sender) = (descriptors[0], descriptors[1]) }

  static func pipe() -> Connection {
    var descriptors: [Int32] = [0, 0]
    guard Foundation.pipe(&descriptors) == 0 else { fatalError("no pipe") }
    return Connection(descriptors)
  }

  static func socketPair() -> Connection {
    var descriptors: [Int32] = [0, 0]
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    guard socketpair(AF_UNIX, kind, 0, &descriptors) == 0 else { fatalError("no sockets") }
    return Connection(descriptors)
  }

  deinit {
    endSending()
    close(receiver)
  }

  func send(_ bytes: [UInt8]) {
    guard bytes.isEmpty || write(sender, bytes, bytes.count) == bytes.count else { fatalError("cannot send") }
  }

  func endSending() {
    isOpen.withLock { isOpen in
      if isOpen { close(sender) }
      isOpen = false
    }
  }
}
