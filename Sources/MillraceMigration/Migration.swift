import SwiftSyntax

/// The result of a migration: the changed files, and an outcome for each type.
package struct Migration: Sendable, Equatable {
  /// A changed file.
  package struct Change: Sendable, Equatable {
    package var before: SourceText
    package var after: String
    /// The modules of the library that the file must import.
    package var modules: [String]
  }

  /// A file that is left unchanged because it does not parse.
  package struct Failure: Sendable, Equatable {
    package var path: String
    /// The syntax error, with its place.
    package var message: String
  }

  /// The changed files, in the order of the input.
  package var changes: [Change] = []
  package var failures: [Failure] = []
  /// The outcomes, in the order of the files and of the declarations in them.
  package var entries: [Entry] = []

  /// Unchanged code that may behave differently after the migration, with its place.
  package var notes: [String] = []

  package init() {}

  /// The outcome for a type, or for an enumeration of keys.
  package struct Entry: Sendable, Equatable {
    package enum Outcome: String, Sendable, CaseIterable {
      /// The type now has `@Serializable`.
      case serializable
      /// The type now has `@Serializable(.codable)`.
      case codable
      /// An enumeration of keys, used by hand-written code, was replaced by `FieldKey`.
      case keys
      /// A placeholder marks what must be edited by hand.
      case placeholder
      /// The type was left unchanged.
      case left
    }

    package var path: String
    package var line: Int
    package var type: String
    package var outcome: Outcome
    /// Why the migration of this type is not complete; empty otherwise.
    package var reason: String
  }
}

/// The options of a migration.
package struct MigrationOptions: Sendable {
  /// Whether `Codable` is removed from types that every format can read and write, if no code in the files needs it.
  package var removesConformances = false
  /// Whether public enumerations of keys, which other modules may use, are removed too.
  package var removesPublicKeys = false
  /// The names of types of other modules that every format can read and write, of protocols of other modules that neither imply nor
  /// implement `Codable` and do not imply `RawRepresentable`, and of macros that do not change what is encoded.
  package var known: Set<String> = []
  /// Types that are left unchanged, each as its path and its name: `Sources/App/Film.swift: Film`.
  package var baseline: Set<String> = []

  package init() {}
}

/// Returns the names of the types that every format can read and write, now or after the migration, and of the protocols that have
/// no part in `Codable`.
///
/// The result contains each name, and also the name qualified by its module, because other modules may use it.
package func knownNames(in sources: [SourceText]) -> Set<String> {
  let files = inParallel(sources) { SourceFile($0) }.filter { $0.firstError == nil }
  let planner = Planner(files, MigrationOptions())
  let found = (Array(planner.serializable) + planner.harmlessProtocols).filter { type in
    !type.isPrivate && !type.path.contains { $0.hasPrefix("{") }
  }
  return Set(
    found.flatMap { type in
      let module = type.module.split(separator: "/").last.map(String.init) ?? ""
      return [type.description, "\(module).\(type.description)"]
    })
}

/// Removes `CodingKeys`: types get `@Serializable`, and keys used by hand-written code become `FieldKey`.
///
/// Names are resolved across all files. Files that do not parse are ignored.
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
  // Types that the macro would reject are left to be edited by hand, and types whose keys would change are left alone.
  var changed = planner.files(with: results)
  while planner.reject(planner.rejections(in: changed)) || planner.leave(planner.changedKeys(in: changed)) {
    results = planner.apply()
    changed = planner.files(with: results)
  }
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
