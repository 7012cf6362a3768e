import MillraceCommand
import MillraceCommandLine
import MillraceMigration

let programTargets = [argumentTarget, binaryTarget, convertTarget, swiftTarget]

/// The arguments of the tool, one on each line: they are parsed, and options of input and output are made from them.
private let argumentTarget = FuzzTarget("arguments") { input in
  let lines = input.bytes.prefix(4096).split(separator: 10, omittingEmptySubsequences: false)
  parseArguments(lines.map { String(decoding: $0.map { $0 == 0 ? 1 : $0 }, as: UTF8.self) })
}

/// A binary file, as `millrace audit` reads it.
private let binaryTarget = FuzzTarget("binary") { input in
  _ = auditReport(ofBinary: input.bytes, path: "binary")
}

/// A source file, as the migrator reads it: what it writes has no syntax errors, and is left as it is the next time.
private let swiftTarget = FuzzTarget("swift", headerSize: 1) { input in
  // The toolchain's parser takes twice as long for each bracket more in `[Int][[[[`, and so does `swift format`.
  guard input.bytes.count(where: { "[(<".utf8.contains($0) }) < 14,
    let text = String(validating: input.bytes, as: UTF8.self)
  else { return }
  let source = SourceText(path: "Sources/App/File.swift", text: text)
  var options = MigrationOptions()
  options.removesConformances = input.header[0] & 1 != 0
  let result = migrate([source], options)
  guard result.failures.isEmpty, let change = result.changes.first else { return }
  let again = migrate([SourceText(path: source.path, text: change.after)], options)
  try expect(again.failures.isEmpty, "the result has syntax errors: \(again.failures)\n\(change.after)")
}
