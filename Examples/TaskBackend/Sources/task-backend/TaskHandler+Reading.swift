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
        let tag = EntityTag(try reader.revision(), request)
        if connection.replyToConditions(of: request, tag, [("ETag", tag.text)]) { return }
      }
      let folder = folder(for: request)
      func fields(_ revision: Revision, _ nextPage: Int?) -> [Connection.Field] {
        let tag: Connection.Field = ("ETag", EntityTag(revision, request).text)
        guard let nextPage else { return [tag] }
        return [tag, ("Link", "<http://\(request.host)/tasks?\(filter.query(after: nextPage))>; rel=\"next\"")]
      }
      if let document = try reader.document(filter, in: folder, readNumber: connection.readNumber) {
        let fields = fields(document.revision, document.nextPage)
        return connection.reply(.ok, fields, type: Connection.json, body: document.text.span)
      }
      let tasks = try reader.tasks(filter, in: folder)
      let fields = fields(tasks.revision, tasks.nextPage)
      writer.removeAll()
      writer.beginArray()
      if try tasks.write(to: &writer, untilByteCount: Self.longList) {
        writer.endArray()
        try writer.finish()
        reader.keep(writer.bytes, of: tasks, filter, in: folder)
        connection.reply(.ok, fields, document: writer)
      } else if longLists.admit(connection, begin: { [unowned self] in list(request, on: connection) }) {
        connection.beginStream(.ok, fields, type: Connection.json)
        longLists.begin(tasks, exchange(&writer, with: JSON.Writer(capacity: 1 << 16)), connection)
      }
    } catch {
      refuse(error, connection)
    }
  }

  func show(_ id: Int, _ request: Request, on connection: Connection) {
    do {
      guard let task = try reader.task(id) else { return refuseAsMissing(connection) }
      let tag = EntityTag(task, host: request.host)
      let fields: [Connection.Field] = [("ETag", tag.text)]
      if connection.replyToConditions(of: request, tag, fields) { return }
      connection.reply(.ok, fields, task: LocatedTask(task, in: folder(for: request)))
    } catch {
      refuse(error, connection)
    }
  }
}
