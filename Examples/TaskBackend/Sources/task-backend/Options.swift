import HTTPServer

/// What the command line asks for.
struct Options {
  enum Storage {
    case memory
    case database(path: String)
  }

  var server = Server.Configuration()
  var storage = Storage.database(path: "tasks.db")
  /// The folder with the page's files; nil for the one beside the sources.
  var page: String?
  var wantsHelp = false

  static let help = """
    usage: task-backend [options]

      --port N             the port to listen at, 0 for any that is free (8082)
      --address ADDRESS    the address to listen at, a number (127.0.0.1)
      --database FILE      keep tasks in this database of SQLite (tasks.db)
      --memory             keep tasks in memory instead
      --loops N            event loops, each with a thread (as many as there are processors)
      --page FOLDER        where index.html, app.js and style.css are
      --max-body BYTES     the largest body of a request (1048576)
      --max-headers BYTES  the largest head of a request (16384)
      --max-connections N  the most connections at once (10000)
      --trust-proxy ADDRESS[/BITS]
                           a proxy, or a network of proxies, whose X-Forwarded-Proto and X-Forwarded-Host count; may be
                           given more than once
      --timeout SECONDS    how long a request may take to arrive, and a client to read (30)
      --help               this text
    """

  /// - Throws: ``UsageError``.
  init(_ arguments: some Sequence<String>) throws {
    server.port = 8082
    server.loops = processorCount()
    var database: String?
    var isInMemory = false
    var arguments = arguments.makeIterator()
    while let option = arguments.next() {
      func value() throws -> String {
        guard let value = arguments.next() else { throw UsageError("\(option) requires a value") }
        return value
      }
      func number(_ range: ClosedRange<Int>) throws -> Int {
        let text = try value()
        guard let number = Int(text), range.contains(number) else {
          throw UsageError("\(option) requires a number from \(range.lowerBound) to \(range.upperBound), not \(text)")
        }
        return number
      }
      switch option {
      case "--port": server.port = UInt16(try number(0...65535))
      case "--address": server.address = try value()
      case "--database": database = try value()
      case "--memory": isInMemory = true
      case "--loops": server.loops = try number(1...256)
      case "--page": page = try value()
      case "--max-body": server.maximumBodySize = try number(0...1 << 30)
      case "--max-headers": server.maximumHeadSize = try number(64...1 << 20)
      case "--max-connections": server.maximumConnections = try number(1...1_000_000)
      case "--trust-proxy":
        let text = try value()
        guard let range = AddressRange(text) else {
          throw UsageError(
            "\(option) requires an address such as 127.0.0.1 or a network such as 10.0.0.0/8, not \(text)")
        }
        server.trustedProxies.append(range)
      case "--timeout": server.timeout = .seconds(try number(1...86_400))
      case "--help": wantsHelp = true
      default: throw UsageError("unknown option \(option)")
      }
    }
    if isInMemory, database != nil { throw UsageError("--memory and --database cannot be combined") }
    storage = isInMemory ? .memory : .database(path: database ?? "tasks.db")
  }
}

/// A command line that cannot be understood.
struct UsageError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
