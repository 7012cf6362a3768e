import HTTPServer
import Millrace
import MillraceCompression
import Tasks

/// The long lists of a loop that are on their way to clients.
///
/// Each of them keeps a state of the tasks, and with it a connection to the database. So there are at most 24. One more is
/// not rejected: as soon as a client of the network with most lists has read nothing for a quarter of a second, its list
/// makes room. A client that reads loses nothing, and a network cannot take what others need.
final class LongLists {
  private static var maximumCount: Int { 24 }
  private static var patience: Duration { .milliseconds(250) }

  private let loop: EventLoop
  private var connections: [ObjectIdentifier: Connection] = [:]
  /// Lists that wait for room, and what begins them.
  private var waiting: [(connection: Connection, begin: () -> Void)] = []
  private var retry: Event?

  init(_ loop: EventLoop) { self.loop = loop }

  /// Whether a list may begin. If not, it is begun again as soon as it may.
  func admit(_ connection: Connection, begin: @escaping () -> Void) -> Bool {
    if connection.isForHead || hasRoom() { return true }
    waiting.append((connection, begin))
    if retry == nil { retry = loop.every(.milliseconds(20)) { [unowned self] in beginWaiting() } }
    return false
  }

  /// Sends a list that was admitted, as fast as the client reads.
  ///
  /// - Parameters:
  ///   - writer: has the beginning of the list.
  ///   - isCompressed: whether the list is sent in the content coding gzip.
  func begin(_ tasks: any TaskList, _ writer: consuming JSON.Writer, isCompressed: Bool, _ connection: Connection) {
    if connection.isForHead { return connection.endStream() }
    let stream = ListStream(tasks, writer, isCompressed: isCompressed, connection)
    if stream.sendMore() { return connection.endStream() }
    guard connection.isOpen else { return }
    let id = ObjectIdentifier(connection)
    connections[id] = connection
    connection.onClose = { [unowned self] in connections[id] = nil }
    // The connection keeps the stream as long as it needs it.
    connection.onDrain = { [unowned self, unowned connection] in
      guard stream.sendMore() else { return }
      connections[id] = nil
      // The next request of the client may be for another list.
      connection.endStream()
    }
  }

  /// Begins lists as long as there is room, first those of networks with few lists, and of clients that have read before.
  private func beginWaiting() {
    waiting.removeAll { !$0.connection.isOpen }
    while !waiting.isEmpty, hasRoom() {
      let counts = countsOfNetworks()
      func rank(_ index: Int) -> (Int, Int) {
        let connection = waiting[index].connection
        return (counts[connection.network] ?? 0, connection.hasTakenAnswers ? 0 : 1)
      }
      guard let next = waiting.indices.min(by: { rank($0) < rank($1) }) else { break }
      waiting.remove(at: next).begin()
    }
    if waiting.isEmpty { retry = nil }
  }

  /// Whether there is room for one more, if need be that of the slowest.
  private func hasRoom() -> Bool {
    if connections.count < Self.maximumCount { return true }
    let counts = countsOfNetworks()
    let largest = counts.values.max()
    let slowest = connections.values.filter { counts[$0.network] == largest }.max { $0.idleTime < $1.idleTime }
    guard let slowest, slowest.idleTime > Self.patience else { return false }
    slowest.close()
    return true
  }

  private func countsOfNetworks() -> [[UInt8]?: Int] {
    Dictionary(connections.values.map { ($0.network, 1) }, uniquingKeysWith: +)
  }
}

/// A long list on its way to a client: read when the client has read what it was sent.
private final class ListStream {
  private let tasks: any TaskList
  private var writer: JSON.Writer
  private var compressor: GzipSink<StreamSink>?
  private unowned let connection: Connection
  /// The pieces of 64 KiB that are sent before other connections are served. To compress one takes as long as to write four.
  private let piecesInTurn: Int

  init(_ tasks: any TaskList, _ writer: consuming JSON.Writer, isCompressed: Bool, _ connection: Connection) {
    self.tasks = tasks
    self.writer = writer
    self.connection = connection
    compressor = isCompressed ? Gzip.stream(to: connection) : nil
    piecesInTurn = isCompressed ? 2 : 8
  }

  /// Sends as much as the client reads, for a turn.
  ///
  /// - Returns: whether the whole list was sent.
  func sendMore() -> Bool {
    do {
      for _ in 0..<piecesInTurn where !connection.isCongested && connection.isOpen {
        try writer.flush { bytes in try send(bytes) }
        guard try tasks.write(to: &writer, untilByteCount: 1 << 16) else { continue }
        writer.endArray()
        try writer.finish()
        try send(writer.bytes)
        try compressor?.finish()
        return true
      }
      if !connection.isCongested { connection.postpone() }
    } catch {
      // The status was sent long ago: what says that the list is not complete is that it does not end.
      connection.close()
    }
    return false
  }

  private func send(_ bytes: Span<UInt8>) throws {
    if compressor == nil { connection.send(bytes) } else { try compressor?.write(bytes) }
  }
}
