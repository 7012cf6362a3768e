import Millrace
import MillraceCommandLine
import MillraceMigration

/// What a migration did, for people and for programs.
@Serializable
struct MigrationReport {
  /// How many files were looked at.
  var files: Int
  var changedFiles: [String]
  /// Files that do not parse, and why.
  var failures: [Failure]
  var types: [Entry]
  /// What may behave in another way although nothing of it has changed.
  var notes: [String]
  /// What manifests or projects must state.
  var needs: [ProductNeed]

  @Serializable
  struct Failure {
    var path: String
    var message: String
  }

  @Serializable
  struct Entry {
    var path: String
    var line: Int
    var name: String
    /// `serializable`, `codable`, `keys`, `placeholder` or `left`; see `Migration.Entry.Outcome`.
    var outcome: String
    @Field(.omittedWhenDefault) var reason = ""
  }

  init(_ migration: Migration, files: Int, needs: [ProductNeed]) {
    self.needs = needs
    self.files = files
    notes = migration.notes
    changedFiles = migration.changes.map(\.before.path)
    failures = migration.failures.map { Failure(path: $0.path, message: $0.message) }
    types = migration.entries.map {
      Entry(path: $0.path, line: $0.line, name: $0.type, outcome: $0.outcome.rawValue, reason: $0.reason)
    }
  }

  var document: [UInt8] {
    // There is no floating-point number in it, and nothing else could be rejected.
    ((try? JSON.encode(self, style: JSON.Pretty.self)) ?? []) + [UInt8(ascii: "\n")]
  }

  /// A table, and what waits for a person.
  ///
  /// - Parameter isDone: whether the files were changed.
  func text(isDone: Bool) -> String {
    func count(_ outcome: Migration.Entry.Outcome) -> String {
      String(types.count { $0.outcome == outcome.rawValue })
    }
    let table = aligned(
      [
        ["@Serializable", count(.serializable)], ["@Serializable(.codable)", count(.codable)],
        ["keys now FieldKey", count(.keys)], ["placeholders", count(.placeholder)], ["left as they are", count(.left)],
        [isDone ? "files changed" : "files that would change", String(changedFiles.count)], ["files", String(files)],
      ], columnsOfText: 1)
    let waiting = types.filter { $0.outcome == Migration.Entry.Outcome.placeholder.rawValue }
    let unclear = types.filter { $0.outcome == Migration.Entry.Outcome.left.rawValue && !$0.reason.isEmpty }
    return table + (waiting + unclear).map { "\($0.path):\($0.line): \($0.name): \($0.reason)\n" }.joined()
      + notes.map { $0 + "\n" }.joined()
      + needs.map { "target \($0.target) needs \($0.products.joined(separator: " and "))\n" }.joined()
  }
}
