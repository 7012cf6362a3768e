import MillraceCommandLine
import MillraceMigration
import SystemLibrary

// Two types of one name are distinguished by their modules. Which files a module has is in the package manifest, in an Xcode
// project, or given by --module. A folder with an Info.plist is a bundle, and its code a module, if nothing else is known.

struct ModuleMap {
  /// The modules by the paths of their folders.
  private var folders: [String: String] = [:]
  /// The modules by the paths of their files, which a project lists one by one.
  private var files: [String: String] = [:]
  /// The targets of packages, by their modules.
  private(set) var targets: [String: (manifest: String, name: String)] = [:]

  /// - Parameters:
  ///   - operands: the files and folders to be migrated. Manifests and projects are looked for in them and above them.
  ///   - given: folders that are modules.
  init(for operands: [String], given: [String]) throws(CommandError) {
    for operand in operands {
      let path = try resolvedPath(operand)
      for folder in foldersWithin(path) { addBundle(folder) }
      for folder in ancestors(of: path) + foldersWithin(path) { addProjects(in: folder) }
    }
    for path in given { folders[try resolvedPath(path)] = path }
  }

  /// The module of a file, or nil if nothing is known of it.
  func module(of path: String) throws(CommandError) -> String? {
    let path = try resolvedPath(path)
    return files[path] ?? ancestors(of: path).lazy.compactMap { folders[$0] }.first
  }

  private mutating func addBundle(_ folder: String) {
    if isFile(folder + "/Info.plist") { folders[folder] = folders[folder] ?? folder }
  }

  private mutating func addProjects(in folder: String) {
    if let manifest = contents(of: folder + "/Package.swift") {
      for target in manifestTargets(in: manifest) {
        let candidates = target.folders.map { $0 == "." ? folder : folder + "/" + $0 }
        guard let path = candidates.first(where: isFolder) else { continue }
        folders[path] = path
        targets[path] = (folder + "/Package.swift", target.name)
      }
    }
    for name in names(in: folder) where name.hasSuffix(".xcodeproj") {
      guard let text = contents(of: "\(folder)/\(name)/project.pbxproj"), let project = XcodeProject(text) else {
        continue
      }
      for (path, targets) in project.targetsByPath {
        let path = path.isEmpty ? folder : normalized(folder + "/" + path)
        let module = "\(folder)/\(name)#" + targets.sorted().joined(separator: "+")
        if isFolder(path) { folders[path] = module } else { files[path] = module }
      }
    }
  }
}

// MARK: - Files

/// An absolute path without links.
private func resolvedPath(_ path: String) throws(CommandError) -> String {
  guard let resolved = unsafe realpath(path, nil) else { throw .file("read", path: path, reason: reasonOfFailure()) }
  defer { unsafe free(resolved) }
  return unsafe String(cString: resolved)
}

/// The path without `.` and `..`.
private func normalized(_ path: String) -> String {
  var parts: [Substring] = []
  for part in path.split(separator: "/") where part != "." {
    if part == ".." { _ = parts.popLast() } else { parts.append(part) }
  }
  return "/" + parts.joined(separator: "/")
}

/// The folders around a path, the innermost first.
private func ancestors(of path: String) -> [String] {
  let parts = path.split(separator: "/")
  return (0..<parts.count).reversed().map { "/" + parts[..<$0].joined(separator: "/") }
}

/// A folder and those within it; those that begin with a point are left out.
private func foldersWithin(_ path: String) -> [String] {
  guard isFolder(path) else { return [] }
  return [path] + names(in: path).filter { !$0.hasSuffix(".xcodeproj") }.flatMap { foldersWithin(path + "/" + $0) }
}

private func names(in folder: String) -> [String] { (visibleNames(in: folder) ?? []).sorted() }

private func kind(of path: String) -> mode_t? {
  var status = stat()
  return unsafe lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
}

func isFolder(_ path: String) -> Bool { kind(of: path) == S_IFDIR }
private func isFile(_ path: String) -> Bool { kind(of: path) == S_IFREG }

private func contents(of path: String) -> String? {
  guard isFile(path), let descriptor = try? Descriptor.open(path) else { return nil }
  defer { descriptor.closeFile() }
  return (try? descriptor.readAll()).map { String(decoding: $0, as: UTF8.self) }
}
