import Foundation
import TestSupport
import Testing

@testable import MillraceCommand

/// Whatever the bytes are, there is an error or a result. A read past the end or an overflow would end the process.
@Suite("millrace audit of hostile binaries")
struct HostileBinaryTests {
  /// Small files of all kinds.
  private static let files: [(name: String, bytes: [UInt8])] = {
    let library = MachOFixture.library(.indirectSymbols)
    var files = [
      ("library", library), ("chains", MachOFixture.library(.chains(pointers: 6, imports: 1))),
      ("signed chains", MachOFixture.library(.chains(pointers: 12, imports: 3))), ("object", MachOFixture.object()),
      ("fat", MachOFixture.fat([(0x0100_000C, library)], is64Bit: false)),
    ]
    #if os(Linux)
      for target in ["x86_64-unknown-linux-gnu", "armv7-unknown-linux-gnueabihf"] {
        guard let folder = try? CompiledPrograms.compileFreestanding(for: target),
          (try? CompiledPrograms.shell("cd '\(folder.url.path)'; ar rcs all.a Types.o Elsewhere.o")) != nil
        else { continue }
        for name in ["Types.o", "all.a"] {
          guard let data = try? Data(contentsOf: URL(fileURLWithPath: folder.path(name))) else { continue }
          files.append(("\(name) for \(target)", Array(data)))
        }
      }
    #endif
    return files
  }()

  /// Audits to the end and says whether the file could be read.
  @discardableResult
  private func survives(_ bytes: [UInt8]) -> Bool {
    guard let file = try? BinaryFile(bytes) else { return false }
    for program in file.programs {
      _ = ProgramAudit(of: program, path: "")
    }
    return true
  }

  @Test func `every beginning of a file is read or rejected`() {
    for (name, bytes) in Self.files {
      #expect(survives(bytes), "\(name)")
      for count in bytes.indices { survives(Array(bytes[..<count])) }
    }
  }

  @Test func `files with changed bytes are read or rejected`() {
    #if os(Linux)
      #expect(Self.files.count == 9)
    #endif
    let tries = max(50, Scale.count(150))
    var random = SeededGenerator()
    for (name, bytes) in Self.files {
      var read = 0
      for _ in 0..<tries {
        var changed = bytes
        for _ in 0...random.below(6) {
          // Headers are where most of what can go wrong is.
          let place = random.below(random.once(in: 2) ? min(1024, bytes.count) : bytes.count)
          changed[place] = random.element(of: [0, 1, 0x7F, 0x80, 0xFF, random.byte()])
        }
        if survives(changed) { read += 1 }
      }
      // Both happen, or the test would not reach what it is for.
      #expect(read > 0 && read < tries, "\(name): \(SeededGenerator.note)")
    }
  }

  @Test func `tables of more entries than the file has bytes are rejected at once`() throws {
    var library = MachOFixture.library(.indirectSymbols)
    // The number of symbols is in the command after the header (32 bytes) and two segments.
    let place = 32 + (72 + 2 * 80) + (72 + 80) + 12
    #expect(library[place] == 4)
    library.replaceSubrange(place..<place + 4, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(throws: BinaryError.self) { try BinaryFile(library) }
  }
}
