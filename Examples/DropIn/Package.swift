// swift-tools-version: 6.0
import PackageDescription

// With CATALOG_CODERS=fast the modules use Millrace's coders: see Sources/Catalog/Coders.swift for a module that has them
// to itself, and Sources/CatalogClient for one with coders in its public API. CATALOG_SWIFT chooses the language mode.
let isFast = Context.environment["CATALOG_CODERS"] == "fast"
let coders: [Target.Dependency] = isFast ? [.product(name: "MillraceFoundation", package: "millrace")] : []
let settings: [SwiftSetting] = isFast ? [.define("FAST_CODERS")] : []

let package = Package(
  name: "Catalog",
  platforms: [.macOS(.v10_15)],
  dependencies: [.package(name: "millrace", path: "../..")],
  targets: [
    .target(name: "Catalog", dependencies: coders, swiftSettings: settings),
    .target(
      name: "CatalogClient", dependencies: coders,
      swiftSettings: settings + [.enableUpcomingFeature("MemberImportVisibility")]),
    .testTarget(name: "CatalogTests", dependencies: ["Catalog"] + coders),
    .testTarget(name: "CatalogClientTests", dependencies: ["CatalogClient"] + coders),
  ],
  swiftLanguageModes: Context.environment["CATALOG_SWIFT"] == "5" ? [.v5] : [.v6]
)
