/// The archive of `ar`, with long names in the manner of GNU (a table of names) and of BSD (in front of the contents).
enum Archive {
  struct Member {
    var name: String
    var contents: ByteView
  }

  /// The members without tables of symbols and names, or nil if the file is not an archive.
  static func members(of bytes: ByteView) throws(BinaryError) -> [Member]? {
    if bytes.hasPrefix("!<thin>\n") {
      throw .unsupported("thin archives are not supported; audit the object files that it names")
    }
    guard bytes.hasPrefix("!<arch>\n") else { return nil }
    var members: [Member] = []
    var longNames: ByteView?
    var offset: UInt64 = 8
    while offset < bytes.count {
      // Name, time, owner, group, mode and size, all of them text, and two bytes that end the header.
      let header = try bytes.part(offset, count: 60)
      let place = header.fileOffset
      guard header.hasSuffix("`\n"), let size = UInt64(field(try header.part(48, count: 10))) else {
        throw .malformed("invalid header of an archive member", offset: place)
      }
      let name = field(try header.part(0, count: 16))
      let contents = try bytes.part(offset + 60, count: size)
      switch name {
      case "/", "/SYM64/": break
      case "//": longNames = contents
      default:
        let member = try member(name, contents, longNames, place)
        if !member.name.hasPrefix("__.SYMDEF") { members.append(member) }
      }
      // Members begin at even offsets. Sizes are not larger than the file, so this cannot overflow.
      offset += 60 + size + size % 2
    }
    return members
  }

  private static func member(
    _ name: String, _ contents: ByteView, _ longNames: ByteView?, _ place: UInt64
  ) throws(BinaryError) -> Member {
    if name.hasPrefix("#1/") {
      guard let length = UInt64(name.dropFirst(3)) else {
        throw .malformed("an archive member's name has no length", offset: place)
      }
      let name = try contents.part(0, count: length).zeroTerminated(at: 0).text
      return Member(name: name, contents: try contents.part(length))
    }
    if name.hasPrefix("/") {
      guard let offset = UInt64(name.dropFirst()), let longNames else {
        throw .malformed("an archive member's name is not in the table of names", offset: place)
      }
      // Names in the table end with a slash and a line feed.
      let rest = try longNames.part(offset, count: min(4096, longNames.count &- offset)).text
      return Member(name: String(rest.prefix { $0 != "/" && $0 != "\n" && $0 != "\0" }), contents: contents)
    }
    return Member(name: name.hasSuffix("/") ? String(name.dropLast()) : name, contents: contents)
  }

  /// A field of a header, without trailing spaces.
  private static func field(_ bytes: ByteView) -> String { String(bytes.text.prefix { $0 != " " }) }
}
