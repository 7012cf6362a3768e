/// The Mach-O format of 64 bits (`<mach-o/loader.h>`, `<mach-o/nlist.h>`).
struct MachO {
  let bytes: ByteView
  let architecture: Architecture
  let isObject: Bool
  private(set) var segments: [Segment] = []
  private(set) var sections: [Section] = []
  /// The offsets of the load commands of tables, by their kinds.
  private(set) var commands: [Command: ByteView] = [:]

  struct Segment {
    var address: UInt64
    var fileOffset: UInt64
    var fileSize: UInt64
  }

  struct Section {
    var name: String
    var address: UInt64
    var size: UInt64
    /// The contents; empty if the section takes no space in the file.
    var contents: ByteView
    var relocations: ByteView
    /// Its type in the low byte, attributes in the others.
    var flags: UInt32
    /// For pointers to symbols, the number of the first in the table of indirect symbols.
    var firstIndirectSymbol: UInt32

    var isZeroFill: Bool { [0x01, 0x0C, 0x12].contains(flags & 0xFF) }
    var hasSymbolPointers: Bool { flags & 0xFF == 6 || flags & 0xFF == 7 }
    var hasCode: Bool { flags & 0x8000_0400 != 0 }
  }

  enum Command: UInt32 {
    case symbols = 0x02
    case dynamicSymbols = 0x0B
    case segment = 0x19
    case encryption = 0x2C
    case chainedFixups = 0x8000_0034
  }

  struct Architecture {
    var number: UInt32

    var name: String {
      switch number {
      case 0x0100_0007: "x86-64"
      case 0x0100_000C: "arm64"
      default: "machine \(number)"
      }
    }

    /// The type of the relocations that store the distance to a slot of the global offset table.
    var slotRelocation: UInt32 { number == 0x0100_0007 ? 4 : 7 }
    /// The type of those that are one half of a difference of symbols.
    var subtractor: UInt32 { number == 0x0100_0007 ? 5 : 1 }
  }

  /// - Returns: nil if the file is of another format.
  init?(_ file: ByteView) throws(BinaryError) {
    guard file.count >= 4 else { return nil }
    switch try file.integer(UInt32.self, at: 0) {
    case 0xFEED_FACF: break
    case 0xFEED_FACE, 0xCEFA_EDFE: throw .unsupported("32-bit Mach-O files are not supported; expected a 64-bit binary")
    default: return nil
    }
    bytes = file
    architecture = Architecture(number: try file.integer(at: 4))
    let type = try file.integer(UInt32.self, at: 12)
    guard [1, 2, 6, 8].contains(type) else {
      throw .unsupported("it is a Mach-O file, but neither a binary nor an object file")
    }
    isObject = type == 1
    let count = try file.integer(UInt32.self, at: 16)
    let list = try file.part(32, count: UInt64(try file.integer(UInt32.self, at: 20)))
    var offset: UInt64 = 0
    for _ in 0..<count {
      let size = UInt64(try list.integer(UInt32.self, at: offset &+ 4))
      let command = try list.part(offset, count: size)
      guard size >= 8 else { throw .malformed("load command is too short", offset: command.fileOffset) }
      switch Command(rawValue: try command.integer(at: 0)) {
      case .segment?: try readSegment(command)
      case let kind?: commands[kind] = command
      case nil: break
      }
      offset += size
    }
    if let command = commands[.encryption], try command.integer(UInt32.self, at: 16) != 0 {
      throw .unsupported("the binary is encrypted by the App Store; audit the binary that was uploaded")
    }
  }

  private mutating func readSegment(_ command: ByteView) throws(BinaryError) {
    segments.append(
      Segment(
        address: try command.integer(at: 24), fileOffset: try command.integer(at: 40),
        fileSize: try command.integer(at: 48)))
    let count = UInt64(try command.integer(UInt32.self, at: 64))
    let table = try command.table(72, entries: count, size: 80)
    for index in 0..<count {
      let entry = try table.part(index * 80, count: 80)
      let relocationCount = UInt64(try entry.integer(UInt32.self, at: 60))
      var section = Section(
        name: try entry.part(0, count: 16).zeroTerminated(at: 0).text, address: try entry.integer(at: 32),
        size: try entry.integer(at: 40), contents: try bytes.part(0, count: 0),
        relocations: relocationCount == 0
          ? try bytes.part(0, count: 0)
          : try bytes.table(UInt64(try entry.integer(UInt32.self, at: 56)), entries: relocationCount, size: 8),
        flags: try entry.integer(at: 64), firstIndirectSymbol: try entry.integer(at: 68))
      if !section.isZeroFill {
        section.contents = try bytes.part(UInt64(try entry.integer(UInt32.self, at: 48)), count: section.size)
      }
      sections.append(section)
    }
  }
}
