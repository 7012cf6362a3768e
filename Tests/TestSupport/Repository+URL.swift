import Foundation

extension Repository {
  /// The folder of the repository.
  package static let root = URL(filePath: path, directoryHint: .isDirectory)
}
