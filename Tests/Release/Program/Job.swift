import Foundation
import Millrace
import MillraceTables

/// What is done with the values of a type: a file of the input, which `scripts/stages/release_tests` has written.
@Serializable
struct Job {
  var rows: JSON.Raw
  /// Whether nested objects are separate columns of a CSV table.
  var hasColumnsForObjects: Bool
  /// The columns of a CSV table, if its rows differ in their members.
  var columns: [String]?
  /// The columns of a CSV table to which the document is forwarded.
  var forwardedColumns: [String]
  /// The types and counts of files beside this one.
  var files: [String]
  /// Whether tables keep the values, so that they can be read again.
  var isReadFromTables: Bool

  @Field(.ignored) var name = ""
  @Field(.ignored) var type = ""
  @Field(.ignored) var input = URL(filePath: "/")
  @Field(.ignored) var output = URL(filePath: "/")
}

extension Job {
  /// - Parameters:
  ///   - name: The name of the type, and of the files that are written.
  ///   - type: The name of the type without its module, and of the files that are read.
  init(_ name: String, _ type: String, from input: URL, to output: URL) throws {
    self = try JSON.decode(Job.self, from: try Data(contentsOf: input.appending(path: "\(type).job")))
    self.name = name
    self.type = type
    self.input = input
    self.output = output
  }

  var document: [UInt8] { Array(rows.text.utf8) }

  /// The path of a file that another program has written, or nil if it cannot write such values.
  func path(_ suffix: String) -> String? {
    files.contains(suffix) ? input.appending(path: "\(type).\(suffix)").path : nil
  }

  func bytes(_ suffix: String) throws -> [UInt8]? {
    try path(suffix).map { [UInt8](try Data(contentsOf: URL(filePath: $0))) }
  }

  /// Writes a file of the output, `name.label`, whose suffix says what is in it.
  @inline(never)
  func write(_ label: String, _ bytes: some Sequence<UInt8>) throws {
    try Data(bytes).write(to: output.appending(path: "\(name).\(label)"))
  }

  @inline(never)
  func write(_ label: String, _ text: String) throws { try write(label, text.utf8) }

  /// Writes values in the standard way, for a function that has read them.
  @inline(never)
  func write<Row: Writable>(_ label: String, values: [Row]) throws { try write(label, try JSON.encode(values)) }

  var tableOptions: CSV.WritingOptions {
    CSV.WritingOptions(nested: hasColumnsForObjects ? .columns(separator: ".") : .json, columns: columns)
  }
}

/// Does something with the values of a type, and prints what went wrong.
@MainActor
func attempt(
  _ name: String, _ type: String, from input: URL, to output: URL, _ body: (Job) async throws -> Void
) async {
  do {
    try await body(try Job(name, type, from: input, to: output))
  } catch {
    FileHandle.standardError.write(Data("\(name): \(error)\n".utf8))
    hasFailed = true
  }
}
