import Foundation
import TestSupport
import Testing

/// `tail -f x.jsonl | millrace convert - …`: a program writes a row to the tool, and waits for the output of it before it writes
/// the next one.
@Suite("Rows from a pipe that pauses")
struct FollowTests {
  /// Prints the status, how many rows came out alone, whether the usual one came within 100 ms, and the output.
  private let follow = #"""
    import json, os, select, subprocess, sys, time
    tool, source, target, count = *sys.argv[1:4], int(sys.argv[4])
    process = subprocess.Popen([tool, "convert", "-", "--from", source, "--to", target] + sys.argv[5:],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    output, times = b"", []
    def wait(text):
        global output
        end = time.monotonic() + 20
        while text not in output:
            if not select.select([process.stdout], [], [], max(0, end - time.monotonic()))[0]: return False
            piece = os.read(process.stdout.fileno(), 1 << 16)
            if not piece: return False
            output += piece
        return True
    for n in range(count):
        mark = f"row {n}."
        row = json.dumps({"n": n, "t": mark, "x": None}) if source != "csv" else f'{n},"{mark}",'
        if source == "csv" and n == 0 and "--no-header" not in sys.argv: row = "n,t,x\n" + row
        start = time.monotonic()
        # A row can come in pieces.
        data = (row + "\n").encode()
        if n % 4 == 3:
            process.stdin.write(data[:len(data) // 2])
            time.sleep(0.03)
            assert not select.select([process.stdout], [], [], 0)[0]
            data = data[len(data) // 2:]
            start = time.monotonic()
        process.stdin.write(data)
        if not wait(mark.encode()): break
        times.append(time.monotonic() - start)
    process.stdin.close()
    output += process.stdout.read()
    usual = sorted(times)[len(times) // 2] if times else 60
    print(process.wait(), len(times), usual < 0.1)
    print(output.decode(), end="")
    """#

  private func rows(_ source: String, _ target: String, _ options: [String], _ count: Int) throws -> [Substring] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", follow, toolPath, source, target, "\(count)"] + options
    let result = try run(process, input: Data())
    #expect(result.complaints == "")
    return result.output.split(separator: "\n")
  }

  @Test(arguments: [
    ("jsonl", "jsonl", []), ("jsonl", "csv", []), ("csv", "jsonl", []), ("csv", "csv", []),
    // One thread, and the options by which rows are converted one after another.
    ("jsonl", "csv", ["--threads", "1"]), ("csv", "jsonl", ["--threads", "1"]), ("jsonl", "jsonl", ["--limit", "99"]),
    ("jsonl", "csv", ["--where", "n >= 0"]), ("jsonl", "csv", ["--offset", "0", "--infer", "1"]),
    ("csv", "jsonl", ["--limit", "99"]), ("csv", "csv", ["--limit", "99"]), ("csv", "jsonl", ["--on-bad-row", "skip"]),
    ("csv", "csv", ["--comment", "#"]), ("csv", "csv", ["--no-header"]), ("csv", "jsonl", ["--encoding", "latin1"]),
    ("jsonl", "jsonl", ["--sort-keys"]), ("concatenated", "jsonl", []), ("jsonl", "concatenated", []),
  ])
  func `each row comes out when it comes in`(_ source: String, _ target: String, _ options: [String]) throws {
    let count = 12
    let found = try rows(source, target, options, count)
    try #require(found.first == "0 \(count) True")
    let isFromCSV = source == "csv"
    let lines =
      target == "csv"
      ? [options.contains("--no-header") ? nil : "n,t,x"].compactMap { $0 } + (0..<count).map { "\($0),row \($0).," }
      : (0..<count).map { "{\"n\":\($0),\"t\":\"row \($0).\"" + (isFromCSV ? "}" : ",\"x\":null}") }
    #expect(found.dropFirst().map(String.init) == lines)
  }

  /// Bursts of different sizes, some of which end in the middle of a row.
  private let bursts = #"""
    import random, subprocess, sys, time
    tool, seed = sys.argv[1], int(sys.argv[2])
    rng = random.Random(seed)
    rows = [f'{n},{rng.choice(["x", chr(34) + "a" + chr(10) + "b" + chr(34), "é" * 9])}\n' for n in range(3000)]
    text = ("id,t\n" + "".join(rows)).encode()
    call = [tool, "convert", "-", "--from", "csv", "--to", "jsonl"]
    expected = subprocess.run(call, input=text, stdout=subprocess.PIPE, check=True).stdout
    process = subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    position = 0
    import threading
    found = []
    reader = threading.Thread(target=lambda: found.append(process.stdout.read()))
    reader.start()
    while position < len(text):
        size = rng.choice([1, 7, 100, 3000, 20_000])
        process.stdin.write(text[position:position + size])
        process.stdin.flush()
        position += size
        time.sleep(rng.choice([0, 0, 0.012, 0.03]))
    process.stdin.close()
    reader.join()
    print(process.wait(), found[0] == expected, len(expected.splitlines()))
    """#

  @Test(arguments: [1, 2, 3]) func `pauses do not change the output`(_ seed: Int) throws {
    let result = try python(bursts, toolPath, "\(seed)")
    #expect(result.output == "0 True 3000\n", "\(result.complaints)")
  }

  @Test func `numbers of a column may get a fraction later, and text needs a kind`() throws {
    func convert(_ options: String) throws -> Outcome {
      try shell(
        "(printf 'v\\n1\\n'; sleep 0.2; printf '0.5\\n'; sleep 0.2; printf 'x\\n') | '\(toolPath)' convert - \(options) | cat"
      )
    }
    let numbers = try convert("--from csv --to jsonl")
    #expect(numbers.output == "{\"v\":1}\n{\"v\":0.5}\n")
    #expect(numbers.complaints.contains("standard input:4:1: expected number, found \"x\""), "\(numbers.complaints)")
    let text = try convert("--from csv --to jsonl --columns v=text")
    #expect(text.output == "{\"v\":\"1\"}\n{\"v\":\"0.5\"}\n{\"v\":\"x\"}\n")
  }

  @Test func `a file does not depend on pauses`() throws {
    let folder = try TemporaryFolder()
    let output = folder.path("out.csv")
    for target in ["'\(output)'", "--to csv > '\(output)'"] {
      let line =
        "(printf '{\"a\":1}\\n'; sleep 0.2; printf '{\"a\":2,\"b\":3}\\n') | '\(toolPath)' convert - --from jsonl \(target)"
      let result = try shell(line)
      #expect(result.complaints == "")
      #expect(try folder.read("out.csv") == "a,b\n1,\n2,3\n")
    }
  }
}
