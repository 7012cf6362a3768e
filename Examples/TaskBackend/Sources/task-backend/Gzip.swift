import HTTPServer
import Millrace
import MillraceCompression

/// The content coding gzip, for lists.
enum Gzip {
  /// Shorter lists, in bytes, are sent as they are: they fit into a packet or two.
  static var shortest: Int { 1 << 10 }
  /// The fastest level of zlib: lists are compressed while others wait.
  private static var level: Int { 1 }

  static func compress(_ bytes: Span<UInt8>) throws -> [UInt8] {
    var compressor = GzipSink([UInt8](), level: level)
    try compressor.write(bytes)
    try compressor.finish()
    return compressor.takeSink()
  }

  /// Compresses a stream on its way to a client.
  static func stream(to connection: Connection) -> GzipSink<StreamSink> {
    GzipSink(StreamSink(connection: connection), level: level)
  }
}

/// The answer of a connection that sends a stream.
struct StreamSink: ByteSink {
  unowned let connection: Connection

  func write(_ bytes: Span<UInt8>) { connection.send(bytes) }
}
