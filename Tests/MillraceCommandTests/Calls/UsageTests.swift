import MillraceCommandLine
import Testing

@testable import MillraceCommand

@Suite("What the tool says of itself")
struct UsageTests {
  @Test func `every verb is listed, and its help names every option that it takes`() {
    let overview = millrace("--help").output
    for verb in Verb.all {
      #expect(overview.contains("\n  \(verb.name) "))
      let help = millrace("help", verb.name).output
      #expect(help.hasPrefix("usage: millrace \(verb.name)"))
      for option in verb.allOptions { #expect(help.contains("\n  \(option.spelling) ")) }
    }
  }

  @Test func `help fits into eighty columns and has no loose ends`() {
    for text in [Verb.overview] + Verb.all.map({ Usage.text(of: $0) }) {
      for line in text.split(separator: "\n") { #expect(line.count <= 80 && line.last != " ", "\(line)") }
      #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
    }
  }

  @Test func `names are given once and in the usual letters`() {
    #expect(Set(Verb.all.map(\.name)).count == Verb.all.count)
    for verb in Verb.all {
      #expect(Set(verb.allOptions.map(\.name)).count == verb.allOptions.count)
      for name in [verb.name] + verb.allOptions.map(\.name) {
        #expect(name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D })
      }
    }
  }

  @Test func `the examples are calls that the verbs take`() throws {
    for verb in Verb.all where !["completion", "help", "man", "version"].contains(verb.name) {
      #expect(verb.examples.count == 3, "\(verb.name)")
      for example in verb.examples {
        // What the shell does besides is left out.
        let call = example.replacing(#/ (?:[<>]|&&).*/#, with: "")
        let words = try shell("set -f; printf '%s\\n' \(call)").output.split(separator: "\n").map(String.init)
        #expect(throws: Never.self, "\(verb.name) \(example)") { try Arguments(words, of: verb) }
        #expect(Usage.text(of: verb).contains("\n  millrace \(verb.name) \(example)\n"))
      }
    }
  }

  @Test func `options are below headings, each once`() {
    for verb in Verb.all {
      let sections = verb.allOptions.sections
      #expect(Set(sections.map(\.name)).count == sections.count)
      #expect(sections.flatMap { $0.options.map(\.name) }.sorted() == verb.allOptions.map(\.name).sorted())
    }
  }
}
