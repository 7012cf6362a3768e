import Millrace
import MillraceTables

/// Some whole lines or rows of a text.
struct TextChunk: Sendable {
  let bytes: [UInt8]
  /// The bytes before it.
  let offset: Int
}

/// A text, cut between lines or rows.
///
/// A line feed in a line of JSON is always its end, because in strings it is escaped. In CSV it may be in quotes, which it is
/// if an odd number of quotes is before it. A chunk begins where a row does, so only its own quotes count: the cut is
/// exact for RFC 4180, whatever is in the cells. Where quotes are misplaced, the first one is in a chunk that begins
/// where a row does, and is found there.
final class TextChunks {
  private var source: any ByteSource
  private let isQuoted: Bool
  private let size: Int
  /// Bytes after the last chunk.
  private var rest: [UInt8]
  private var offset = 0
  private var hasEnded = false

  /// The bytes of a chunk, if no line is longer.
  @TaskLocal static var usualSize = 1 << 21
  /// The most bytes of a chunk without a place to cut it. The readers of rows and lines reject it.
  private static var maximumSize: Int { 1 << 27 }

  /// - Parameters:
  ///   - isQuoted: whether line feeds may be in quotes.
  ///   - start: bytes that were read from the source before.
  init(_ source: any ByteSource, isQuoted: Bool, size: Int = usualSize, start: [UInt8] = []) {
    self.source = source
    self.isQuoted = isQuoted
    self.size = size
    rest = start
  }

  /// The next chunk, or nil after the last one.
  func next() throws -> TextChunk? {
    var wanted = size
    while true {
      while rest.count < wanted, !hasEnded {
        let count = rest.count
        try rest.append(addingCapacity: wanted - count) { output in try source.read(into: &output) }
        hasEnded = rest.count == count
      }
      if rest.isEmpty { return nil }
      let end = hasEnded || wanted >= Self.maximumSize ? rest.count : rest.withUnsafeBufferPointer(lastRowEnd)
      if end > 0 {
        let chunk = TextChunk(bytes: end == rest.count ? rest : Array(rest[..<end]), offset: offset)
        rest = end == rest.count ? [] : Array(rest[end...])
        offset += end
        return chunk
      }
      wanted *= 2
    }
  }

  /// Takes the last chunk back, to give it again.
  func putBack(_ chunk: TextChunk) {
    rest = chunk.bytes + rest
    offset -= chunk.bytes.count
  }

  /// Where the last whole row ends; 0 if there is none.
  private func lastRowEnd(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var isInQuotes = isQuoted && LaneCount.quotes(in: bytes) & 1 == 1
    var position = bytes.count - 1
    while position >= 0 {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\""), isQuoted {
        isInQuotes.toggle()
      } else if byte == UInt8(ascii: "\n"), !isInQuotes {
        return position + 1
      } else if byte == UInt8(ascii: "\r"), isQuoted, !isInQuotes, position + 1 < bytes.count {
        // Alone it ends a row of CSV, too. A line feed after it would have been met before.
        return position + 1
      }
      position -= 1
    }
    return 0
  }
}

extension TextChunk {
  /// The ends of lines in it: line feeds, and of CSV carriage returns without one.
  func lineCount(isCSV: Bool) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      isCSV ? CSV.lineCount(of: bytes) : LaneCount.lineFeeds(in: bytes)
    }
  }
}
