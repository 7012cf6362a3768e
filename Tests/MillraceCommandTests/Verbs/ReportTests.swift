import Foundation
import TestSupport
import Testing

@Suite("millrace report")
struct ReportTests {
  private func line(
    _ implementation: String, _ durations: String, operation: String = "decode", type: String = "App.Film",
    coder: String = "api", first: Bool = false, failures: Int = 0
  ) -> String {
    """
    {"coder":"\(coder)","type":"\(type)","operation":"\(operation)","implementation":"\(implementation)",\
    "isFirstUse":\(first),"failures":\(failures),"bytes":10,"durations":\(durations)}

    """
  }

  private var lines: String {
    line("Millrace", #"{"50176":6,"60416":1}"#, failures: 2) + line("Foundation", #"{"101000":6,"1003520":2}"#)
      + line("Foundation", #"{"2500000000":1}"#, operation: "encode", type: "App.User", coder: "cache", first: true)
      + line("Millrace", #"{"127":1}"#, operation: "encode") + line("Millrace", #"{"120":1}"#, first: true)
  }

  /// The report on a text, with options.
  private func report(_ text: String, _ options: [String] = []) throws -> String {
    let folder = try TemporaryFolder()
    let paths = [try folder.write(text, to: "in.jsonl"), folder.path("out")]
    let result = try millraceProcess(["report", paths[0], "--output", paths[1]] + options)
    #expect(result.status == 0 && result.output == "" && result.complaints == "")
    return try folder.read("out")
  }

  @Test func `the table has a row for each implementation, and the difference below it`() throws {
    #expect(
      try report(lines) == """
        operation  implementation  samples  failures      0.1     0.25      0.5     0.75      0.9      median, 95 %
        decode     Foundation            8         0   101 µs   101 µs   101 µs   101 µs  1.01 ms
                   Millrace              8         2   120 ns  50.3 µs  50.3 µs  50.3 µs  50.3 µs
                                                       -99.9%   -50.3%   -50.3%   -50.3%   -95.0%  -99.9% to -40.0%
        encode     Foundation            1         0   2.51 s   2.51 s   2.51 s   2.51 s   2.51 s
                   Millrace              1         0   127 ns   127 ns   127 ns   127 ns   127 ns
                                                      -100.0%  -100.0%  -100.0%  -100.0%  -100.0%   too few samples

        Percentages are differences from Foundation; the last column is a confidence interval for that of the median.

        """)
  }

  @Test func `coders, types and uses are separated on request`() throws {
    #expect(
      try report(lines, ["--by-coder", "--by-type", "--by-use", "--baseline", "Millrace"]) == """
        coder  type      operation  use    implementation  samples  failures      0.1     0.25      0.5     0.75       0.9        median, 95 %
        api    App.Film  decode     first  Millrace              1         0   120 ns   120 ns   120 ns   120 ns    120 ns
        api    App.Film  decode     later  Millrace              7         2  50.3 µs  50.3 µs  50.3 µs  50.3 µs   50.3 µs
                                           Foundation            8         0   101 µs   101 µs   101 µs   101 µs   1.01 ms
                                                                              +101.0%  +101.0%  +101.0%  +101.0%  +1899.0%  +66.7% to +1903.1%
        api    App.Film  encode     later  Millrace              1         0   127 ns   127 ns   127 ns   127 ns    127 ns
        cache  App.User  encode     first  Foundation            1         0   2.51 s   2.51 s   2.51 s   2.51 s    2.51 s

        Percentages are differences from Millrace; the last column is a confidence interval for that of the median.

        """)
  }

  @Test func `a name cannot move the cursor`() throws {
    let table = try report(line("\\u001B[2J\\nx", "{}"))
    #expect(table.contains("\ndecode      [2J x                0"))
    #expect(table.contains("differences from  [2J x;"))
  }

  /// Draws samples, writes them as lines, and says what their quantiles are and how they differ.
  private let oracle = """
    import json, math, random, sys
    random.seed(11)
    shares = [0.1, 0.25, 0.5, 0.75, 0.9]
    samples = {"Foundation": [], "Millrace": []}
    for file in sys.argv[1:]:
        with open(file, "w") as lines:
            for _ in range(40):
                for name, median in [("Foundation", 1e6), ("Millrace", 2e5)]:
                    drawn = [int(random.lognormvariate(math.log(median), 0.5)) for _ in range(random.randrange(1, 60))]
                    samples[name] += drawn
                    counts = {str(duration): drawn.count(duration) for duration in drawn}
                    call = {"coder": "api", "type": "T", "operation": "encode", "implementation": name, "isFirstUse": False}
                    print(json.dumps(call | {"bytes": 3 * len(drawn), "durations": counts}), file=lines)
    exact = {name: [sorted(drawn)[math.floor(share * (len(drawn) - 1))] for share in shares]
             for name, drawn in samples.items()}
    print(json.dumps({"counts": {name: len(drawn) for name, drawn in samples.items()}, "exact": exact}))
    """

  /// What Python makes of the samples.
  private struct Exact: Decodable {
    var counts: [String: Int]
    var exact: [String: [Double]]
  }

  /// A report as a document.
  private struct Document: Decodable {
    struct Group: Decodable {
      var operation: String
      var implementations: [Row]
    }
    struct Row: Decodable {
      var implementation: String
      var samples, bytes: Int
      var nanoseconds: [Double]
      var percent: [Double]?
      var medianDifference: [String: Double]?
    }
    var baseline: String
    var quantiles: [Double]
    var groups: [Group]
  }

  @Test func `files are added up, and their quantiles are Python's within what is promised`() throws {
    let folder = try TemporaryFolder()
    let files = ["a.jsonl", "b.jsonl", "c.log"].map { folder.path($0) }
    let answer = try python(oracle, files[0], files[1], files[2])
    let exact = try JSONDecoder().decode(Exact.self, from: Data(answer.output.utf8))
    let output = try millraceProcess(["report", "--json"] + files).output
    let report = try JSONDecoder().decode(Document.self, from: Data(output.utf8))
    #expect(report.baseline == "Foundation" && report.quantiles == [0.1, 0.25, 0.5, 0.75, 0.9])
    let group = try #require(report.groups.first)
    #expect(report.groups.count == 1 && group.operation == "encode")
    #expect(group.implementations.map(\.implementation) == ["Foundation", "Millrace"])
    for row in group.implementations {
      let quantiles = try #require(exact.exact[row.implementation])
      #expect(row.samples == exact.counts[row.implementation] && row.bytes == 3 * row.samples)
      #expect(zip(row.nanoseconds, quantiles).allSatisfy { abs($0 - $1) <= $1 / 256 })
    }
    let compared = try #require(group.implementations.last)
    let ratio = try #require(zip(exact.exact["Millrace"] ?? [], exact.exact["Foundation"] ?? []).map { $0 / $1 }.first)
    #expect(abs((compared.percent?.first ?? 0) - (ratio - 1) * 100) < 100 * ratio / 100)
    // The distributions differ by a factor of five.
    let interval = try #require(compared.medianDifference)
    #expect(interval["lowPercent", default: 0] < -80 && interval["highPercent", default: 0] > -80)
  }

  @Test func `standard input and compressed files are read`() throws {
    let folder = try TemporaryFolder()
    let zipped = folder.path("a.jsonl.gz")
    let script = "import gzip, sys; gzip.open(sys.argv[1], 'wb').write(sys.stdin.buffer.read())"
    #expect(try python(script, zipped, input: lines).status == 0)
    let plain = try folder.write(lines, to: "a.jsonl")
    let twice = try millraceProcess(["report", plain, plain]).output
    #expect(twice.contains("decode     Foundation           16"))
    #expect(try millraceProcess(["report", zipped, "-"], input: lines).output == twice)
  }

  @Test(arguments: [
    (#"{"coder":"api"}"#, "2:16: missing field \"type\""),
    (#"{"coder":"api","#, "2:16: unexpected end of the document; expected a key"),
    ("[]", "2:1: expected an object, found an array"),
  ])
  func `a bad line stops the report, unless bad lines are skipped`(_ line: String, _ problem: String) throws {
    let folder = try TemporaryFolder()
    let good = self.line("Millrace", "{}")
    let path = try folder.write(good + line + "\n" + good, to: "bad.jsonl")
    let stopped = millrace("report", path)
    #expect(stopped.status == 1 && stopped.output == "")
    #expect(stopped.complaints.hasPrefix("\(path):\(problem)"), "\(stopped.complaints)")
    let skipped = millrace("report", path, "--on-bad-row", "skip", "-o", folder.path("out"))
    #expect(skipped.status == 0 && skipped.complaints == "millrace: 1 bad row skipped\n")
    #expect(try folder.read("out").contains("decode     Millrace              0"))
    #expect(
      millrace("report", path, "--on-bad-row", "report=\(folder.path("bad"))", "-o", folder.path("out")).status == 0)
    #expect(try folder.read("bad").contains("\"line\":2,"))
  }

  @Test func `lines of another kind are rejected with their number`() throws {
    let folder = try TemporaryFolder()
    for (text, problem) in [
      (#"{"-1":1}"#, ":1:"), (#"{"1":-1}"#, ":1:"), ("[1]", ":1:"), (#"{"1":1.5}"#, ":1:"), (#"{"x":1}"#, ":1:"),
    ] {
      let path = try folder.write(line("Millrace", text), to: "bad.jsonl")
      let result = millrace("report", path)
      #expect(result.status == 1 && result.complaints.hasPrefix(path + problem), "\(text): \(result.complaints)")
    }
    let path = try folder.write(line("Millrace", "{}", operation: "transcode"), to: "bad.jsonl")
    #expect(millrace("report", path).complaints.hasPrefix("\(path):1:"))
  }

  @Test func `a report wants measurements, and a baseline that is among them`() throws {
    let folder = try TemporaryFolder()
    let empty = try folder.write("\n\n", to: "empty.jsonl")
    #expect(millrace("report", empty).complaints == "millrace: the input contains no measurements\n")
    #expect(millrace("report", empty).status == 1)
    #expect(millrace("report").status == 2)
    let unknown = millrace("report", try folder.write(lines, to: "a.jsonl"), "--baseline", "Nobody")
    #expect(unknown.status == 2)
    #expect(
      unknown.complaints == """
        millrace: --baseline Nobody: no measurements of this implementation
          implementations are Foundation, Millrace

        """)
  }
}
