import SystemLibrary

/// Files of this repository, found from where this one is.
package enum Repository {
  /// The folder of this file.
  static let supportPath = String(#filePath.dropLast("/Repository.swift".count))

  /// The folder of the repository.
  package static let path = String(supportPath.dropLast("/Tests/TestSupport".count))

  /// The folder of the scripts in other languages that tests ask.
  package static let oracles = "\(supportPath)/Oracles/Scripts"

  /// The Python of the virtual environment that `scripts/require.sh` makes.
  package static let pythonWithPeers = "\(path)/.build/python/bin/python3"

  /// A document of the folder `Data`.
  package static func document(_ name: String) throws -> [UInt8] { try contents(ofFile: "\(path)/Data/\(name)") }

  /// A file of the folder `Fixtures` beside the tests.
  package static func fixture(_ name: String) throws -> [UInt8] {
    try contents(ofFile: "\(supportPath)/Fixtures/\(name)")
  }

  /// The bytes of a file.
  ///
  /// - Throws: ``Unreadable`` if the file cannot be read.
  package static func contents(ofFile path: String) throws -> [UInt8] {
    let descriptor = openFile(path, flags: O_RDONLY)
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var count = -1
    while descriptor >= 0, count < bytes.count {
      count = bytes.count
      try bytes.append(addingCapacity: 1 << 16) { output in
        guard readFile(descriptor, into: &output) else { throw Unreadable(path: path, reason: reasonOfFailure()) }
      }
    }
    guard descriptor >= 0 else { throw Unreadable(path: path, reason: reasonOfFailure()) }
    return bytes
  }

  /// The names of the files in a folder and the folders below it, sorted, each with its path from the folder.
  package static func fileNames(inFolder path: String) throws -> [String] {
    guard let folder = opendir(path) else { throw Unreadable(path: path, reason: reasonOfFailure()) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let isFolder = entry.pointee.d_type == DT_DIR
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: $0.pointee)) { String(cString: $0) }
      }
      if name.hasPrefix(".") { continue }
      names += isFolder ? try fileNames(inFolder: "\(path)/\(name)").map { "\(name)/\($0)" } : [name]
    }
    return names.sorted()
  }

  /// A file that cannot be read.
  package struct Unreadable: Error {
    package let path, reason: String
  }
}

/// The value of an environment variable.
package func environmentVariable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
