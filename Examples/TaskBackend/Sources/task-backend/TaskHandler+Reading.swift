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
