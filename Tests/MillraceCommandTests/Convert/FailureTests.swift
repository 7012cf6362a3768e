import Foundation
import TestSupport
import Testing

@Suite("millrace convert, when it cannot go on")
struct FailureTests {
  private let formats = ["json", "jsonl", "csv", "arrow", "arrows", "db#films"]

  @Test func `no space left on the device is an error, and no file remains`() throws {
    for ending in formats {
      let folder = try TemporaryFolder()
      let result = try shell(
        "ulimit -f 16 && exec '\(toolPath)' convert '\(document("films.json"))' '\(folder.path("out.\(ending)"))'")
      #expect(result.status == 1, "\(ending)")
      let isSaid = ["File too large", "disk I/O error", "disk is full"].contains { result.complaints.contains($0) }
      #expect(isSaid, "\(ending): \(result.complaints)")
      #expect(result.complaints.hasPrefix("millrace: ") && result.output == "")
      #expect(try folder.names == [], "\(ending)")
    }
  }

  @Test(arguments: [
    "schema FILE", "schema FILE --json", "schema FILE --swift", "head FILE", "head FILE --json", "check FILE",
    "stats FILE", "stats FILE --json", "stats FILE --markdown", "help", "version", "man", "completion bash",
    "head --help",
  ])
  func `what cannot be written to standard output is an error`(_ call: String) throws {
    let words = call.split(separator: " ").map { $0 == "FILE" ? "'\(document("films.json"))'" : "\($0)" }
    let full = try shell("'\(toolPath)' \(words.joined(separator: " ")) > /dev/full")
    #expect(full.status == 1, "\(full.complaints)")
    #expect(full.complaints == "millrace: cannot write standard output: No space left on device\n")
    let closed = try shell("{ '\(toolPath)' \(words.joined(separator: " ")); echo $? >&2; } | true")
    #expect(closed.complaints == "0\n", "\(closed.complaints)")
  }

  @Test func `no space left on the device keeps an existing file`() throws {
    let folder = try TemporaryFolder()
    let old = try folder.write("old", to: "out.csv")
    let result = try shell("ulimit -f 16 && exec '\(toolPath)' convert '\(document("films.json"))' '\(old)'")
    #expect(result.status == 1)
    #expect(try folder.names == ["out.csv"] && folder.read("out.csv") == "old")
  }

  @Test(arguments: ["json", "jsonl", "csv", "arrows"])
  func `a pipe that is closed ends the conversion quietly`(_ format: String) throws {
    let folder = try TemporaryFolder()
    let tool = "'\(toolPath)' convert '\(document("films.json"))' --to \(format); echo $? >'\(folder.path("status"))'"
    let result = try shell("(\(tool)) | head -c 1 >/dev/null")
    #expect(try folder.read("status") == "0\n")
    #expect(result.complaints == "")
  }

  /// The folder's rights mean nothing to root, who therefore becomes somebody else.
  private let withoutRights = """
    import os, shutil, sys
    tool, folder, *rest = sys.argv[1:]
    shutil.copy(tool, folder + "/tool")
    os.mkdir(folder + "/locked", 0o555)
    if os.getuid() == 0:
        os.chmod(folder, 0o755)
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
    try:
        open(folder + "/locked/probe", "w")
        sys.exit("the folder can be written to, so this shows nothing")
    except PermissionError:
        os.execv(folder + "/tool", [tool] + rest)
    """

  @Test func `a folder without write permission is an error`() throws {
    for ending in formats {
      let folder = try TemporaryFolder()
      let input = try folder.write("[{\"a\":1}]", to: "in.json")
      let result = try python(
        withoutRights, toolPath, folder.url.path, "convert", input, folder.path("locked/out.\(ending)"))
      #expect(result.status == 1, "\(ending): \(result.complaints)")
      let isSaid = ["Permission denied", "unable to open database file"].contains { result.complaints.contains($0) }
      #expect(isSaid && result.complaints.hasPrefix("millrace: "), "\(ending): \(result.complaints)")
    }
  }

  private let rowCount = """
    import sqlite3, sys
    database = sqlite3.connect(sys.argv[1])
    [(state,)] = database.execute("pragma integrity_check")
    tables = database.execute("select count(*) from sqlite_master").fetchone()[0]
    print(state, database.execute("select count(*) from rows").fetchone()[0] if tables else 0)
    """

  #if os(Linux)
    @Test(arguments: ["csv", "json", "arrow", "db#rows"])
    func `memory that the system refuses leaves the old file, or the whole new one`(_ ending: String) throws {
      let folder = try TemporaryFolder()
      let rows = (0..<3).map { "{\"a\":\($0),\"text\":\"" + String(repeating: "x", count: 6 << 20) + "\"}\n" }
      let input = try folder.write(rows.joined(), to: "in.jsonl")
      let name = "out." + ending.prefix { $0 != "#" }
      var statuses: [Int32] = []
      // From a limit with which the tool only starts to one that is enough, in kilobytes of address space.
      var limit = 30_000
      while statuses.last != 0, limit < 10_000_000 {
        limit += limit / 8
        let limited = "export SWIFT_BACKTRACE=enable=no; ulimit -v \(limit)"
        guard try shell("\(limited); exec '\(toolPath)' version").status == 0 else { continue }
        // A database is not replaced as a whole, but what is inserted is a transaction.
        let old = ending.hasPrefix("db") ? nil : try folder.write("old", to: name)
        let result = try shell("\(limited); exec '\(toolPath)' convert '\(input)' '\(folder.path("out." + ending))'")
        statuses.append(result.status)
        guard result.status != 0 else { break }
        if let old {
          #expect(try String(contentsOfFile: old, encoding: .utf8) == "old", "limit \(limit)")
        } else if try folder.names.contains(name) {
          #expect(try python(rowCount, folder.path(name)).output == "ok 0\n", "limit \(limit)")
        }
      }
      #expect(statuses.count > 1 && statuses.last == 0, "\(statuses)")
      let again = try millraceProcess(["convert", folder.path("out." + ending), "--to", "jsonl"])
      #expect(again.output == rows.joined())
    }
  #endif

  /// Feeds the tool lines, waits for something to be there, and interrupts it.
  private let interruption = """
    import glob, os, signal, sqlite3, subprocess, sys, time
    tool, output, number, awaited = sys.argv[1:5]
    # Those who run tests may have blocked signals, which is inherited.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    process = subprocess.Popen([tool, "convert", "-", output, "--from", "jsonl"] + sys.argv[5:], stdin=subprocess.PIPE)
    def rows():
        try: return sqlite3.connect(awaited[3:]).execute("select count(*) from t").fetchone()[0]
        except sqlite3.OperationalError: return 0
    def is_there(): return rows() > 0 if awaited.startswith("db:") else len(glob.glob(awaited)) > 0
    deadline = time.monotonic() + 60
    line = 0
    while not is_there():
        if time.monotonic() > deadline:
            process.kill()
            sys.exit("nothing happened")
        process.stdin.write(b"".join(b'{"a":%d}\\n' % i for i in range(line, line + 1000)))
        process.stdin.flush()
        line += 1000
        time.sleep(0.05)
    process.send_signal(getattr(signal, number))
    try: status = process.wait(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        sys.exit("it was not ended")
    sys.exit(0 if status == -getattr(signal, number) else "it was not ended by the signal")
    """

  @Test(arguments: ["SIGINT", "SIGTERM", "SIGHUP"])
  func `an interrupted conversion leaves the old file as it was`(_ signal: String) throws {
    let folder = try TemporaryFolder()
    let old = try folder.write("old", to: "out.csv")
    let result = try python(interruption, toolPath, old, signal, old + ".??????")
    #expect(result.status == 0, "\(result.complaints)")
    #expect(try folder.names == ["out.csv"] && folder.read("out.csv") == "old")
  }

  @Test(arguments: ["SIGINT", "SIGKILL"])
  func `an interrupted insertion leaves whole transactions`(_ signal: String) throws {
    let folder = try TemporaryFolder()
    let database = folder.path("t.db")
    let result = try python(interruption, toolPath, database + "#t", signal, "db:" + database, "--batch", "70")
    #expect(result.status == 0, "\(result.complaints)")
    let script = """
      import sqlite3, sys
      database = sqlite3.connect(sys.argv[1])
      [(state,)] = database.execute("pragma integrity_check")
      rows = [row[0] for row in database.execute("select a from t order by rowid")]
      print(state, len(rows) % 70, rows == list(range(len(rows))))
      """
    #expect(try python(script, database).output == "ok 0 True\n")
  }

  @Test func `a report of bad rows replaces no input and no output`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("a\n1\n", to: "in.csv")
    let link = folder.path("link.csv")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: input)
    let output = folder.path("out.jsonl")
    let calls = [
      (["convert", input, output], input), (["convert", input, output], link), (["convert", link, output], input),
      (["convert", input, output], output), (["convert", input, "--output", output], output),
      (["convert", input, folder.path("out.db#t")], folder.path("out.db")),
      (["query", "SELECT 1", "t=\(input)"], input), (["stats", input], input), (["head", input], input),
    ]
    for (call, report) in calls {
      let result = millrace(call + ["--on-bad-row", "report=\(report)"])
      #expect(
        result.status == 2 && result.complaints.hasPrefix("millrace: --on-bad-row \(report) is also an INPUT"),
        "\(call): \(result.complaints)")
    }
    #expect(try folder.names == ["in.csv", "link.csv"])
    #expect(try folder.read("in.csv") == "a\n1\n")
  }
}
