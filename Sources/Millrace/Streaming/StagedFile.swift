import SystemLibrary

/// A file that appears under its name only when it is complete.
///
/// It is written beside its final place under a temporary name, and ``finish()`` renames it. Without that it is removed again.
/// A link is kept and its target is replaced, with its permissions. A device or a pipe is written in place.
package struct StagedFile: ~Copyable {
  package let descriptor: Int32
  private let path: String
  private let name: String
  /// The temporary name; nil if the file is written in place or complete.
  private var temporaryPath: String?
  private let unregister: () -> Void

  /// - Parameters:
  ///   - name: the path of the file.
  ///   - register: Calls its argument, which creates the file and returns the temporary path, or nil if that failed. Returns what is
  ///     called when no file has this path anymore.
  package init(
    _ name: String,
    registering register: (_ create: () -> String?) -> () -> Void = {
      _ = $0(); return {}
    }
  ) throws(SystemError) {
    let path = resolvingLinks(name)
    var status = stat()
    let exists = unsafe stat(path, &status) == 0
    var code: Int32?
    if targetOfLink(path) != nil { code = ELOOP }
    if exists, status.st_mode & S_IFMT == S_IFDIR { code = EISDIR }
    if let code { throw SystemError(code: code, action: "cannot write \(name)") }
    var number: Int32 = -1
    var unregister: () -> Void = {}
    if exists, status.st_mode & S_IFMT != S_IFREG {
      number = openFile(path, flags: O_WRONLY)
    } else {
      var temporary: String?
      unregister = register {
        guard let created = makeTemporaryFile(path) else { return nil }
        (number, temporary) = created
        return temporary
      }
      temporaryPath = temporary
    }
    guard number >= 0 else { throw SystemError.last("cannot write \(name)") }
    descriptor = number
    self.path = path
    self.name = name
    self.unregister = unregister
    guard temporaryPath != nil else { return }
    // With the usual permissions of a new file, or those of the file that it replaces. Not every file system has any.
    let mask = umask(0)
    umask(mask)
    fchmod(number, exists ? status.st_mode & 0o7777 : 0o666 & ~mask)
  }

  deinit {
    close(descriptor)
    if let temporaryPath { unsafe unlink(temporaryPath) }
    unregister()
  }

  /// Renames the file to its final name.
  package mutating func finish() throws(SystemError) {
    guard let temporaryPath else { return }
    guard fsync(descriptor) == 0, unsafe rename(temporaryPath, path) == 0 else {
      throw SystemError.last("cannot write \(name)")
    }
    self.temporaryPath = nil
  }
}
