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
      if request.ifMatch != nil || request.ifNoneMatch != nil {
        let tag = EntityTag(try reader.revision(), request, acceptsGzip: request.acceptsGzip)
        if connection.replyToConditions(of: request, tag, [("ETag", tag.text), Self.vary]) { return }
      }
      let folder = folder(for: request)
      if let document = try reader.document(
        filter, in: folder, acceptsGzip: request.acceptsGzip, readNumber: connection.readNumber)
      {
        let fields = fields(
          document.revision, document.nextPage, filter, request, isCompressed: document.isCompressed)
        return connection.reply(.ok, fields, type: Connection.json, body: document.text.span)
      }
      let tasks = try reader.tasks(filter, in: folder)
      writer.removeAll()
      writer.beginArray()
      if try tasks.write(to: &writer, untilByteCount: Self.longList) {
        writer.endArray()
        try writer.finish()
        let isShort = writer.bytes.count < Gzip.shortest
        let isCompressed = request.acceptsGzip && !isShort
        let fields = fields(tasks.revision, tasks.nextPage, filter, request, isCompressed: isCompressed)
        if isCompressed {
          let text = try Gzip.compress(writer.bytes)
          reader.keep(text.span, isCompressed: true, of: tasks, filter, in: folder, acceptsGzip: true)
          connection.reply(.ok, fields, type: Connection.json, body: text.span)
        } else {
          reader.keep(
            writer.bytes, isCompressed: false, of: tasks, filter, in: folder, acceptsGzip: request.acceptsGzip)
          connection.reply(.ok, fields, document: writer)
        }
      } else if longLists.admit(connection, begin: { [unowned self] in list(request, on: connection) }) {
        let isCompressed = request.acceptsGzip
        let fields = fields(tasks.revision, tasks.nextPage, filter, request, isCompressed: isCompressed)
        connection.beginStream(.ok, fields, type: Connection.json)
        longLists.begin(
          tasks, exchange(&writer, with: JSON.Writer(capacity: 1 << 16)), isCompressed: isCompressed, connection)
      }
    } catch {
      refuse(error, connection)
    }
  }

  /// The fields of an answer with a list.
  private func fields(
    _ revision: Revision, _ nextPage: Int?, _ filter: TaskFilter, _ request: Request, isCompressed: Bool
  ) -> [Connection.Field] {
    let tag = EntityTag(revision, request, acceptsGzip: request.acceptsGzip)
    var fields: [Connection.Field] = [("ETag", tag.text), Self.vary]
    if isCompressed { fields.append(("Content-Encoding", "gzip")) }
    if let nextPage {
      fields.append(("Link", "<\(request.origin)/tasks?\(filter.query(after: nextPage))>; rel=\"next\""))
    }
    return fields
  }

  /// Tells caches that a list depends on what the client accepts.
  private static var vary: Connection.Field { ("Vary", "Accept-Encoding") }

  func show(_ id: Int, _ request: Request, on connection: Connection) {
    do {
      guard let task = try reader.task(id) else { return refuseAsMissing(connection) }
      let tag = EntityTag(task, origin: request.origin)
      let fields: [Connection.Field] = [("ETag", tag.text)]
      if connection.replyToConditions(of: request, tag, fields) { return }
      connection.reply(.ok, fields, task: LocatedTask(task, in: folder(for: request)))
    } catch {
      refuse(error, connection)
    }
  }
}
