import Millrace
import MillraceCommandLine

/// `millrace audit`: protocol conformances, `CodingKeys` types and coders of Foundation in binaries.
func runAudit(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitStatus {
  try arguments.requireOperands("BINARY")
  try arguments.rejectBoth("by-module", "json", hint: "the document has all modules in any case")
  let codingKeys = try arguments.count(AuditLimit.codingKeys)
  let foundationCoders = try arguments.count(AuditLimit.foundationCoders)
  let baseline = try arguments["baseline"].map { path throws(CommandError) in try AuditBaseline(path: path) }

  var binaries: [ProgramAudit] = []
  for path in arguments.operands { binaries.append(try ProgramAudit(path: path)) }
  var report = AuditReport(binaries)
  report.limits = AuditLimit.all(
    for: report, codingKeys: codingKeys, foundationCoders: foundationCoders, baseline: baseline)

  if let path = arguments["write-baseline"] {
    var output = try OutputFile(path)
    try output.write(AuditBaseline(report).document)
    try output.finish()
  }
  try console.standardOutput(
    arguments.has("json")
      ? String(decoding: report.document, as: UTF8.self) : report.text(byModule: arguments.has("by-module")))
  let exceeded = report.limits.filter(\.isExceeded)
  for limit in exceeded { console.standardError(limit.complaint) }
  return exceeded.isEmpty ? .done : .dataError
}

/// The report on a binary in memory, as JSON and as text, or an error.
package func auditReport(ofBinary bytes: [UInt8], path: String) -> String {
  do throws(CommandError) {
    let report = AuditReport([try ProgramAudit(bytes, path: path)])
    return String(decoding: report.document, as: UTF8.self) + report.text(byModule: true)
  } catch { return error.description }
}

extension ProgramAudit {
  /// Audits a file. If there are several architectures, the one with the most records is reported.
  fileprivate init(path: String) throws(CommandError) {
    let descriptor = path == "-" ? Descriptor.standardInput : try Descriptor.open(path)
    defer { if path != "-" { descriptor.closeFile() } }
    try self.init(try descriptor.readAll(), path: descriptor.path)
  }

  /// - Parameter path: the file's path, for the report and for errors.
  fileprivate init(_ bytes: [UInt8], path: String) throws(CommandError) {
    let file: BinaryFile
    do throws(BinaryError) {
      file = try BinaryFile(bytes)
    } catch { throw .data("millrace: \(path): \(error.description)") }
    let audits = file.programs.map { ProgramAudit(of: $0, path: path) }
    guard let largest = audits.indices.max(by: { audits[$0].conformances < audits[$1].conformances }) else {
      throw .data("millrace: \(path): the file contains no program")
    }
    self = audits[largest]
    otherArchitectures = audits.indices.filter { $0 != largest }.map { audits[$0].kind }
  }
}

extension AuditBaseline {
  /// Reads a baseline that `--write-baseline` has written.
  fileprivate init(path: String) throws(CommandError) {
    let input = try StreamInput(path, format: .json, isCompressed: false)
    let bytes = try complaining { try input.allBytes() }
    do throws(FormatError) {
      self = try JSON.decode(AuditBaseline.self, from: bytes)
    } catch { throw .data(input.message(error, in: bytes[...], LineReader.Line(number: error.place.line ?? 1))) }
  }
}
