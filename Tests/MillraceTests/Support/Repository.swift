import Foundation

/// Files of this repository, found from where this one is.
enum Repository {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

  static let oracles = tests.appending(path: "Oracles").path()

  /// The Python of the virtual environment that `scripts/require-python-peers.sh` makes.
  static let pythonWithPeers = root.appending(path: ".build/python/bin/python3").path()

  private static let root = tests.deletingLastPathComponent().deletingLastPathComponent()

  /// A document of the folder `Data`.
  static func document(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: root.appending(path: "Data").appending(path: name)))
  }

  /// A file of the folder `Fixtures` beside the tests.
  static func fixture(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: tests.appending(path: "Fixtures").appending(path: name)))
  }
}
