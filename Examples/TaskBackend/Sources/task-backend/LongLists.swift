import HTTPServer
import Millrace
import Tasks

/// The long lists of a loop that are on their way to clients.
///
/// Each of them keeps a state of the tasks, and with it a connection to the database. So there are at most 32, and a new one
/// is never rejected: the slowest list makes room, of the network that has most of them. A client that reads is not the
/// slowest, and a network cannot take what others need.
final class LongLists {
  private static var maximumCount: Int { 32 }
  private var connections: [ObjectIdentifier: Connection] = [:]

  /// Sends a list, as fast as the client reads.
  ///
  /// - Parameter writer: has the beginning of the list.
  func begin(_ tasks: any TaskList, _ writer: consuming JSON.Writer, _ connection: Connection) {
    if connection.isForHead { return connection.endStream() }
    let stream = ListStream(tasks, writer, connection)
    if stream.sendMore() { return connection.endStream() }
    guard connection.isOpen else { return }
    if connections.count == Self.maximumCount { slowest()?.close() }
    let id = ObjectIdentifier(connection)
    connections[id] = connection
    connection.onClose = { [unowned self] in connections[id] = nil }
    // The connection keeps the stream as long as it needs it.
    connection.onDrain = { [unowned self] in
      guard stream.sendMore() else { return }
      connections[id] = nil
      // The next request of the client may be for another list.
      connection.endStream()
    }
  }

  /// The slowest client of the network with most lists.
  private func slowest() -> Connection? {
    let networks = Dictionary(grouping: connections.values, by: \.network)
    let largest = networks.values.map(\.count).max()
    return networks.values.filter { $0.count == largest }.joined().min { $0.lastProgress < $1.lastProgress }
  }
}

/// A long list on its way to a client: read when the client has read what it was sent.
private final class ListStream {
  private let tasks: any TaskList
  private var writer: JSON.Writer
  private unowned let connection: Connection
  /// The pieces of 64 KiB that are sent before other connections are served.
  private static var piecesInTurn: Int { 8 }

  init(_ tasks: any TaskList, _ writer: consuming JSON.Writer, _ connection: Connection) {
    self.tasks = tasks
    self.writer = writer
    self.connection = connection
  }

  /// Sends as much as the client reads, for a turn.
  ///
  /// - Returns: whether the whole list was sent.
  func sendMore() -> Bool {
    do {
      for _ in 0..<Self.piecesInTurn where !connection.isCongested && connection.isOpen {
        writer.flush { connection.send($0) }
        guard try tasks.write(to: &writer, untilByteCount: 1 << 16) else { continue }
        writer.endArray()
        try writer.finish()
        connection.send(writer)
        return true
      }
      if !connection.isCongested { connection.postpone() }
    } catch {
      // The status was sent long ago: what says that the list is not complete is that it does not end.
      connection.close()
    }
    return false
  }
}
