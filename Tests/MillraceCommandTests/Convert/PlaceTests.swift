import Foundation
import TestSupport
import Testing

/// Outputs that are links, and databases in folders that cannot be written.
@Suite("Links and read-only folders")
struct PlaceTests {
  @Test(arguments: ["jsonl", "csv.gz", "arrow", "db"])
  func `an output that is a link stays a link, and its target is made`(_ ending: String) throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("id\n1\n2\n", to: "in.csv")
    let lines = try folder.write("{\"id\":1}\n{\"id\":2}\n", to: "expected.jsonl")
    let (here, target) = (folder.url.path, folder.path("target.\(ending)"))
    let links = "cd '\(here)' && mkdir deep && ln -s deep/next link.\(ending) && ln -s '\(target)' deep/next"
    #expect(try shell(links).status == 0)
    let output = folder.path("link.\(ending)")
    let name = ending == "db" ? output + "#in" : output
    let result = millrace("convert", input, name)
    #expect(result.status == 0, "\(result.complaints)")
    let found = try shell("cd '\(here)'; readlink link.\(ending) deep/next; test -L target.\(ending) || ls target.*")
    #expect(found.output == "deep/next\n\(target)\ntarget.\(ending)\n")
    let back = millrace("convert", target, folder.path("back.jsonl"))
    #expect(back.status == 0, "\(back.complaints)")
    #expect(try folder.read("back.jsonl") == String(contentsOfFile: lines, encoding: .utf8))
  }

  @Test func `links that form a loop are an error and stay`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("id\n1\n", to: "in.csv")
    #expect(try shell("cd '\(folder.url.path)' && ln -s b.csv a.csv && ln -s a.csv b.csv").status == 0)
    let result = millrace("convert", input, folder.path("a.csv"))
    #expect(result.status == 1)
    let reason = String(cString: strerror(ELOOP))
    #expect(result.complaints == "millrace: cannot write \(folder.path("a.csv")): \(reason)\n")
    #expect(try folder.names == ["a.csv", "b.csv", "in.csv"])
  }

  /// Stores a database in WAL mode in a folder that cannot be written, with or without its log, and runs the tool without privileges.
  private static let script = """
    import os, shutil, sqlite3, subprocess, sys
    tool, folder, keeps_log = sys.argv[1:]
    first, second = folder + "/a", folder + "/b?#%41"
    os.mkdir(first)
    os.mkdir(second)
    connection = sqlite3.connect(first + "/in.db")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE t (id)")
    connection.execute("INSERT INTO t VALUES (7)")
    connection.commit()
    if keeps_log == "1":
        shutil.copy(first + "/in.db-wal", second)
    else:
        connection.close()
    shutil.copy(first + "/in.db", second)
    os.chmod(second, 0o555)
    os.chmod(folder, 0o755)
    def drop_privileges():
        if os.geteuid() == 0:
            os.setgid(65534)
            os.setuid(65534)
    call = [tool, "convert", "in.db", "--to", "jsonl"]
    result = subprocess.run(call, cwd=second, preexec_fn=drop_privileges, capture_output=True, text=True)
    absolute = [tool, "query", "SELECT id FROM t", "t=" + second + "/in.db#t", "--to", "csv"]
    query = subprocess.run(absolute, preexec_fn=drop_privileges, capture_output=True, text=True)
    os.chmod(second, 0o755)
    print(result.returncode, result.stdout + result.stderr, query.stdout + query.stderr, end="")
    """

  @Test func `a database in WAL mode is read in a folder that cannot be written`() throws {
    let folder = try TemporaryFolder()
    let result = try python(Self.script, toolPath, folder.url.path, "0")
    #expect(result.output == "0 {\"id\":7}\n id\n7\n", "\(result.complaints)")
  }

  @Test func `a write-ahead log in a folder that cannot be written is an error that says what to do`() throws {
    let folder = try TemporaryFolder()
    let result = try python(Self.script, toolPath, folder.url.path, "1")
    let expected = "its write-ahead log is in a read-only folder; copy the database and its -wal file to another folder"
    #expect(
      result.output.hasPrefix("1 millrace: in.db: cannot open in.db: \(expected)"),
      "\(result.output) \(result.complaints)")
    #expect(result.output.contains("/in.db#t: \(expected)"), "\(result.output)")
  }
}
