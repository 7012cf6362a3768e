import Foundation
import TestSupport
import Testing

@testable import MillraceCommand

@Suite("millrace audit")
struct AuditTests {
  /// A folder with a linked binary and an object file of the same types.
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, bytes) in [("Shop", MachOFixture.library(.indirectSymbols)), ("Shop.o", MachOFixture.object())] {
      try Data(bytes).write(to: URL(fileURLWithPath: folder.path(name)))
    }
    return folder
  }

  @Test func `the report says what there is and what can be done about it`() throws {
    let folder = try folder()
    let result = millrace("audit", folder.path("Shop"), folder.path("Shop.o"), "--by-module")
    #expect(result.status == 0 && result.complaints == "")
    #expect(
      result.output.hasPrefix(
        """
        \(folder.path("Shop")): Mach-O arm64
          protocol conformance records: 7, of which 2 are of unknown types
          CodingKeys types: 2, with 3 of the records and an unknown number of bytes, because symbols are missing
          initializers of Foundation's coders: JSONDecoder 1

        module      records  CodingKeys  their records  their bytes
        Shop              3           2              3            -
        Foundation        1           0              0            0
        __C               1           0              0            0

        \(folder.path("Shop.o")): Mach-O arm64, object files: 1
          protocol conformance records: 7, of which 2 are of unknown types
          CodingKeys types: 2, with 3 of the records and an unknown number of bytes, because symbols are missing
          places that make Foundation's coders: JSONDecoder 2

        """))
    for advice in ["@Serializable", "FieldKey", "not a supported option", "FastJSONDecoder"] {
      #expect(result.output.contains(advice))
    }
    #expect(!millrace("audit", folder.path("Shop")).output.contains("their records"))
  }

  @Test(arguments: [
    ([], 0, ""), (["--max-coding-keys", "2", "--max-foundation-coders", "1"], 0, ""),
    (["--max-coding-keys", "1"], 1, "millrace: CodingKeys types: 2, and --max-coding-keys allows 1\n"),
    (
      ["--max-foundation-coders", "0"], 1,
      "millrace: places that make Foundation's coders: 1, and --max-foundation-coders allows 0\n"
    ),
  ])
  func `a limit that is exceeded is exit status 1`(_ options: [String], _ status: Int32, _ complaint: String) throws {
    let folder = try folder()
    let result = try millraceProcess(["audit", folder.path("Shop")] + options)
    #expect(result.status == status)
    #expect(result.complaints.hasPrefix(complaint) && result.complaints.isEmpty == complaint.isEmpty)
    if options.first == "--max-coding-keys", status == 1 {
      #expect(result.complaints.contains("\n  Shop.Item.CodingKeys\n  Shop.Item.MoreCodingKeys\n"))
    }
  }

  @Test func `with a baseline only new findings count`() throws {
    let folder = try folder()
    let (binary, object, baseline) = (folder.path("Shop"), folder.path("Shop.o"), folder.path("baseline.json"))
    let written = millrace("audit", binary, "--write-baseline", baseline)
    #expect(written.status == 0)
    #expect(millrace("audit", binary, "--baseline", baseline).status == 0)
    // The same types once more, and two references in the object file.
    let more = millrace("audit", binary, object, "--baseline", baseline)
    #expect(
      more.status == 1
        && more.complaints == """
          millrace: CodingKeys types: 2 new, and --max-coding-keys allows 0
            Shop.Item.CodingKeys
            Shop.Item.MoreCodingKeys
          millrace: places that make Foundation's coders: 2 new, and --max-foundation-coders allows 0
            Shop.o: JSONDecoder, 2 times

          """
    )
    let allowed = ["--max-coding-keys", "2", "--max-foundation-coders", "2"]
    #expect(try millraceProcess(["audit", binary, object, "--baseline", baseline] + allowed).status == 0)
    // Findings of the baseline that no longer exist are not reported.
    #expect(millrace("audit", object, binary, "--write-baseline", baseline).status == 0)
    #expect(millrace("audit", binary, "--baseline", baseline).status == 0)
  }

  @Test func `the document has everything`() throws {
    let folder = try folder()
    let result = millrace("audit", folder.path("Shop"), "--json", "--max-coding-keys", "1")
    #expect(result.status == 1)
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let document = try #require(object as? [String: Any])
    #expect(document["codingKeys"] as? Int == 2 && document["foundationCoders"] as? Int == 1)
    let limit = try #require((document["limits"] as? [[String: Any]])?.first)
    #expect(limit["allowed"] as? Int == 1 && limit["found"] as? Int == 2)
    let binary = try #require((document["binaries"] as? [[String: Any]])?.first)
    #expect(binary["conformances"] as? Int == 7 && binary["unknownConformances"] as? Int == 2)
    #expect(binary["kind"] as? String == "Mach-O arm64" && binary["objectFiles"] == nil)
    let keys = try #require(binary["codingKeys"] as? [[String: Any]])
    #expect(keys.map { $0["name"] as? String } == ["Shop.Item.CodingKeys", "Shop.Item.MoreCodingKeys"])
    #expect(keys.map { $0["conformances"] as? Int } == [2, 1])
    let coder = try #require((binary["foundationCoders"] as? [[String: Any]])?.first)
    #expect(coder["initializer"] as? String == "$s10Foundation11JSONDecoderCACycfC")
  }

  @Test func `one of several architectures is counted, and the others are named`() throws {
    let folder = try TemporaryFolder()
    let slices = [0x0100_0007, 0x0100_000C].map { ($0, MachOFixture.library(.indirectSymbols, cpu: $0)) }
    try Data(MachOFixture.fat(slices, is64Bit: false)).write(to: URL(fileURLWithPath: folder.path("Fat")))
    let result = millrace("audit", folder.path("Fat"), "--max-coding-keys", "2")
    #expect(result.status == 0 && result.output.contains("records: 7, "))
    let kinds = ["Mach-O x86-64", "Mach-O arm64"]
    #expect(kinds.contains { result.output.contains("Fat: \($0)\n") })
    #expect(kinds.contains { result.output.contains("\n  not counted: \($0)\n") })
  }

  @Test func `a binary that is broken is named with the reason`() throws {
    let folder = try folder()
    let path = folder.path("broken")
    try Data(MachOFixture.library(.indirectSymbols).prefix(600)).write(to: URL(fileURLWithPath: path))
    let result = millrace("audit", folder.path("Shop"), path)
    #expect(result.status == 1 && result.output == "")
    #expect(
      result.complaints.hasPrefix("millrace: \(path): ")
        && result.complaints.hasSuffix("exceed the file size of 600 bytes\n"))
    #expect(millrace("audit", folder.path("no such file")).status == 2)
    #expect(millrace("audit").status == 2)
    #expect(millrace("audit", "--by-module", "--json", path).status == 2)
    let baseline = try folder.write("[]", to: "baseline.json")
    let rejected = millrace("audit", folder.path("Shop"), "--baseline", baseline)
    #expect(rejected.status == 1 && rejected.complaints.hasPrefix("\(baseline):1:1: "))
  }
}
