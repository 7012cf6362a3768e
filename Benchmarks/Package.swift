// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "millrace", path: "..")],
  targets: [
    .target(name: "Models", dependencies: [.product(name: "Millrace", package: "millrace")]),
    // The same types without the macro. It has no dependencies, so that nothing of Millrace can touch them.
    .target(name: "PlainModels"),
    .executableTarget(
      name: "Contender",
      dependencies: [
        "Models", "PlainModels",
        .product(name: "Millrace", package: "millrace"),
        .product(name: "MillraceFoundation", package: "millrace"),
        .product(name: "MillraceSQLite", package: "millrace"),
        .product(name: "MillraceTables", package: "millrace"),
      ]),
  ]
)
