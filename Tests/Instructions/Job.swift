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

func check(_ isRight: Bool, _ about: @autoclosure () -> String = "the result is wrong") {
  if isRight { return }
  FileHandle.standardError.write(Data((about() + "\n").utf8))
  exit(1)
}
