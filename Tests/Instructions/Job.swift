import Foundation

/// Work on a document whose instructions are counted.
struct Job: Sendable {
  var name: String
  /// Reads what is worked on from a folder, and returns the work, which ends the process if the result is wrong.
  var prepare: @Sendable (_ data: URL) throws -> () throws -> Void
}

extension URL {
  func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: appendingPathComponent(name))) }
}
