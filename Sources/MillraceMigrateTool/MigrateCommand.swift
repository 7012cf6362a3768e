import Millrace
import MillraceCommand
import MillraceMigration

/// Migrates the files of the operands.
func runMigrate(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitStatus {
  let hint = "millrace migrate --help explains the options"
  guard !arguments.operands.isEmpty else { throw .usage("migrate wants at least one PATH", hint: hint) }
  guard !arguments.has("json") || !arguments.has("dry-run") else {
    throw .usage("--json and --dry-run both write to standard output", hint: "use --json with --check")
  }
  var sources: [SourceText] = []
  let given = arguments["module"]?.split(separator: ",").map(String.init) ?? []
  let modules = try ModuleMap(for: arguments.operands, given: given)
  for path in try swiftFiles(in: arguments.operands) {
    sources.append(try SourceText(reading: path, module: modules.module(of: path)))
  }
  let migration = migrate(sources, removesConformances: arguments.has("remove-conformance"))

  for failure in migration.failures {
    console.complain("millrace: \(failure.message)\n  the file was left as it is\n")
  }
  if arguments.has("dry-run") {
    for change in migration.changes { console.say(change.unifiedDiff) }
  } else if !arguments.has("check") {
    for change in migration.changes {
      var output = try OutputFile(change.before.path)
      try output.write(Array(change.after.utf8).span)
      try output.finish()
    }
  }
  let report = MigrationReport(migration, files: sources.count)
  if arguments.has("json") {
    console.say(String(decoding: report.document, as: UTF8.self))
  } else {
    // The difference alone stands on standard output, where others read it.
    let say = arguments.has("dry-run") ? console.complain : console.say
    say(report.text(isDone: !arguments.has("dry-run") && !arguments.has("check")))
  }
  let wouldChange = arguments.has("check") && !migration.changes.isEmpty
  return wouldChange || !migration.failures.isEmpty ? .badData : .done
}

extension SourceText {
  /// Reads a file.
  fileprivate init(reading path: String, module: String?) throws(CommandError) {
    let descriptor = try Descriptor.open(path)
    defer { descriptor.closeFile() }
    let bytes = try descriptor.readAll()
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .file("read", path: path, reason: "it is not UTF-8")
    }
    self.init(path: path, text: text, module: module)
  }
}
