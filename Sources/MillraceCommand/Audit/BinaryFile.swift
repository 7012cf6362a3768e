/// The contents of a file: a linked binary, an object file, an archive of object files, or several of these, one for
/// each architecture.
struct BinaryFile {
  /// A program for one architecture: a single image, or the object files of an archive.
  struct Program {
    var members: [Member] = []
    /// Members of an archive that are not object files of a known format.
    var otherMembers = 0
  }

  struct Member {
    /// The name in the archive; nil if the file is not an archive.
    var name: String?
    var image: Image
  }

  /// One for each architecture.
  let programs: [Program]

  init(_ file: [UInt8]) throws(BinaryError) {
    let bytes = ByteView(file)
    if let slices = try FatFile.slices(of: bytes) {
      var programs: [Program] = []
      for slice in slices { programs.append(try Self.program(slice)) }
      self.programs = programs
    } else {
      programs = [try Self.program(bytes)]
    }
  }

  private static func program(_ bytes: ByteView) throws(BinaryError) -> Program {
    guard let members = try Archive.members(of: bytes) else {
      guard let image = try image(bytes) else {
        throw .unsupported("it is neither an ELF nor a Mach-O binary nor an archive of object files")
      }
      return Program(members: [Member(name: nil, image: image)])
    }
    var program = Program()
    for member in members {
      if let image = try image(member.contents) {
        program.members.append(Member(name: member.name, image: image))
      } else {
        program.otherMembers += 1
      }
    }
    return program
  }

  private static func image(_ bytes: ByteView) throws(BinaryError) -> Image? {
    if let file = try ELF(bytes) { return try file.image() }
    if let file = try MachO(bytes) { return try file.image() }
    return nil
  }
}
