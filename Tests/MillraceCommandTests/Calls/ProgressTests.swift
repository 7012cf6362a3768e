import Foundation
import MillraceCommandLine
import TestSupport
import Testing

@testable import MillraceCommand

@Suite("Progress")
struct ProgressTests {
  /// Runs a command whose standard error is a terminal, feeds its standard input until the terminal shows a text, and prints what
  /// the terminal got and the status.
  private let terminal = """
    import os, pty, select, subprocess, sys, time
    master, slave = pty.openpty()
    tool = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=slave)
    os.close(slave)
    os.set_blocking(tool.stdin.fileno(), False)
    line = b'{"id":1,"name":"abcdefghij"}\\n' * 20000
    shown, rest, deadline = b"", b"", time.monotonic() + 60
    def read(seconds):
        global shown
        if select.select([master], [], [], seconds)[0]:
            try: shown += os.read(master, 65536)
            except OSError: return False  # closed by the tool
        return True
    while sys.argv[1].encode() not in shown and time.monotonic() < deadline:
        # A slow source, so that the tool has time to show something.
        rest = rest or line
        try: rest = rest[os.write(tool.stdin.fileno(), rest):]
        except BlockingIOError: pass
        read(0.02)
    while rest:
        os.set_blocking(tool.stdin.fileno(), True)
        rest = rest[os.write(tool.stdin.fileno(), rest):]
    tool.stdin.close()
    status = tool.wait()
    while read(0.2) and select.select([master], [], [], 0.2)[0]: pass
    print(repr(shown.decode()), status)
    """

  @Test(arguments: [
    (["convert", "-", "--from", "jsonl", "--to", "csv"], "converting: "),
    (["convert", "-", "--from", "concatenated", "--to", "jsonl"], "converting: "),
    (["convert", "-", "--from", "jsonl", "--to", "jsonl", "--where", "id = 2"], "converting: "),
    (["check", "-", "--from", "jsonl"], "checking: "), (["fmt", "-", "--compact", "--from", "jsonl"], "formatting: "),
    (["schema", "-", "--from", "jsonl"], "reading: "),
  ])
  func `a terminal shows what is done, how much of it and how fast, and nothing in the end`(
    _ arguments: [String], _ phase: String
  ) throws {
    let result = try python(terminal, phase, toolPathAndArguments: arguments)
    #expect(result.status == 0, "\(result.complaints)")
    #expect(result.output.contains(phase), "\(result.output)")
    #expect(result.output.contains(/[0-9]+ MB, ([0-9,]+ rows, )?[0-9]+ MB\/s/), "\(result.output)")
    // The line is wiped, and the status is 0.
    #expect(result.output.hasSuffix("\\r\\x1b[K' 0\n"), "\(result.output)")
  }

  @Test func `output that is not a terminal shows no progress`() throws {
    let lines = String(repeating: "{\"id\":1}\n", count: 100_000)
    let slowly = "(cat; sleep 1; echo '{}') | '\(toolPath)' convert - --from jsonl --to csv > /dev/null"
    #expect(try shell(slowly, input: lines).complaints == "")
  }

  @Test func `the remaining time is that of the bytes that are left`() {
    let console = Console(standardOutput: { _ in }, standardError: { _ in }, isInteractive: true)
    let known = Progress(console, "converting", total: 400_000_000)
    #expect(
      known.text(100_000_000, rows: 1_234_567, seconds: 2)
        == "converting: 100 MB of 400 MB (25 %), 1,234,567 rows, 50 MB/s, 6 s left")
    #expect(known.text(400_000_000, rows: nil, seconds: 8) == "converting: 400 MB of 400 MB (100 %), 50 MB/s, 0 s left")
    #expect(known.text(1_000_000, rows: nil, seconds: 10) == "converting: 1 MB of 400 MB (0 %), 0 MB/s, 66 min left")
    let unknown = Progress(console, "reading", total: nil)
    #expect(unknown.text(3_000_000, rows: 5, seconds: 1) == "reading: 3 MB, 5 rows, 3 MB/s")
  }

  private func python(_ script: String, _ text: String, toolPathAndArguments arguments: [String]) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script, text, toolPath] + arguments
    return try run(process, input: Data())
  }
}
