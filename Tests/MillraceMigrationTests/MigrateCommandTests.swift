import Foundation
import TestSupport
import Testing

/// A folder with sources, in which programs are run.
private struct Workplace {
  let folder: TemporaryFolder

  init(_ files: [String: String]) throws {
    folder = try TemporaryFolder()
    for (path, text) in files {
      let parent = URL(fileURLWithPath: folder.path(path)).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
      _ = try folder.write(text, to: path)
    }
  }

  func text(_ path: String) throws -> String { try folder.read(path) }

  func run(_ program: String, _ arguments: String...) throws -> Outcome { try run(program, arguments) }

  func run(_ program: String, _ arguments: [String]) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program.hasPrefix("/") ? program : builtProgram(program))
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    return try TestSupport.run(process)
  }
}

@Suite struct MigrateCommandTests {
  private static let model = """
    // A model.
    import Foundation

    struct Film: Codable {
      var id: Int
      var title: String

      enum CodingKeys: String, CodingKey {
        case id = "film_id"
        case title
      }
    }

    struct A {
      var a1 = 1
      var a2 = 2
      var a3 = 3
      var a4 = 4
      var a5 = 5
      var a6 = 6
    }

    final class Last: Codable { var when = Date() }
    """
  private let files = [
    "Sources/App/Film.swift": model, "Sources/App/.hidden.swift": model, "Package.swift": model,
    ".build/Film.swift": model, "Sources/App/notes.txt": model,
  ]

  @Test func `types are known from a folder of their sources`() throws {
    let place = try Workplace([
      "Vendor/Money.swift": """
      import Millrace

      public struct Money: Codable { public var cents: Int }
      public struct Later: Codable { public var handler: Handler }
      @Serializable public struct Day { public var number: Int }
      """,
      "App/Film.swift": """
      import Vendor

      struct Film: Codable { var price: Money; var day: Vendor.Day }
      """,
      "App/Trip.swift": """
      import Vendor

      struct Trip: Codable { var price: Later }
      """,
    ])
    #expect(try place.run("millrace-migrate", "--known", "Vendor", "App").status == 0)
    #expect(try place.text("App/Film.swift").contains("@Serializable\nstruct Film"))
    #expect(try place.text("App/Trip.swift").contains("@Serializable(.codable)\nstruct Trip"))
    #expect(!(try place.text("Vendor/Money.swift").contains("@Serializable public struct Money")))
  }

  @Test func `a dry run prints a difference that patch makes the same files of`() throws {
    let place = try Workplace(files)
    let outcome = try place.run("millrace-migrate", "--dry-run", ".")
    #expect(outcome.status == 0)
    #expect(try place.text("Sources/App/Film.swift") == Self.model)
    _ = try place.folder.write(outcome.output, to: "change.patch")
    let patched = try place.run("/usr/bin/env", "patch", "-p0", "-i", "change.patch")
    #expect(patched.status == 0, "\\(patched.output)\\(patched.complaints)")
    let byPatch = try place.text("Sources/App/Film.swift")
    #expect(byPatch != Self.model)

    let other = try Workplace(files)
    #expect(try other.run("millrace-migrate", "Sources", "Sources/App/Film.swift").status == 0)
    #expect(try other.text("Sources/App/Film.swift") == byPatch)
    for untouched in ["Package.swift", ".build/Film.swift", "Sources/App/.hidden.swift", "Sources/App/notes.txt"] {
      #expect(try other.text(untouched) == Self.model)
    }
  }

  @Test func `the tool starts the program, and checks say whether anything would change`() throws {
    let place = try Workplace(files)
    let before = try place.run("millrace", "migrate", "--check", ".")
    #expect(before.status == 1)
    #expect(try place.text("Sources/App/Film.swift") == Self.model)
    let done = try place.run("millrace", "migrate", ".")
    #expect(done.status == 0)
    #expect(done.output.contains("files changed            1\n"))
    let after = try place.run("millrace", "migrate", "--check", ".")
    #expect(after.status == 0)
    #expect(after.output.contains("files that would change  0\n"))
  }

  @Test func `a file that does not parse is named, and all others are migrated`() throws {
    let place = try Workplace(["A.swift": Self.model, "B.swift": "struct B: Codable {"])
    let outcome = try place.run("millrace-migrate", ".")
    #expect(outcome.status == 1)
    #expect(outcome.complaints.contains("./B.swift:1:20: expected '}'"))
    #expect(try place.text("B.swift") == "struct B: Codable {")
    #expect(try place.text("A.swift") != Self.model)
  }

  @Test func `the report is a JSON document`() throws {
    let place = try Workplace(files)
    let outcome = try place.run("millrace-migrate", "--json", "Sources")
    let report = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(report["files"] as? Int == 1)
    #expect(report["changedFiles"] as? [String] == ["Sources/App/Film.swift"])
    let types = try #require(report["types"] as? [[String: Any]])
    #expect(types.map { $0["name"] as? String } == ["Film", "Last"])
    #expect(types.map { $0["outcome"] as? String } == ["serializable", "serializable"])
    #expect(types.map { $0["line"] as? Int } == [4, 23])
  }

  private static let project = """
    // !$*UTF8*$!
    { objects = {
      A1 = { isa = PBXProject; mainGroup = G1; targets = (T1, T2); };
      G1 = { isa = PBXGroup; children = (G2, F2, G3); sourceTree = "<group>"; };
      G2 = { isa = PBXGroup; children = (F1); path = "One App"; sourceTree = "<group>"; };
      G3 = { isa = PBXFileSystemSynchronizedRootGroup; path = Three; sourceTree = "<group>"; };
      F1 = { isa = PBXFileReference; path = Film.swift; sourceTree = "<group>"; };
      F2 = { isa = PBXFileReference; path = Two/Film.swift; sourceTree = SOURCE_ROOT; }; /* a comment */
      T1 = { isa = PBXNativeTarget; name = App; buildPhases = (P1); };
      T2 = { isa = PBXNativeTarget; name = Widget; buildPhases = (P2); fileSystemSynchronizedGroups = (G3); };
      P1 = { isa = PBXSourcesBuildPhase; files = (B1,); };
      P2 = { isa = PBXSourcesBuildPhase; files = (B2,); };
      B1 = { isa = PBXBuildFile; fileRef = F1; };
      B2 = { isa = PBXBuildFile; fileRef = F2; };
    }; rootObject = A1; }
    """
  private static let manifest = """
    import PackageDescription
    let package = Package(
      name: "p", targets: [.target(name: "One", path: "One App"), .testTarget(name: "Two", path: "Two")])
    """

  @Test(
    arguments: [
      (["App.xcodeproj/project.pbxproj": project], []), (["Package.swift": manifest], []),
      (["One App/Info.plist": "", "Two/Info.plist": ""], []), ([:], ["--module=One App,Two"]),
    ] as [([String: String], [String])])
  func `types of the same name in different modules are distinguished`(_ layout: [String: String], _ options: [String])
    throws
  {
    let second = Self.model.replacingOccurrences(of: "film_id", with: "other_id")
    var files = ["One App/Film.swift": Self.model, "Two/Film.swift": second]
    files.merge(layout) { $1 }
    let place = try Workplace(files)
    let outcome = try place.run("millrace-migrate", options + ["."])
    #expect(outcome.status == 0, "\(outcome.complaints)")
    #expect(try place.text("One App/Film.swift").contains("@Field(\"film_id\") var id"))
    #expect(try place.text("Two/Film.swift").contains("@Field(\"other_id\") var id"))
  }

  @Test func `types of one name stay as they are where no module is known`() throws {
    let place = try Workplace(["One/Film.swift": Self.model, "Two/Film.swift": Self.model])
    let outcome = try place.run("millrace-migrate", ".")
    #expect(outcome.output.contains("One/Film.swift:4: Film: declared more than once"))
    #expect(try place.text("One/Film.swift") == Self.model)
  }

  @Test func `a baseline of a program keeps checks quiet until a new type comes`() throws {
    let place = try Workplace(files)
    #expect(try place.run("millrace-migrate", "--write-baseline=todo.txt", "Sources").status == 0)
    #expect(try place.text("todo.txt") == "Sources/App/Film.swift: Film\nSources/App/Film.swift: Last\n")
    #expect(try place.text("Sources/App/Film.swift") == Self.model)
    #expect(try place.run("millrace-migrate", "--check", "--baseline=todo.txt", "Sources").status == 0)
    _ = try place.folder.write("# all but one\nSources/App/Film.swift: Film\n", to: "todo.txt")
    #expect(try place.run("millrace-migrate", "--check", "--baseline=todo.txt", "Sources").status == 1)
  }

  @Test func `the report ends with what the manifest needs, which is added when asked for`() throws {
    let manifest = """
      // swift-tools-version: 6.2
      import PackageDescription
      let package = Package(name: "p", targets: [.target(name: "App"), .target(name: "Other", dependencies: ["App"])])

      """
    let place = try Workplace(["Sources/App/Film.swift": Self.model, "Package.swift": manifest])
    let dry = try place.run("millrace-migrate", "--dry-run", "Sources")
    #expect(dry.complaints.hasSuffix("target App needs Millrace and MillraceFoundation\n"))
    #expect(try place.run("millrace-migrate", "--edit-manifest", "Sources").status == 0)
    #expect(
      try place.text("Package.swift") == """
        // swift-tools-version: 6.2
        import PackageDescription
        let package = Package(name: "p", dependencies: \
        [.package(url: "https://github.com/millrace/millrace.git", branch: "main")], targets: [.target(name: "App", \
        dependencies: [.product(name: "Millrace", package: "millrace"), .product(name: "MillraceFoundation", \
        package: "millrace")]), .target(name: "Other", dependencies: ["App"])])

        """)
  }

  @Test func `without its program the tool says how to build it`() throws {
    let place = try Workplace(files)
    try FileManager.default.copyItem(atPath: builtProgram("millrace"), toPath: place.folder.path("millrace"))
    let outcome = try place.run(place.folder.path("millrace"), "migrate", "Sources")
    #expect(outcome.status == 2)
    #expect(outcome.complaints.contains("swift build --product millrace-migrate"))
  }

  @Test(arguments: [[], ["--json", "--dry-run", "."], ["nowhere"], ["--fast", "."], ["--check", "--check", "."]])
  func `calls without meaning are rejected`(_ arguments: [String]) throws {
    let place = try Workplace(files)
    let outcome = try place.run("millrace-migrate", arguments)
    #expect(outcome.status == 2)
    #expect(outcome.complaints.hasPrefix("millrace: "))
  }
}
