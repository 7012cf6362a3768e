import Millrace
import MillraceCommandLine
import MillraceMigration

/// Migrates the files of the operands.
func runMigrate(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitStatus {
  let hint = "millrace migrate --help explains the options"
  guard !arguments.operands.isEmpty else { throw .usage("migrate requires at least one PATH", hint: hint) }
  guard !arguments.has("json") || !arguments.has("dry-run") else {
    throw .usage("--json and --dry-run both write to standard output", hint: "use --json with --check")
  }
  try arguments.rejectBoth("baseline", "write-baseline", hint: hint)
  var sources: [SourceText] = []
  let given = arguments["module"]?.split(separator: ",").map(String.init) ?? []
  let modules = try ModuleMap(for: arguments.operands, given: given)
  for path in try swiftFiles(in: arguments.operands) {
    sources.append(try SourceText(reading: path, module: modules.module(of: path)))
  }
  var options = MigrationOptions()
  options.removesConformances = arguments.has("remove-conformance")
  options.removesPublicKeys = arguments.has("remove-public-keys")
  if let path = arguments["known"] { options.known = try knownNames(at: path) }
  if let path = arguments["baseline"] { options.baseline = try linesOfFile(path) }
  let migration = migrate(sources, options)
  if let path = arguments["write-baseline"] { return try writeBaseline(of: migration, to: path) }

  for failure in migration.failures {
    console.standardError("millrace: \(failure.message)\n  the file was left as it is\n")
  }
  if arguments.has("dry-run") {
    for change in migration.changes { try console.standardOutput(change.unifiedDiff) }
  } else if !arguments.has("check") {
    for change in migration.changes {
      var output = try OutputFile(change.before.path)
      try output.write(text: change.after)
      try output.finish()
    }
  }
  let needs = productNeeds(of: migration, modules)
  if arguments.has("edit-manifest"), !arguments.has("check"), !arguments.has("dry-run") {
    try editManifests(needs, console)
  }
  let report = MigrationReport(migration, files: sources.count, needs: needs)
  if arguments.has("json") {
    try console.standardOutput(String(decoding: report.document, as: UTF8.self))
  } else {
    // Only the diff is written to standard output, for other programs.
    let text = report.text(isDone: !arguments.has("dry-run") && !arguments.has("check"))
    if arguments.has("dry-run") { console.standardError(text) } else { try console.standardOutput(text) }
  }
  let wouldChange = arguments.has("check") && !migration.changes.isEmpty
  return wouldChange || !migration.failures.isEmpty ? .dataError : .done
}

/// The types and protocols that a file names, or that the sources in a folder declare.
private func knownNames(at path: String) throws(CommandError) -> Set<String> {
  guard isFolder(path) else { return try linesOfFile(path) }
  let modules = try ModuleMap(for: [path], given: [])
  var sources: [SourceText] = []
  for file in try swiftFiles(in: [path]) {
    sources.append(try SourceText(reading: file, module: modules.module(of: file) ?? path))
  }
  return knownNames(in: sources)
}

/// The lines of a file that are neither empty nor comments, which begin with `#`.
private func linesOfFile(_ path: String) throws(CommandError) -> Set<String> {
  let lines = try SourceText(reading: path, module: nil).text.split(whereSeparator: \.isNewline)
  return Set(lines.map { String($0.trimming(while: \.isWhitespace)) }.filter { !$0.isEmpty && !$0.hasPrefix("#") })
}

/// Writes which types a migration would change.
private func writeBaseline(of migration: Migration, to path: String) throws(CommandError) -> ExitStatus {
  let changed = migration.entries.filter { $0.outcome != .left }.map { "\($0.path): \($0.type)\n" }
  var output = try OutputFile(path)
  try output.write(text: Set(changed).sorted().joined())
  try output.finish()
  return migration.failures.isEmpty ? .done : .dataError
}

extension Substring {
  fileprivate func trimming(while isTrimmed: (Character) -> Bool) -> Substring {
    var text = drop(while: isTrimmed)
    while let last = text.last, isTrimmed(last) { text.removeLast() }
    return text
  }
}

extension SourceText {
  init(reading path: String, module: String?) throws(CommandError) {
    let descriptor = try Descriptor.open(path)
    defer { descriptor.closeFile() }
    let bytes = try descriptor.readAll()
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .file("read", path: path, reason: "it is not UTF-8")
    }
    self.init(path: path, text: text, module: module)
  }
}
