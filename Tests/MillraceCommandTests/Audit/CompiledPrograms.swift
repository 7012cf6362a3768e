import Foundation
import TestSupport

/// Binaries of small programs.
enum CompiledPrograms {
  /// A program with `CodingKeys` that are synthesized, written by hand, private, nested, local and of an enumeration,
  /// and with coders of Foundation in two files.
  private static let sources = [
    "Models.swift": """
    import FoundationEssentials
    public struct Plain: Codable { var number: Int }
    public struct Renamed: Codable {
      var name: String
      var inner: Inner
      enum CodingKeys: String, CodingKey {
        case name = "title"
        case inner
      }
      public struct Inner: Codable { var values: [Int] }
    }
    public enum Shape: Codable { case circle(radius: Double), label(String) }
    struct CodingKeysOfSomething {}
    func decodeLocal() throws -> Int {
      struct Local: Codable { var number: Int }
      return try JSONDecoder().decode(Local.self, from: Data("{}".utf8)).number
    }
    """,
    "main.swift": """
    import FoundationEssentials
    extension Renamed { struct Added: Codable { var number: Int } }
    func makeDecoder() -> JSONDecoder { JSONDecoder() }
    print(try JSONEncoder().encode(Plain(number: 1)).count, try makeDecoder().decode(Plain.self, from: Data()))
    print(try decodeLocal(), Renamed.Added(number: 1), Shape.label(""))
    """,
  ]

  /// The same in short, without the standard library: so it can be compiled for every platform.
  private static let freestandingSources = [
    "Types.swift": """
    public protocol Key {}
    public protocol Text {}
    public struct Item { enum CodingKeys { case name } }
    extension Item.CodingKeys: Key {}
    extension Item.CodingKeys: Text {}
    extension Item: Text {}
    extension Item { struct Other { enum OneCodingKeys { case name } } }
    extension Item.Other.OneCodingKeys: Key {}
    """,
    "Elsewhere.swift": "extension Item: Key {}",
  ]

  /// How the program is built.
  enum Form: String {
    case debug, release, stripped, archive
    /// With the standard library and Foundation in it.
    case statically
    /// An archive with names in the manner of BSD, which `readelf` does not know; `same` has the same object files.
    case archiveOfBSD
  }

  /// Builds the program; it is called `program`, and before it was stripped `unstripped`.
  static func build(_ form: Form) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, source) in sources { _ = try folder.write(source, to: name) }
    let objects = "swiftc -module-name App -Onone -c Models.swift main.swift; mv Models.o \(longName)"
    let archiver = #""$(dirname "$(command -v swiftc)")/llvm-ar" --format=bsd"#
    let script =
      switch form {
      case .debug: "swiftc -module-name App -Onone Models.swift main.swift -o program"
      case .release: "swiftc -module-name App -O -wmo Models.swift main.swift -o program"
      case .stripped:
        "swiftc -module-name App -O -wmo Models.swift main.swift -o unstripped; strip -o program unstripped"
      case .statically: "swiftc -module-name App -O -wmo -static-stdlib Models.swift main.swift -o program"
      case .archive: objects + "; echo 'no object file' >note.txt; ar rcs program \(longName) main.o note.txt"
      case .archiveOfBSD: objects + "; \(archiver) rcs program \(longName) main.o; ar rcs same \(longName) main.o"
      }
    try shell(". '\(document("../scripts/require.sh"))'; require ar binutils; cd '\(folder.url.path)'; \(script)")
    return folder
  }

  /// The name of an object file that does not fit into an archive's header.
  static let longName = "ModelsWithANameThatIsLong.o"

  /// Compiles the short program for a platform and returns the folder of its object files.
  static func compileFreestanding(for target: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, source) in freestandingSources { _ = try folder.write(source, to: name) }
    try shell(
      """
      cd '\(folder.url.path)'
      swiftc -target \(target) -parse-stdlib -parse-as-library -module-name App -Onone -c Types.swift Elsewhere.swift
      """)
    return folder
  }

  /// What binutils say of a binary.
  struct Counts: Decodable, Equatable {
    /// The sizes of the sections of conformance records, divided by four.
    var records: Int
    /// The number of type descriptors whose symbols end in `CodingKeys`.
    var types: Int
    /// The number of conformance descriptors of these types.
    var conformances: Int
    /// The bytes of what has symbols of these types, and of their records; without what takes no space in the file.
    var bytes: Int
    /// Symbols of initializers of Foundation's coders.
    var coderSymbols: Int
    /// Relocations of code for these.
    var coderReferences: Int
  }

  /// Asks `readelf` and `nm`.
  static func counts(of path: String) throws -> Counts {
    try shell(". '\(document("../scripts/require.sh"))'; require readelf binutils; require nm binutils")
    let answer = try python(oracle, path)
    return try JSONDecoder().decode(Counts.self, from: Data(answer.output.utf8))
  }

  private static let oracle = """
    import json, re, subprocess, sys

    def lines(*command):
        return subprocess.run(command + (sys.argv[1],), capture_output=True, text=True).stdout.splitlines()

    records, code, coder_references = 0, False, 0
    coder = r"\\$s(10Foundation|20FoundationEssentials)11JSON(De|En)coderCACycf[Cc]"
    for line in lines("readelf", "-SW"):
        section = re.search(r" swift5_protocol_conformances +PROGBITS +[0-9a-f]+ [0-9a-f]+ ([0-9a-f]+) ", line)
        if section: records += int(section[1], 16) // 4
    for line in lines("readelf", "-rW"):
        if line.startswith("Relocation section"): code = "'.rela.text" in line
        elif code and re.search(coder + r" [+-] ", line): coder_references += 1

    symbols = [line.split() for line in lines("nm", "-P")]
    symbols = [symbol for symbol in symbols if len(symbol) > 1]
    names = [symbol[0] for symbol in symbols] or [line.split()[0] for line in lines("nm", "-D", "-P")]
    defined = [name for name, kind, *_ in symbols if kind != "U"]
    ending = r"CodingKeys(0?[0-9]+_[0-9A-Za-z]+LL)?[OVC]"
    types = {name[:-2] for name in defined if re.search(r"^\\$s.*" + ending + "Mn$", name)}
    conformances = {name for name in defined if re.search(r"^\\$s.*?" + ending + r"[^ ]*Mc$", name)}

    # Symbols of a type may stand for the same bytes. That of metadata (N) is in the middle of it (Mf) and has its size.
    file, sections, covered = "", {}, set()
    prefix = re.compile("|".join(map(re.escape, types)) or "(?!)")
    for line in lines("readelf", "-SsW"):
        if member := re.match(r"File: .*\\((.*)\\)", line): file = member[1]
        section = re.match(r" +\\[ *(\\d+)\\] \\S+ +(\\S+) +[0-9a-f]{8,} ", line)
        if section: sections[file, section[1]] = section[2]
        symbol = re.match(r" +\\d+: ([0-9a-f]+) +(\\S+) .* (\\d+) (\\S+)$", line)
        if symbol and (type := prefix.match(symbol[4])) and symbol[4][:-1] not in types:
            kind = sections[file, symbol[3]]
            start, size = int(symbol[1], 16), int(symbol[2], 0)
            if kind != "NOBITS": covered.update((type[0], file, symbol[3], byte) for byte in range(start, start + size))
    size = 4 * len(conformances) + len(covered)
    print(json.dumps({"records": records, "types": len(types), "conformances": len(conformances), "bytes": size,
                      "coderSymbols": len([name for name in names if re.fullmatch(coder, name)]),
                      "coderReferences": coder_references}))
    """

  static func shell(_ script: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["bash", "-ec", script]
    let outcome = try run(process)
    guard outcome.status == 0 else { throw Failure(description: outcome.output + outcome.complaints) }
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }
}
