import Foundation

/// Files of this repository, found from where this one is.
enum Repository {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

  static let oracles = tests.appending(path: "Oracles").path()

  /// A document of the folder `Data`.
  static func document(_ name: String) throws -> [UInt8] {
    let root = tests.deletingLastPathComponent().deletingLastPathComponent()
    return Array(try Data(contentsOf: root.appending(path: "Data").appending(path: name)))
  }

  /// A file of the folder `Fixtures` beside the tests.
  static func fixture(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: tests.appending(path: "Fixtures").appending(path: name)))
  }
}
