import Foundation

/// Python's module sqlite3, and the program sqlite3.
enum Oracle {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

  /// The rows that Python finds, as `sqlite_oracle.py` writes them.
  static func rows(in database: String, _ query: String) throws -> [String] {
    try run("python3", script("Oracles/sqlite_oracle.py"), "dump", database, query)
      .split(separator: "\n").map(String.init)
  }

  /// Has Python run statements, and insert rows by another.
  static func load(_ database: String, _ sql: String, insert: String, _ rows: [String]) throws {
    _ = try run(
      "python3", script("Oracles/sqlite_oracle.py"), "load", database, sql, insert,
      input: rows.map { $0 + "\n" }.joined())
  }

  /// Has Python run statements.
  static func execute(_ database: String, _ sql: String) throws {
    _ = try run("python3", script("Oracles/sqlite_oracle.py"), "run", database, sql)
  }

  /// Makes the database of a shop for music.
  static func makeChinook(at path: String) throws { _ = try run("python3", script("Fixtures/chinook.py"), path) }

  /// What the program sqlite3 prints.
  static func sqlite3(_ database: String, _ command: String) throws -> String {
    try run("sqlite3", database, command).trimmingCharacters(in: .newlines)
  }

  private static func script(_ name: String) -> String { tests.appending(path: name).path() }

  static func run(_ arguments: String..., input: String = "") throws -> String {
    let folder = try TemporaryFolder()
    let files = ["in", "out", "err"].map { URL(filePath: folder.path($0)) }
    for file in files { try Data((file == files[0] ? input : "").utf8).write(to: file) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "\(arguments.prefix(2)): \(try String(contentsOf: files[2], encoding: .utf8))")
    }
    return try String(contentsOf: files[1], encoding: .utf8)
  }
}

/// A folder that is there as long as it is referred to.
final class TemporaryFolder {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "millrace-sqlite-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path() }
}
