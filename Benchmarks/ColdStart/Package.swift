// swift-tools-version: 6.2
import PackageDescription

// What all programs of the cold start have in common. Their types are generated, in a package of their own.
let package = Package(
  name: "ColdStart",
  platforms: [.macOS(.v15)],
  products: [
    // Foundation's coders must not have anything of Millrace beside them, so each pass is a library of its own.
    .library(name: "CodablePass", targets: ["Pass", "CodablePass"]),
    .library(name: "FoundationPass", targets: ["FoundationPass"]),
    .library(name: "DropInPass", targets: ["DropInPass"]),
    .library(name: "TypedPass", targets: ["Pass", "TypedPass"]),
  ],
  dependencies: [.package(name: "millrace", path: "../..")],
  targets: [
    .target(name: "Pass"),
    .target(name: "CodablePass", dependencies: ["Pass"]),
    .target(name: "FoundationPass", dependencies: ["CodablePass"]),
    .target(
      name: "DropInPass",
      dependencies: ["CodablePass", .product(name: "MillraceFoundation", package: "millrace")]),
    .target(name: "TypedPass", dependencies: ["Pass", .product(name: "Millrace", package: "millrace")]),
  ]
)
