/// Which targets compile the files of an Xcode project.
struct XcodeProject {
  /// The names of targets, by the paths of their files and folders relative to the folder of the project.
  private(set) var targetsByPath: [String: Set<String>] = [:]
  private let objects: [String: PropertyList]

  /// - Parameter text: the text of `project.pbxproj`.
  init?(_ text: String) {
    guard let list = PropertyList(text), case .dictionary(let objects)? = list["objects"],
      let root = list["rootObject"]?.string, let project = objects[root]
    else { return nil }
    self.objects = objects
    var paths: [String: String] = [:]
    if let group = project["mainGroup"]?.string { collect(group, below: "", depth: 0, &paths) }
    for target in project["targets"]?.strings ?? [] {
      guard let target = objects[target], let name = target["name"]?.string else { continue }
      // A folder that Xcode keeps in step with the disk belongs to a target as a whole.
      var members = target["fileSystemSynchronizedGroups"]?.strings ?? []
      for phase in target["buildPhases"]?.strings ?? [] {
        guard let phase = objects[phase], phase["isa"]?.string == "PBXSourcesBuildPhase" else { continue }
        members += (phase["files"]?.strings ?? []).compactMap { objects[$0]?["fileRef"]?.string }
      }
      for path in members.compactMap({ paths[$0] }) { targetsByPath[path, default: []].insert(name) }
    }
  }

  /// Notes the paths of a group and of what is in it.
  private func collect(_ id: String, below folder: String, depth: Int, _ paths: inout [String: String]) {
    guard depth < 64, paths[id] == nil, let object = objects[id] else { return }
    var path = folder
    if let own = object["path"]?.string {
      let isInGroup = object["sourceTree"]?.string == "<group>"
      path = isInGroup && !folder.isEmpty ? "\(folder)/\(own)" : own
    }
    paths[id] = path
    for child in object["children"]?.strings ?? [] { collect(child, below: path, depth: depth + 1, &paths) }
  }
}
