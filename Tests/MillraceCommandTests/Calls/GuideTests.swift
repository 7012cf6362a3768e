import Foundation
import TestSupport
import Testing

/// The commands in `docs/tool/convert.md`.
@Suite("The guide to conversions")
struct GuideTests {
  /// What the commands read.
  private static let files = [
    "a.csv": "id,name,zip,n,t,size,debug_x,note,http_a,size.x\n1,Ann,012,\"1.234,50\",31.12.2024 23:59,5,q,n,h,1\n",
    "days.csv": "id,d\n1,31.12.2024\n",
    "a.tsv": "id\tname\n1\t5\" disk\n",
    "a.json": #"[{"id":1,"user":{"id":2}}]"#,
    "a.jsonl": #"{"id":1,"n":"7","t":"31.12.2024","user":{"id":2}}"# + "\n",
    "events.jsonl": #"{"id":1}"# + "\n",
    "page.json": #"{"response":{"docs":[{"a":1}]}}"#,
    "orders.jsonl": #"{"id":1,"items":[{"a":1},{"a":2}]}"# + "\n",
    "users.json": #"{"u1":{"a":1},"u2":{"a":2}}"#,
    "logs-1.csv": "a,b\n1,2\n", "logs-2.csv": "a,b\n3,4\n",
    "trips.csv": "zone,n\na,1\nb,2\n",
    "films.json": #"[{"id":1,"name":"x"}]"#, "films.csv": "id,name\n1,x\n", "new.csv": "id,name\n2,y\n",
  ]

  /// The commands in blocks of code and in tables.
  private static var commands: [String] {
    get throws {
      let file = Repository.root.appendingPathComponent("docs/tool/convert.md")
      let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
      return lines.flatMap { line in
        line.hasPrefix("millrace ")
          ? [line]
          : line.hasPrefix("|") ? line.components(separatedBy: "`").filter { $0.hasPrefix("millrace convert") } : []
      }
    }
  }

  @Test func `each command converts its input`() throws {
    let commands = try Self.commands
    #expect(commands.count > 30)
    let tools = URL(fileURLWithPath: toolPath).deletingLastPathComponent().path
    for command in commands {
      let folder = try TemporaryFolder()
      for (name, text) in Self.files { _ = try folder.write(text, to: name) }
      if command.contains("--header 4") { _ = try folder.write("x\ny\nz\nid;b\n1;2\n", to: "a.csv") }
      if command.contains("--no-header") { _ = try folder.write("1,Ann,2.5\n", to: "a.csv") }
      let database = command.contains("films.csv") ? "" : "millrace convert films.csv 'films.db#films' && "
      let before = "cd '\(folder.url.path)' && mkdir by-zone && gzip logs-*.csv && \(database)"
      let result = try shell("PATH='\(tools)':\"$PATH\"; export PATH; \(before)\(command)")
      #expect(result.status == 0, "\(command): \(result.complaints)")
      #expect(!result.complaints.contains("millrace:"), "\(command): \(result.complaints)")
    }
  }
}
