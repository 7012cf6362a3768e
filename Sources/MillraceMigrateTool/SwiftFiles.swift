import MillraceCommandLine
import SystemLibrary

/// The files of Swift that paths are, and those in folders that paths are, each once and in the order of their names.
/// Links to folders and folders whose name begins with a dot are skipped, and so are manifests.
func swiftFiles(in paths: [String]) throws(CommandError) -> [String] {
  var found: [String] = []
  var seen: Set<String> = []
  for path in paths {
    var path = path
    while path.count > 1, path.last == "/" { path.removeLast() }
    for file in try swiftFiles(at: path) where seen.insert(file).inserted { found.append(file) }
  }
  return found
}

private func swiftFiles(at path: String) throws(CommandError) -> [String] {
  var status = stat()
  guard unsafe stat(path, &status) == 0 else { throw .file("read", path: path, reason: reasonOfFailure()) }
  guard status.st_mode & S_IFMT == S_IFDIR else { return [path] }
  guard let names = visibleNames(in: path) else { throw .file("read", path: path, reason: reasonOfFailure()) }
  var files: [String] = []
  var folders: [String] = []
  for name in names {
    let inner = path + "/" + name
    guard unsafe lstat(inner, &status) == 0 else { continue }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: folders.append(inner)
    case S_IFREG where name.hasSuffix(".swift") && name != "Package.swift": files.append(inner)
    default: break
    }
  }
  for folder in folders { files += try swiftFiles(at: folder) }
  return files.sorted()
}

/// The names in a folder, in no order; those that begin with a point are left out. Nil, with `errno`, if it cannot be read.
func visibleNames(in folder: String) -> [String]? {
  guard let entries = unsafe opendir(folder) else { return nil }
  defer { unsafe closedir(entries) }
  var names: [String] = []
  while let entry = unsafe readdir(entries) {
    let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
      unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
    }
    if !name.hasPrefix(".") { names.append(name) }
  }
  return names
}
