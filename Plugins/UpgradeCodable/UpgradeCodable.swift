import Foundation
import PackagePlugin

/// `swift package upgrade-codable`: `millrace migrate` on the sources of a package.
@main
struct UpgradeCodable: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    let names = extractor.extractOption(named: "target")
    let targets = names.isEmpty ? context.package.targets : try context.package.targets(named: names)
    // With paths among the arguments, these are meant and not targets.
    let hasPaths = extractor.remainingArguments.contains { !$0.hasPrefix("-") }
    let folders = hasPaths ? [] : targets.compactMap { ($0 as? SourceModuleTarget)?.directoryURL.path }

    let process = Process()
    process.executableURL = try context.tool(named: "millrace-migrate").url
    process.arguments = extractor.remainingArguments + folders
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      Diagnostics.error("upgrade-codable ended with status \(process.terminationStatus)")
    }
  }
}
