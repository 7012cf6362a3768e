import Foundation

/// Files of this repository, found from where this one is.
package enum Repository {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  /// The folder of the scripts in other languages that tests ask.
  package static let oracles = folder.appending(path: "Oracles/Scripts").path()

  /// The Python of the virtual environment that `scripts/require.sh` makes.
  package static let pythonWithPeers = root.appending(path: ".build/python/bin/python3").path()

  package static let root = folder.deletingLastPathComponent().deletingLastPathComponent()

  /// A document of the folder `Data`.
  package static func document(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: root.appending(path: "Data").appending(path: name)))
  }

  /// A file of the folder `Fixtures` beside the tests.
  package static func fixture(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: "Fixtures").appending(path: name)))
  }
}
