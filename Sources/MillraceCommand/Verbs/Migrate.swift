import MillraceCommandLine
import SystemLibrary

/// `millrace migrate`: replaces this process with `millrace-migrate`. That program is linked to the libraries of a
/// toolchain, which this program does not need.
func runMigrator(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitStatus {
  let path = folderOfThisProgram() + "/millrace-migrate"
  let words = [path] + arguments.spelled
  var pointers: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
  defer { unsafe pointers.forEach { unsafe free($0) } }
  unsafe execv(path, &pointers)
  let code = errno
  guard code == ENOENT else { throw .file("start", path: path, reason: reasonOfFailure()) }
  throw .usage(
    "cannot find '\(path)'",
    hint: "build it with 'swift build --product millrace-migrate', or install it beside millrace")
}

/// The folder that this program was started from.
private func folderOfThisProgram() -> String {
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
  #if canImport(Darwin)
    var size = UInt32(buffer.count)
    guard unsafe _NSGetExecutablePath(&buffer, &size) == 0 else { return "." }
  #else
    guard unsafe readlink("/proc/self/exe", &buffer, buffer.count - 1) > 0 else { return "." }
  #endif
  let path = unsafe buffer.withUnsafeBufferPointer { unsafe String(cString: $0.baseAddress.unsafelyUnwrapped) }
  return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
}

extension Arguments {
  /// The arguments in a form that can be passed on.
  fileprivate var spelled: [String] {
    values.sorted { $0.key < $1.key }.map { $1.isEmpty ? "--\($0)" : "--\($0)=\($1)" } + ["--"] + operands
  }
}
