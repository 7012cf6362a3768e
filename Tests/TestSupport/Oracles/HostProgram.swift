import SystemLibrary

/// A program of the system that was started, without Foundation: the suites run in an emulator of another processor as well.
package struct HostProgram {
  private let name: String
  private let process: pid_t

  package struct Failure: Error, CustomStringConvertible {
    package var description: String
    package init(description: String) { self.description = description }
  }

  /// Starts a program with its arguments.
  ///
  /// - Parameters:
  ///   - words: the name of the program, which is looked for on the PATH unless it is a path, and its arguments.
  ///   - input: the file that becomes the standard input.
  ///   - output: the file that becomes the standard output, and is created or emptied.
  /// - Throws: `Failure` if the program is missing.
  package init(_ words: [String], input: String? = nil, output: String? = nil) throws {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input { posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0) }
    if let output {
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    }
    // A program that kept the pipes of other tests open would keep them waiting. Here, descriptors that are not open are ignored.
    #if canImport(Glibc)
      for descriptor in STDERR_FILENO + 1..<256 { posix_spawn_file_actions_addclose(&actions, descriptor) }
    #endif
    let strings = words.map { strdup($0) }
    defer { strings.forEach { free($0) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, words[0], &actions, nil, strings + [nil], environ)
    guard code == 0 else { throw Failure(description: "cannot start \(words[0]): \(reasonOfFailure(code))") }
    self.process = process
    name = words[0]
  }

  /// Waits for the end of the program without blocking a thread.
  ///
  /// - Throws: `Failure` if the program did not succeed.
  package func end() async throws {
    while !(try hasEnded(WNOHANG)) { try await Task.sleep(nanoseconds: 5_000_000) }
  }

  /// The same, blocking the thread.
  package func wait() throws { while !(try hasEnded(0)) {} }

  private func hasEnded(_ options: Int32) throws -> Bool {
    var status: Int32 = 0
    let ended = waitpid(process, &status, options)
    if ended == 0 || (ended < 0 && errno == EINTR) { return false }
    guard ended == process, status == 0 else {
      let reason = status & 0x7f == 0 ? "status \(status >> 8)" : "signal \(status & 0x7f)"
      throw Failure(description: "\(name) ended with \(reason)")
    }
    return true
  }
}

/// A temporary folder for the files of a program, with their paths. It is removed with the object.
package final class ExchangeFolder {
  private let path: String

  package init() throws {
    let parent = environmentVariable("TMPDIR") ?? "/tmp"
    var template = Array("\(parent)/millrace-tests-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw HostProgram.Failure(description: "no folder in \(parent)") }
    path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress.unsafelyUnwrapped) }
  }

  deinit {
    for name in ["in", "out"] { unlink(file(name)) }
    rmdir(path)
  }

  /// The path of the file `in` or `out`.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes the file `in`.
  package func write(_ bytes: [UInt8]) throws {
    let descriptor = openFile(file("in"), flags: O_WRONLY | O_CREAT | O_TRUNC)
    defer { close(descriptor) }
    guard descriptor >= 0, bytes.withUnsafeBufferPointer({ writeFile(descriptor, $0.span) }) else {
      throw HostProgram.Failure(description: "cannot write \(file("in")): \(reasonOfFailure())")
    }
  }

  /// Reads the file `out`.
  package func read() throws -> [UInt8] { try Repository.contents(ofFile: file("out")) }
}
