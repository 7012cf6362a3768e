// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "millrace", path: "..")],
  targets: [
    .target(name: "Models", dependencies: [.product(name: "Millrace", package: "millrace")]),
    .executableTarget(
      name: "Contender", dependencies: ["Models", .product(name: "Millrace", package: "millrace")]),
  ]
)
