// swift-tools-version: 6.0
import PackageDescription

// With CATALOG_CODERS=fast the module's JSONDecoder and JSONEncoder are Millrace's: see Sources/Catalog/Coders.swift.
let isFast = Context.environment["CATALOG_CODERS"] == "fast"

let package = Package(
  name: "Catalog",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "millrace", path: "../..")],
  targets: [
    .target(
      name: "Catalog",
      dependencies: isFast ? [.product(name: "MillraceFoundation", package: "millrace")] : [],
      swiftSettings: isFast ? [.define("FAST_CODERS")] : []),
    .testTarget(name: "CatalogTests", dependencies: ["Catalog"]),
  ]
)
