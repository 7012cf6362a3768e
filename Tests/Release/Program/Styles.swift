import Millrace

/// Each option in another way than in the styles of the library.
enum Other: JSON.Style {
  typealias Layout = JSON.Sorted<JSON.Indented>
  typealias Escapes = JSON.ASCIIOnly
  typealias NotFinite = NotFiniteAsStrings
  typealias Dates = UnixMilliseconds
  typealias Binary = Base64URL
  static var writesNil: Bool { true }
}

enum SnakeCase: JSON.Style {
  typealias Keys = JSON.SnakeCase
  typealias Escapes = JSON.WithSlashes
}

/// A source whose chunks cut tokens, characters and rows.
struct SmallChunks: ByteSource {
  var bytes: [UInt8]
  var position = 0
  var size = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func read(into output: inout OutputSpan<UInt8>) {
    let end = min(position + min(size, output.freeCapacity), bytes.count)
    for index in position..<end { output.append(bytes[index]) }
    position = end
    size = size % 7 + 1
  }

  /// The chunks as an asynchronous sequence.
  var stream: AsyncStream<[UInt8]> {
    AsyncStream { continuation in
      for start in stride(from: 0, to: bytes.count, by: 5) {
        continuation.yield(Array(bytes[start..<min(start + 5, bytes.count)]))
      }
      continuation.finish()
    }
  }
}
