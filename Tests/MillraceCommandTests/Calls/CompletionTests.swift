import Foundation
import MillraceCommandLine
import TestSupport
import Testing

@testable import MillraceCommand

@Suite("millrace completion and man")
struct CompletionTests {
  /// Runs a command of the system, or says nil if it is not installed.
  private func tool(_ name: String, _ arguments: String..., input: String) throws -> Outcome? {
    let folders = ProcessInfo.processInfo.environment["PATH", default: "/usr/bin:/bin"].split(separator: ":")
    guard let folder = folders.first(where: { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }) else {
      return nil
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "\(folder)/\(name)")
    process.arguments = arguments
    return try run(process, input: Data(input.utf8))
  }

  @Test(arguments: Shell.allCases)
  func `what is written names all verbs and options`(_ shell: Shell) {
    let result = millrace("completion", shell.rawValue)
    #expect(result.status == 0)
    for verb in Verb.all {
      #expect(result.output.contains(verb.name))
      for option in verb.allOptions { #expect(result.output.contains(option.name)) }
    }
  }

  @Test(arguments: [(Shell.bash, "-n"), (.zsh, "-n"), (.fish, "--no-execute")])
  func `the shell finds no mistake, if it is installed`(_ shell: Shell, _ option: String) throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(shell.completion, to: "completion")
    guard let result = try tool(shell.rawValue, option, script, input: "") else { return }
    #expect(result.status == 0 && result.complaints == "")
  }

  /// Words of a call, of which the last one is to be completed, and what bash offers.
  @Test(arguments: [
    (["con"], ["convert"]),
    (["--v"], ["--version"]),
    ([""], Verb.all.map(\.name) + ["--help", "--version"]),
    (["convert", "--from", ""], Format.allCases.flatMap(\.names)),
    (["convert", "--from", "n"], ["ndjson"]),
    (["fmt", "--from", "="], ["json", "jsonl", "ndjson", "concatenated", "json-seq"]),
    (["convert", "--from", "=", "jsonl"], ["jsonl"]),
    (["convert", "--limit", ""], []),
    (["convert", "a.json", "--sort"], ["--sort-keys"]),
    (["fmt", "--c"], ["--compact", "--check"]),
    (["fmt", "a"], []),
    (["completion", "f"], ["fish"]),
    (["help", "f"], ["fmt"]),
    (["nope", ""], []),
  ])
  func `bash offers what can follow`(_ words: [String], _ expected: [String]) throws {
    let quoted = (["millrace"] + words).map(Shell.quoted).joined(separator: " ")
    let script = """
      \(Shell.bash.completion)
      specification=$(complete -p millrace)
      function=${specification#*-F }
      COMP_WORDS=(\(quoted))
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      ${function%% *}
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let result = try #require(try tool("bash", "-c", script, input: ""), "bash is not installed")
    #expect(result.status == 0 && result.complaints == "")
    #expect(result.output.split(separator: "\n").map(String.init) == expected)
  }

  @Test func `fish offers verbs with what they do, if it is installed`() throws {
    let script = Shell.fish.completion + "\ncomplete -C 'millrace conv'\ncomplete -C 'millrace convert --to js'"
    guard let result = try tool("fish", "--no-config", "-c", script, input: "") else { return }
    let offers = result.output.split(separator: "\n").map { $0.split(separator: "\t").first ?? "" }
    #expect(offers == ["convert", "json", "jsonl"], "\(result.complaints)")
  }

  @Test(arguments: ["utf8", "ascii"])
  func `groff formats the manual without a warning, if it is installed`(_ device: String) throws {
    let page = millrace("man").output
    guard let result = try tool("groff", "-man", "-ww", "-P-cbou", "-T\(device)", input: page) else { return }
    #expect(result.status == 0 && result.complaints == "")
    // Each option begins a line of its own.
    let lines = result.output.split(separator: "\n").map { $0.drop { $0 == " " } }
    for verb in Verb.all {
      #expect(lines.contains { $0.hasPrefix("millrace \(verb.name)") })
      for option in verb.allOptions { #expect(lines.contains { $0.hasPrefix(option.spelling) }, "\(option.spelling)") }
    }
  }
}
