// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Stations",
  platforms: [.macOS(.v10_15)],
  dependencies: [.package(name: "millrace", path: "../..")],
  targets: [
    .target(name: "FixedColumns", dependencies: [.product(name: "MillraceTables", package: "millrace")]),
    .executableTarget(name: "Stations", dependencies: ["FixedColumns"]),
  ]
)
