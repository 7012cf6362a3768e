// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "TaskBackend",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "millrace", path: "../..")],
  targets: [
    .systemLibrary(
      name: "CLibevent", pkgConfig: "libevent", providers: [.apt(["libevent-dev"]), .brew(["libevent"])]),
    .target(
      name: "HTTPServer", dependencies: ["CLibevent"],
      swiftSettings: [.enableExperimentalFeature("Lifetimes")]),
    .target(
      name: "Tasks",
      dependencies: [
        .product(name: "Millrace", package: "millrace"), .product(name: "MillraceSQLite", package: "millrace"),
      ]),
    .executableTarget(
      name: "task-backend",
      dependencies: ["HTTPServer", "Tasks", .product(name: "MillraceCompression", package: "millrace")]),
    .testTarget(name: "HTTPServerTests", dependencies: ["HTTPServer"]),
    .testTarget(name: "TasksTests", dependencies: ["Tasks"]),
  ]
)
