import HTTPServer
import Tasks

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Ends with a line on standard error.
func fail(_ message: String, code: Int32) -> Never {
  printError("task-backend: \(message)")
  exit(code)
}

func printError(_ line: String) {
  var line = line + "\n"
  _ = line.withUTF8 { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

/// The page, which need not be there unless somebody has said where it is.
func makePage(_ options: Options) throws -> Page {
  if let folder = options.page { return try Page(folder: folder) }
  do {
    return try Page(folder: Page.defaultFolder)
  } catch {
    printError("task-backend: no page is served: \(error)")
    return Page()
  }
}

func run(_ options: Options) throws {
  let page = try makePage(options)
  let changes = Changes()
  let log = ProblemLog()
  switch options.storage {
  case .memory:
    let store = MemoryStore()
    try serve(options, changes, page, log, .memory(store)) { store }
  case .database(let path):
    let file = TaskFile(path: path)
    let committer = try Committer(try SQLiteWriter(file) { log.report($0) }, file, changes)
    try serve(options, changes, page, log, .database(committer)) { try SQLiteReader(file) }
    committer.stop()
  }
}

/// Serves until a signal says that it is enough.
///
/// - Parameter makeReader: makes what a loop reads with.
func serve(
  _ options: Options, _ changes: Changes, _ page: Page, _ log: ProblemLog, _ writes: TaskWrites,
  makeReader: () throws -> any TaskReading
) throws {
  var configuration = options.server
  configuration.commonFields = [
    ("X-Content-Type-Options", "nosniff"), ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Expose-Headers", "ETag, Link, Location"),
  ]
  let server = try Server(configuration) { loop, observation in
    TaskHandler(
      loop, reader: try makeReader(), writes: writes, changes: changes, page: page, log: log,
      observation: observation)
  }
  let signals = [SIGINT, SIGTERM].map { signal in server.loop.onSignal(signal) { server.stop() } }
  printError("listening on http://\(server.host)")
  try withExtendedLifetime(signals) { try server.run() }
}

do {
  let options = try Options(CommandLine.arguments.dropFirst())
  if options.wantsHelp {
    print(Options.help)
  } else {
    try run(options)
  }
} catch let error as UsageError {
  fail("\(error)\n\(Options.help)", code: EX_USAGE)
} catch {
  fail("\(error)", code: EXIT_FAILURE)
}
