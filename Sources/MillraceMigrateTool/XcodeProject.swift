import Foundation

/// Which targets compile the files of an Xcode project.
struct XcodeProject {
  /// The names of targets, by the paths of their files and folders relative to the folder of the project.
  private(set) var targetsByPath: [String: Set<String>] = [:]
  /// The objects of the property list, by their identifiers.
  private let objects: [String: [String: Any]]

  /// - Parameter text: the text of `project.pbxproj`.
  init?(_ text: String) {
    guard
      let list = try? unsafe PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
        as? [String: Any],
      let objects = list["objects"] as? [String: Any], let root = list["rootObject"] as? String,
      let project = objects[root] as? [String: Any]
    else { return nil }
    self.objects = objects.compactMapValues { $0 as? [String: Any] }
    var paths: [String: String] = [:]
    if let group = project["mainGroup"] as? String { collect(group, below: "", depth: 0, &paths) }
    for target in project["targets"] as? [String] ?? [] {
      guard let target = self.objects[target], let name = target["name"] as? String else { continue }
      // A folder that Xcode keeps in step with the disk belongs to a target as a whole.
      var members = target["fileSystemSynchronizedGroups"] as? [String] ?? []
      for phase in target["buildPhases"] as? [String] ?? [] {
        guard let phase = self.objects[phase], phase["isa"] as? String == "PBXSourcesBuildPhase" else { continue }
        members += (phase["files"] as? [String] ?? []).compactMap { self.objects[$0]?["fileRef"] as? String }
      }
      for path in members.compactMap({ paths[$0] }) { targetsByPath[path, default: []].insert(name) }
    }
  }

  /// Notes the paths of a group and of what is in it.
  private func collect(_ id: String, below folder: String, depth: Int, _ paths: inout [String: String]) {
    guard depth < 64, paths[id] == nil, let object = objects[id] else { return }
    var path = folder
    if let own = object["path"] as? String {
      let isInGroup = object["sourceTree"] as? String == "<group>"
      path = isInGroup && !folder.isEmpty ? "\(folder)/\(own)" : own
    }
    paths[id] = path
    for child in object["children"] as? [String] ?? [] { collect(child, below: path, depth: depth + 1, &paths) }
  }
}
