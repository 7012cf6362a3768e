import HTTPServer
import Millrace
import Tasks

extension TaskHandler {
  /// Lists that are longer, in bytes, are sent in pieces while they are read. Shorter ones are sent at once, with a length.
  static var longList: Int { 1 << 17 }

  func list(_ request: Request, on connection: Connection) {
    let filter: TaskFilter
    do throws(QueryError) {
      filter = try TaskFilter(request)
    } catch {
      return connection.reply(.badRequest, error: ErrorReply(error.message))
    }
    do {
      if request.ifNoneMatch != nil {
        let tag = EntityTag(try reader.revision(), request)
        if tag.matches(request.ifNoneMatch) { return connection.reply(.notModified, [("ETag", tag.text)]) }
      }
      let tasks = try reader.tasks(filter, in: folder(for: request))
      var fields: [Connection.Field] = [("ETag", EntityTag(tasks.revision, request).text)]
      if let id = tasks.nextPage {
        fields.append(("Link", "<http://\(request.host)/tasks?\(filter.query(after: id))>; rel=\"next\""))
      }
      writer.removeAll()
      writer.beginArray()
      if try tasks.write(to: &writer, untilByteCount: Self.longList) {
        writer.endArray()
        try writer.finish()
        connection.reply(.ok, fields, document: writer)
      } else {
        connection.beginStream(.ok, fields, type: Connection.json)
        ListStream(tasks, exchange(&writer, with: JSON.Writer(capacity: 1 << 16)), connection).start()
      }
    } catch {
      refuse(error, connection)
    }
  }

  func show(_ id: Int, _ request: Request, on connection: Connection) {
    do {
      let (task, revision) = try reader.task(id)
      guard let task else { return refuseAsMissing(connection) }
      let tag = EntityTag(revision, request)
      let fields: [Connection.Field] = [("ETag", tag.text)]
      if tag.matches(request.ifNoneMatch) { return connection.reply(.notModified, fields) }
      connection.reply(.ok, fields, task: LocatedTask(task, in: folder(for: request)))
    } catch {
      refuse(error, connection)
    }
  }
}

/// A long list on its way to a client: read when the client has read what it was sent.
private final class ListStream {
  private let tasks: any TaskList
  private var writer: JSON.Writer
  private unowned let connection: Connection

  /// - Parameter writer: has the beginning of the list.
  init(_ tasks: any TaskList, _ writer: consuming JSON.Writer, _ connection: Connection) {
    self.tasks = tasks
    self.writer = writer
    self.connection = connection
  }

  func start() {
    if connection.isForHead { return connection.endStream() }
    // The connection keeps this object as long as it needs it.
    connection.onDrain = { self.sendMore() }
    writer.flush { connection.send($0) }
    sendMore()
  }

  private func sendMore() {
    do {
      while !connection.isCongested, connection.isOpen {
        let isEnd = try tasks.write(to: &writer, untilByteCount: 1 << 16)
        guard isEnd else {
          writer.flush { connection.send($0) }
          continue
        }
        writer.endArray()
        try writer.finish()
        connection.send(writer)
        return connection.endStream()
      }
    } catch {
      // The status was sent long ago: what says that the list is not complete is that it does not end.
      connection.close()
    }
  }
}
