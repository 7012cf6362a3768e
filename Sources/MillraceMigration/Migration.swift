import SwiftSyntax

/// What a migration makes of files, and what it says of each type.
package struct Migration: Sendable, Equatable {
  /// A file that changes.
  package struct Change: Sendable, Equatable {
    package var before: SourceText
    package var after: String
    /// The modules of the library that the file needs.
    package var modules: [String]
  }

  /// A file that stays as it was, since its syntax is broken.
  package struct Failure: Sendable, Equatable {
    package var path: String
    /// What is wrong, with its place.
    package var message: String
  }

  /// In the order of the files given.
  package var changes: [Change] = []
  package var failures: [Failure] = []
  /// In the order of the files and of the declarations in them.
  package var entries: [Entry] = []

  /// What may behave in another way although nothing of it has changed, with its place.
  package var notes: [String] = []

  package init() {}

  /// What became of a type, or of an enumeration of keys.
  package struct Entry: Sendable, Equatable {
    package enum Outcome: String, Sendable, CaseIterable {
      /// It has `@Serializable` now.
      case serializable
      /// It has `@Serializable(.codable)` now.
      case codable
      /// An enumeration of keys that was used by hand, in place of which `FieldKey` is now.
      case keys
      /// A person has to look, where the placeholder is.
      case placeholder
      /// Nothing was done.
      case left
    }

    package var path: String
    package var line: Int
    package var type: String
    package var outcome: Outcome
    /// Why it is not more; empty if there is nothing to say.
    package var reason: String
  }
}

/// What a migration is to do.
package struct MigrationOptions: Sendable {
  /// Whether types that every format can read and write lose `Codable` where nothing in the files needs it.
  package var removesConformances = false
  /// Whether public enumerations of keys, which other modules may use, are removed as well.
  package var removesPublicKeys = false
  /// Types of other modules that every format reads and writes, by their names.
  package var known: Set<String> = []
  /// Types that stay as they are, each as its path and its name: `Sources/App/Film.swift: Film`.
  package var baseline: Set<String> = []

  package init() {}
}

/// The names of the types in files that every format reads and writes, or does when the files have been migrated.
///
/// A type is in the result by its name and, since other modules may qualify it, by that of its module and its name.
package func serializableTypes(in sources: [SourceText]) -> Set<String> {
  let files = inParallel(sources) { SourceFile($0) }.filter { $0.firstError == nil }
  let types = Planner(files, MigrationOptions()).serializable.filter { type in
    !type.isPrivate && !type.path.contains { $0.hasPrefix("{") }
  }
  return Set(
    types.flatMap { type in
      let module = type.module.split(separator: "/").last.map(String.init) ?? ""
      return [type.description, "\(module).\(type.description)"]
    })
}

/// Leaves `CodingKeys` behind: moves types to `@Serializable`, and keys used by hand to `FieldKey`.
///
/// Names are looked up in all files together. A file that does not parse is left out of everything.
///
package func migrate(_ sources: [SourceText], _ options: MigrationOptions = MigrationOptions()) -> Migration {
  var migration = Migration()
  var files: [SourceFile] = []
  for file in inParallel(sources, { SourceFile($0) }) {
    if let error = file.firstError {
      migration.failures.append(Migration.Failure(path: file.path, message: error))
    } else {
      files.append(file)
    }
  }
  var planner = Planner(files, options)
  var results = planner.apply()
  // The macro has the last word: what it would reject waits for a person.
  while planner.reject(planner.rejections(in: results)) { results = planner.apply() }
  migration.entries = planner.entries
  migration.notes = planner.notes
  for (file, text) in zip(files, results) where text != file.text {
    let before = SourceText(
      path: file.path, text: String(decoding: file.text, as: UTF8.self), module: file.module)
    let after = String(decoding: text, as: UTF8.self)
    let modules = ["Millrace", "MillraceFoundation"].filter { module in
      after.split(separator: "\n").contains { $0.split(separator: " ").suffix(2) == ["import", Substring(module)] }
    }
    migration.changes.append(Migration.Change(before: before, after: after, modules: modules))
  }
  return migration
}
