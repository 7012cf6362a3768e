import Millrace
import SystemLibrary

extension CSV {
  /// Returns the number of line ends: line feeds, and carriage returns that no line feed follows.
  ///
  /// - Parameter previous: The byte before the bytes; nil if there is none. A carriage return there was counted as a
  ///   line end, so a line feed after it is not counted again.
  package static func lineCount(of bytes: UnsafeBufferPointer<UInt8>, after previous: UInt8? = nil) -> Int {
    let lineFeeds = unsafe LaneCount.lineFeeds(in: bytes)
    let isPair = unsafe previous == ASCII.carriageReturn && bytes.first == ASCII.lineFeed
    guard let start = bytes.baseAddress, unsafe memchr(start, Int32(ASCII.carriageReturn), bytes.count) != nil else {
      return lineFeeds - (isPair ? 1 : 0)
    }
    return unsafe lineFeeds - (isPair ? 1 : 0) + CellIndex.loneCarriageReturns(in: start, from: 0, to: bytes.count)
  }
}
