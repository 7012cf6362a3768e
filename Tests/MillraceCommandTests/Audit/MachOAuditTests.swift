import Foundation
import Testing

@testable import MillraceCommand

@Suite("millrace audit of Mach-O binaries")
struct MachOAuditTests {
  private func audit(_ bytes: [UInt8]) throws -> ProgramAudit {
    ProgramAudit(of: try #require(try BinaryFile(bytes).programs.first), path: "binary")
  }

  @Test(arguments: [
    MachOFixture.Binding.indirectSymbols, .chains(pointers: 2, imports: 1), .chains(pointers: 6, imports: 1),
    .chains(pointers: 6, imports: 2), .chains(pointers: 6, imports: 3), .chains(pointers: 1, imports: 1),
    .chains(pointers: 9, imports: 1), .chains(pointers: 12, imports: 2),
  ])
  func `a linked binary is read, however its pointers are bound`(_ binding: MachOFixture.Binding) throws {
    let program = try audit(MachOFixture.library(binding))
    #expect(program.kind == "Mach-O arm64" && program.objectFiles == nil)
    #expect(program.conformances == 7 && program.unknownConformances == 2)
    #expect(program.conformancesByModule == ["Shop": 3, "Foundation": 1, "__C": 1])
    #expect(program.codingKeys.map(\.name) == ["Shop.Item.CodingKeys", "Shop.Item.MoreCodingKeys"])
    #expect(program.codingKeys.map(\.conformances) == [2, 1])
    // From the descriptor to the next symbol, which is the conformance's, from that to the end of the section, and two
    // records: three contexts, six conformances, four names, a mangled name and what aligns the end.
    #expect(program.codingKeys.first?.bytes == 3 * 12 + 6 * 16 + 36 + 6 + 2 + 2 * 4)
    #expect(program.codingKeys.last?.bytes == nil)
    #expect(program.coderUses.map { "\($0.coder) \($0.count) \($0.isDefined)" } == ["JSONDecoder 1 false"])
  }

  @Test(arguments: [(0x0100_000C, "arm64"), (0x0100_0007, "x86-64")])
  func `an object file is read by its relocations`(_ cpu: Int, _ name: String) throws {
    let program = try audit(MachOFixture.object(cpu: cpu))
    #expect(program.kind == "Mach-O \(name)" && program.objectFiles == 1)
    #expect(program.conformances == 7 && program.unknownConformances == 2)
    #expect(program.conformancesByModule == ["Shop": 3, "Foundation": 1, "__C": 1])
    #expect(program.codingKeys.map(\.conformances) == [2, 1])
    #expect(program.coderUses.map { "\($0.coder) \($0.count)" } == ["JSONDecoder 2"])
  }

  @Test(arguments: [false, true])
  func `a file for several architectures has a program for each`(_ is64Bit: Bool) throws {
    let slices = [0x0100_0007, 0x0100_000C].map { ($0, MachOFixture.library(.indirectSymbols, cpu: $0)) }
    let file = try BinaryFile(MachOFixture.fat(slices, is64Bit: is64Bit))
    let audits = file.programs.map { ProgramAudit(of: $0, path: "binary") }
    #expect(audits.map(\.kind) == ["Mach-O x86-64", "Mach-O arm64"])
    #expect(audits.allSatisfy { $0.conformances == 7 && $0.codingKeys.count == 2 })
  }

  @Test func `what cannot be read is rejected with the reason`() throws {
    func reason(_ bytes: [UInt8]) -> String {
      do throws(BinaryError) {
        _ = try BinaryFile(bytes)
        return "none"
      } catch { return error.description }
    }
    #expect(reason(MachOFixture.library(.indirectSymbols, encrypted: true)).hasPrefix("the binary is encrypted"))
    #expect(reason([0xCE, 0xFA, 0xED, 0xFE]).contains("32-bit"))
    #expect(reason([0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 61]).contains("Java"))
    #expect(reason(Array("!<thin>\nx".utf8)).contains("thin archive"))
    #expect(reason(Array("{}".utf8)).hasPrefix("it is neither"))
    #expect(reason([]).hasPrefix("it is neither"))
    let library = MachOFixture.library(.indirectSymbols)
    #expect(reason(Array(library.prefix(100))).contains("exceed the file size of 100 bytes"))
  }

  #if os(Linux)
    @Test(arguments: ["arm64-apple-macosx15.0", "x86_64-apple-macosx15.0"])
    func `binaries that the compiler writes for macOS are read`(_ target: String) throws {
      let folder = try CompiledPrograms.compileFreestanding(for: target)
      let types = try audit(Array(Data(contentsOf: URL(fileURLWithPath: folder.path("Types.o")))))
      #expect(types.conformances == 4 && types.unknownConformances == 0)
      #expect(types.codingKeys.map(\.name) == ["App.Item.CodingKeys", "App.Item.Other.OneCodingKeys"])
      #expect(types.codingKeys.map(\.conformances) == [2, 1])
      let elsewhere = try audit(Array(Data(contentsOf: URL(fileURLWithPath: folder.path("Elsewhere.o")))))
      #expect(elsewhere.conformancesByModule == ["App": 1])
    }
  #endif
}
