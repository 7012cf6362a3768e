extension Verb {
  /// `millrace migrate`, which is also the only verb of millrace-migrate.
  ///
  /// - Parameter run: The implementation in the program that lists the verb.
  package static func migrate(
    run: @escaping @Sendable (Arguments, Console) throws(CommandError) -> ExitStatus
  ) -> Verb {
    Verb(
      name: "migrate", summary: "move Codable types of Swift to @Serializable, without CodingKeys",
      synopsis: "PATH…", operands: .files,
      examples: ["Sources --dry-run", "Sources Tests --edit-manifest", "Sources --check --baseline kept.txt"],
      description: [
        """
        Changes the Swift files PATH…, and all Swift files in the folders PATH…. Codable types get @Serializable, with the \
        names of their CodingKeys; in hand-written init(from:) and encode(to:), FieldKey replaces the enumeration of keys. \
        Documents are read and written as before.
        """,
        """
        If this is not certain, the file gets a placeholder, <#why#>, which does not compile until you replace it. \
        Give all of a program's PATHs at once: a name can be declared in any of them. Running it again changes nothing.
        """,
      ],
      options: [
        .value(
          "module", "FOLDERS",
          """
          folders, separated by commas, that are separate modules; by default, modules are those of package manifests \
          and Xcode projects, folders with an Info.plist, and folders in Sources and Tests
          """, .files),
        .value(
          "known", "PATH",
          """
          a file that names, one on each line, types of other modules that are Readable and Writable, and protocols and \
          macros that do not affect Codable, or a folder with the sources of those modules
          """, .files),
        .value("baseline", "FILE", "do not change the types that FILE lists", .files),
        .value("write-baseline", "FILE", "change nothing and list in FILE the types that would change", .files),
        .flag(
          "remove-conformance",
          "remove Codable from types with @Serializable if nothing else requires it"),
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
        property wrappers, one hand-written half of Codable, or fields whose types are not known to be readable and \
        writable. A file that does not parse is reported and not changed. Folders whose name begins with a dot are skipped.
        """,
        "The verb starts the program millrace-migrate, which is installed beside millrace and needs a Swift toolchain.",
      ],
      run: run)
  }
}
