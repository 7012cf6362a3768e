// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Films",
  platforms: [.macOS(.v10_15)],
  dependencies: [.package(name: "millrace", path: "../..")],
  targets: [
    .executableTarget(
      name: "Films",
      dependencies: [
        .product(name: "Millrace", package: "millrace"),
        .product(name: "MillraceFoundation", package: "millrace"),
      ])
  ]
)
