import Millrace
import MillraceCommandLine
import MillraceMigration

/// The products of the library that a target needs after a migration.
@Serializable
struct ProductNeed {
  /// The name of the target, or what is known of its module.
  var target: String
  var products: [String]
  /// The package manifest that declares it.
  var manifest: String?
}

/// What targets need for the changes of a migration.
func productNeeds(of migration: Migration, _ modules: ModuleMap) -> [ProductNeed] {
  var products: [String: Set<String>] = [:]
  for change in migration.changes where !change.modules.isEmpty {
    products[change.before.module ?? "", default: []].formUnion(change.modules)
  }
  return products.sorted { $0.key < $1.key }.map { module, names in
    let target = modules.targets[module]
    let shown = target?.name ?? module.split(separator: "#").last.map(String.init) ?? "of these files"
    return ProductNeed(target: shown, products: names.sorted(), manifest: target?.manifest)
  }
}

/// Adds what targets need to the manifests of their packages.
func editManifests(_ needs: [ProductNeed], _ console: Console) throws(CommandError) {
  let byManifest = Dictionary(grouping: needs.filter { $0.manifest != nil }) { $0.manifest ?? "" }
  for (path, needs) in byManifest.sorted(by: { $0.key < $1.key }) {
    let products = Dictionary(needs.map { ($0.target, $0.products) }) { $0 + $1 }
    let before = try SourceText(reading: path, module: nil).text
    guard let after = manifest(before, adding: products) else {
      console.standardError("millrace: cannot edit '\(path)': its targets are not literals; add the products by hand\n")
      continue
    }
    guard after != before else { continue }
    var output = try OutputFile(path)
    try output.write(text: after)
    try output.finish()
  }
}
