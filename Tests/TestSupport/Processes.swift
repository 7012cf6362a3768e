import Foundation
import SystemLibrary

/// What a command said and how it ended.
public struct Outcome {
  public var status: Int32
  public var output: String
  public var complaints: String

  public init(status: Int32, output: String, complaints: String) {
    self.status = status
    self.output = output
    self.complaints = complaints
  }
}

/// The path of a program that is built into the folder that the tests are in.
public func builtProgram(_ name: String) -> String {
  URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    .appendingPathComponent(name).path
}

/// Runs a process to its end.
///
/// - Parameter seconds: after which the process is killed.
public func run(_ process: Process, input: Data = Data(), killedAfter seconds: Double? = nil) throws -> Outcome {
  let folder = try TemporaryFolder()
  let urls = ["in", "out", "err"].map { URL(fileURLWithPath: folder.path($0)) }
  for url in urls { try (url == urls[0] ? input : Data()).write(to: url) }
  process.standardInput = try FileHandle(forReadingFrom: urls[0])
  process.standardOutput = try FileHandle(forWritingTo: urls[1])
  process.standardError = try FileHandle(forWritingTo: urls[2])
  try process.run()
  let isEnded = Locked(false)
  if let seconds {
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) {
      isEnded.withLock { if !$0 { kill(process.processIdentifier, SIGKILL) } }
    }
  }
  process.waitUntilExit()
  isEnded.withLock { $0 = true }
  return Outcome(
    status: process.terminationStatus, output: try folder.read("out"), complaints: try folder.read("err"))
}

/// A folder that is there as long as it is referred to.
public final class TemporaryFolder: Sendable {
  public let url: URL

  public init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("millrace-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  public func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  public func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  public func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path(name))), as: UTF8.self)
  }

  public var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() } }
}
