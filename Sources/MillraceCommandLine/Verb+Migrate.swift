extension Verb {
  /// `millrace migrate`, which is also the only verb of millrace-migrate.
  ///
  /// - Parameter run: what it does in the program that lists it.
  package static func migrate(
    run: @escaping @Sendable (Arguments, Console) throws(CommandError) -> ExitStatus
  ) -> Verb {
    Verb(
      name: "migrate", summary: "move Codable types of Swift to @Serializable, without CodingKeys",
      synopsis: "PATH…", operands: .files,
      examples: ["Sources --dry-run", "Sources Tests --edit-manifest", "Sources --check --baseline kept.txt"],
      description: [
        """
        Changes the files of Swift that PATHs are, and those in the folders that PATHs are. Codable types get \
        @Serializable, with the names that their CodingKeys gave to fields; where init(from:) and encode(to:) are written by \
        hand, FieldKey takes the place of the enumeration of keys. What is read and written stays the same.
        """,
        """
        Where that is not certain the file gets a placeholder, <#why#>, so that it does not compile until a person has \
        looked. Give all of a program's PATHs at once: a name can be declared in any of them. Running it again changes nothing.
        """,
      ],
      options: [
        .value(
          "module", "FOLDERS",
          """
          folders, separated by commas, that are modules of their own; by default, modules are those of package manifests \
          and Xcode projects, folders with an Info.plist, and folders in Sources and Tests
          """, .files),
        .value(
          "known", "PATH",
          """
          a file that names, one on each line, types of other modules that are Readable and Writable, and protocols and \
          macros that have no part in Codable, or a folder with the sources of those modules
          """, .files),
        .value("baseline", "FILE", "leave the types that FILE lists as they are", .files),
        .value("write-baseline", "FILE", "change nothing and list in FILE the types that would change", .files),
        .flag(
          "remove-conformance",
          "take Codable from types that every format reads and writes and nothing else needs it of"),
        .flag("remove-public-keys", "remove public enumerations of keys too, which other modules may use"),
        .flag("edit-manifest", "add the products that targets need to the Package.swift that declares them"),
        .flag("dry-run", "change nothing and print what would change, as a unified diff"),
        .flag("check", "change nothing, and exit with 1 if anything would change"),
        .flag("json", "write the result for each type as JSON instead of a table"),
      ],
      notes: [
        """
        A comment // millrace: keep above a type leaves that type as it is; at the head of a file, with a blank line below \
        it, the whole file.
        """,
        """
        A type gets @Serializable(.codable), which gives it Codable and nothing else, where more is not possible: with \
        property wrappers, one half of Codable by hand, or fields of which the files do not tell that they can be read and \
        written. A file that does not parse stays as it is and is named. Folders whose name begins with a dot are skipped.
        """,
        "The program that does this is millrace-migrate, which is installed beside millrace and needs a Swift toolchain.",
      ],
      run: run)
  }
}
