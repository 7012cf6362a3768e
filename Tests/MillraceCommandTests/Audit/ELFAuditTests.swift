#if os(Linux)
  import Foundation
  import Testing

  @testable import MillraceCommand

  @Suite("millrace audit of ELF binaries")
  struct ELFAuditTests {
    /// What the audit found, in the same terms as the oracle.
    private func audit(_ path: String) throws -> (counts: CompiledPrograms.Counts, program: ProgramAudit) {
      let file = try BinaryFile(Array(Data(contentsOf: URL(fileURLWithPath: path))))
      let program = ProgramAudit(of: try #require(file.programs.first), path: "binary")
      let uses = program.coderUses.reduce(0) { $0 + $1.count }
      let counts = CompiledPrograms.Counts(
        records: program.conformances, types: program.codingKeys.count,
        conformances: program.codingKeys.reduce(0) { $0 + $1.conformances },
        bytes: program.codingKeys.reduce(0) { $0 + ($1.bytes ?? 0) },
        coderSymbols: program.objectFiles == nil ? uses : 0, coderReferences: program.objectFiles == nil ? 0 : uses)
      return (counts, program)
    }

    @Test(arguments: [CompiledPrograms.Form.debug, .release, .statically])
    func `counts of a linked binary are those of readelf and nm`(_ form: CompiledPrograms.Form) throws {
      let folder = try CompiledPrograms.build(form)
      let path = folder.path("program")
      let expected = try CompiledPrograms.counts(of: path)
      let (counts, program) = try audit(path)
      #expect(expected.types >= 5 && expected.coderSymbols >= 2)
      #expect(counts == expected)
      #expect(program.unknownConformances == 0)
      #expect(program.conformancesByModule.values.reduce(0, +) == expected.records)
    }

    @Test func `a stripped binary has the same types, without their bytes`() throws {
      let folder = try CompiledPrograms.build(.stripped)
      let whole = try CompiledPrograms.counts(of: folder.path("unstripped"))
      let expected = try CompiledPrograms.counts(of: folder.path("program"))
      let (counts, program) = try audit(folder.path("program"))
      #expect(counts.records == expected.records && counts.coderSymbols == expected.coderSymbols)
      #expect(expected.types == 0 && counts.types == whole.types && counts.conformances == whole.conformances)
      #expect(program.codingKeys.allSatisfy { $0.bytes == nil })
      let (_, unstripped) = try audit(folder.path("unstripped"))
      #expect(program.codingKeys.map(\.name) == unstripped.codingKeys.map(\.name))
    }

    @Test(arguments: [CompiledPrograms.Form.archive, .archiveOfBSD])
    func `counts of an archive are those of readelf and nm for its object files`(_ form: CompiledPrograms.Form) throws {
      let folder = try CompiledPrograms.build(form)
      let path = folder.path("program")
      var expected = try CompiledPrograms.counts(of: form == .archive ? path : folder.path("same"))
      expected.coderSymbols = 0
      let (counts, program) = try audit(path)
      #expect(counts == expected && expected.coderReferences == 3)
      #expect(program.objectFiles == 2 && program.otherMembers == (form == .archive ? 1 : 0))
      let uses = program.coderUses.map { "\($0.place) \($0.coder) \($0.count)" }
      #expect(uses == ["ModelsWithANameThatIsLong.o JSONDecoder 1", "main.o JSONDecoder 1", "main.o JSONEncoder 1"])
    }

    @Test func `types are called by their modules and the types around them`() throws {
      let folder = try CompiledPrograms.build(.debug)
      let (_, program) = try audit(folder.path("program"))
      #expect(
        program.codingKeys.map(\.name) == [
          "App.Local.CodingKeys", "App.Plain.CodingKeys", "App.Renamed.Added.CodingKeys", "App.Renamed.CodingKeys",
          "App.Renamed.Inner.CodingKeys", "App.Shape.CircleCodingKeys", "App.Shape.CodingKeys",
          "App.Shape.LabelCodingKeys",
        ])
      // Five records each, and one more where raw values are strings.
      #expect(program.codingKeys.map(\.conformances) == [5, 5, 5, 6, 5, 5, 5, 5])
    }

    @Test(arguments: [
      ("x86_64", "unknown-linux-gnu", "x86-64"), ("aarch64", "unknown-linux-gnu", "arm64"),
      ("i686", "unknown-linux-gnu", "i386"), ("armv7", "unknown-linux-gnueabihf", "arm"),
      ("s390x", "unknown-linux-gnu", "s390x"),
    ])
    func `words of 32 and 64 bits are read in both byte orders`(
      _ architecture: String, _ system: String, _ name: String
    ) throws {
      let folder = try CompiledPrograms.compileFreestanding(for: "\(architecture)-\(system)")
      let expected = try CompiledPrograms.counts(of: folder.path("Types.o"))
      let (counts, program) = try audit(folder.path("Types.o"))
      #expect(counts == expected && expected.records == 4 && expected.types == 2)
      #expect(program.kind == "ELF \(name)" && program.unknownConformances == 0)
      #expect(program.codingKeys.map(\.name) == ["App.Item.CodingKeys", "App.Item.Other.OneCodingKeys"])
      let (other, elsewhere) = try audit(folder.path("Elsewhere.o"))
      #expect(other.records == 1 && elsewhere.conformancesByModule == ["App": 1])
    }
  }
#endif
