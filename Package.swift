// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// The macro is built on the SwiftSyntax that every toolchain on Linux carries for its own macros: nothing to fetch and
// nothing to compile. On macOS, or when MILLRACE_SWIFT_SYNTAX is `package`, it is the swift-syntax package instead.
#if os(macOS)
  let usesSyntaxPackage = Context.environment["MILLRACE_SWIFT_SYNTAX"] != "toolchain"
#else
  let usesSyntaxPackage = Context.environment["MILLRACE_SWIFT_SYNTAX"] == "package"
#endif

/// The folder of the running toolchain's own libraries: this manifest is linked to one of them, so ask where that is.
func toolchainHostLibraries() -> String {
  typealias Dladdr = @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> Int32
  var image: (path: UnsafePointer<CChar>?, UnsafeRawPointer?, UnsafePointer<CChar>?, UnsafeRawPointer?)
  image = (nil, nil, nil, nil)
  let address = unsafeBitCast(Package.self as AnyClass, to: UnsafeRawPointer.self)
  guard let dladdr = dlsym(dlopen(nil, RTLD_NOW), "dladdr"),
    unsafeBitCast(dladdr, to: Dladdr.self)(address, &image) != 0, let path = image.path
  else { fatalError("cannot tell where the toolchain is; set MILLRACE_SWIFT_SYNTAX=package") }
  let folders = String(cString: path).split(separator: "/", omittingEmptySubsequences: false)
  return folders.dropLast(3).joined(separator: "/") + "/host"
}

let host = usesSyntaxPackage ? "" : toolchainHostLibraries()
let syntaxSwiftSettings: [SwiftSetting] =
  usesSyntaxPackage ? [.define("SWIFT_SYNTAX_PACKAGE")] : [.unsafeFlags(["-I", host])]
let syntaxLinkerSettings: [LinkerSetting] =
  usesSyntaxPackage ? [] : [.unsafeFlags(["-L", host, "-Xlinker", "-rpath", "-Xlinker", host])]

func syntax(_ products: String...) -> [Target.Dependency] {
  usesSyntaxPackage ? products.map { .product(name: $0, package: "swift-syntax") } : []
}

let package = Package(
  name: "millrace",
  platforms: [.macOS(.v10_15), .iOS(.v13), .tvOS(.v13), .watchOS(.v6), .visionOS(.v1)],
  products: [
    .library(name: "Millrace", targets: ["Millrace"]),
    .library(name: "MillraceTables", targets: ["MillraceTables"]),
    .library(name: "MillraceCompression", targets: ["MillraceCompression"]),
    .library(name: "MillraceCodable", targets: ["MillraceCodable"]),
    .library(name: "MillraceFoundation", targets: ["MillraceFoundation"]),
    .library(name: "MillraceSQLite", targets: ["MillraceSQLite"]),
    .library(name: "MillraceC", targets: ["MillraceC"]),
    .executable(name: "millrace", targets: ["MillraceTool"]),
    .executable(name: "millrace-migrate", targets: ["millrace-migrate"]),
    .plugin(name: "UpgradeCodable", targets: ["UpgradeCodable"]),
  ],
  dependencies: usesSyntaxPackage
    ? [.package(url: "https://github.com/swiftlang/swift-syntax.git", from: "602.0.0")] : [],
  targets: [
    .target(name: "CAtomicPointer"),
    .target(name: "CByteMask"),
    .target(name: "CThreadStack"),
    .systemLibrary(name: "CGetopt"),
    .systemLibrary(name: "CMalloc"),
    .systemLibrary(name: "CMillrace"),
    .systemLibrary(name: "CBrotli", providers: [.apt(["libbrotli-dev"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CLZ4", providers: [.apt(["liblz4-dev"])]),
    .systemLibrary(name: "CSnappy", providers: [.apt(["libsnappy-dev"])]),
    .systemLibrary(name: "CZstandard", providers: [.apt(["libzstd-dev"])]),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "NameWords"),
    .target(name: "SystemLibrary"),
    .target(
      name: "Millrace",
      dependencies: ["CAtomicPointer", "CByteMask", "CThreadStack", "MillraceMacros", "NameWords", "SystemLibrary"],
      swiftSettings: [.enableExperimentalFeature("Lifetimes")]),
    .target(
      name: "MillraceTables", dependencies: ["Millrace", "SystemLibrary"],
      swiftSettings: [.enableExperimentalFeature("Lifetimes")]),
    .target(
      name: "MillraceCompression", dependencies: ["CBrotli", "CLZ4", "CSnappy", "CZlib", "CZstandard", "Millrace"]),
    .target(name: "MillraceCodable", dependencies: ["CAtomicPointer", "Millrace", "SystemLibrary"]),
    .target(name: "MillraceMeasurement", dependencies: ["Millrace", "SystemLibrary"]),
    .target(
      name: "MillraceSyntax",
      dependencies: ["NameWords"]
        + syntax("SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacros", "SwiftDiagnostics"),
      swiftSettings: syntaxSwiftSettings,
      linkerSettings: syntaxLinkerSettings),
    .macro(
      name: "MillraceMacros",
      dependencies: ["MillraceSyntax"] + syntax("SwiftSyntaxMacros", "SwiftCompilerPlugin"),
      swiftSettings: syntaxSwiftSettings,
      linkerSettings: syntaxLinkerSettings),
    .target(
      name: "MillraceMigration",
      dependencies: ["MillraceSyntax", "SystemLibrary"]
        + syntax("SwiftSyntax", "SwiftParser"),
      swiftSettings: syntaxSwiftSettings,
      linkerSettings: syntaxLinkerSettings),
    .target(
      name: "MillraceFoundation",
      dependencies: ["CAtomicPointer", "Millrace", "MillraceCodable", "MillraceMeasurement", "SystemLibrary"]),
    .target(name: "MillraceSQLite", dependencies: ["CSQLite", "Millrace", "MillraceTables", "SystemLibrary"]),
    .target(
      name: "MillraceC",
      dependencies: [
        "CMillrace", "Millrace", "MillraceCompression", "MillraceSQLite", "MillraceTables", "SystemLibrary",
      ],
      swiftSettings: [.enableExperimentalFeature("Lifetimes")]),
    .target(name: "MillraceCommandLine", dependencies: ["CGetopt", "Millrace", "SystemLibrary"]),
    .target(
      name: "MillraceCommand",
      dependencies: [
        "Millrace", "MillraceCommandLine", "MillraceCompression", "MillraceMeasurement", "MillraceSQLite",
        "MillraceTables", "SystemLibrary",
      ],
      swiftSettings: [.enableExperimentalFeature("Lifetimes")]),
    .executableTarget(name: "MillraceTool", dependencies: ["CMalloc", "MillraceCommand", "MillraceCommandLine"]),
    // Called as its product, since that is what a plugin asks for.
    .executableTarget(
      name: "millrace-migrate",
      dependencies: ["Millrace", "MillraceCommandLine", "MillraceMigration", "SystemLibrary"],
      path: "Sources/MillraceMigrateTool",
      swiftSettings: syntaxSwiftSettings,
      linkerSettings: syntaxLinkerSettings),
    .plugin(
      name: "UpgradeCodable",
      capability: .command(
        intent: .custom(
          verb: "upgrade-codable", description: "Move Codable types to @Serializable, without CodingKeys"),
        permissions: [.writeToPackageDirectory(reason: "to change the sources")]),
      dependencies: ["millrace-migrate"]),
    .target(
      name: "TestSupport", dependencies: ["Millrace", "SystemLibrary"], path: "Tests/TestSupport",
      exclude: ["Fixtures", "Oracles/Scripts"]),
    // What scripts/stages/sqlite_crash.py kills.
    .executableTarget(
      name: "SQLiteInserter", dependencies: ["Millrace", "MillraceSQLite"], path: "Tests/SQLiteInserter"),
    // What scripts/stages/growth.py counts the instructions of.
    .executableTarget(
      name: "Complexity", dependencies: ["CountedWork", "MillraceFoundation", "MillraceTables"],
      path: "Tests/Complexity"),
    // What scripts/stages/counts.py counts the instructions of, with the types of the benchmarks.
    .executableTarget(
      name: "Instructions", dependencies: ["CountedWork", "MeasuredTypes", "MillraceFoundation", "MillraceTables"],
      path: "Tests/Instructions", exclude: ["Limits.txt"]),
    .target(name: "CountedWork", path: "Tests/CountedWork"),
    .target(name: "MeasuredTypes", dependencies: ["Millrace"], path: "Benchmarks/Sources/Models"),
    // What LossyDecodingTests starts, and kills when it hangs.
    .executableTarget(name: "LossyDecoding", dependencies: ["MillraceFoundation"], path: "Tests/LossyDecoding"),
    // What is tried with any bytes: by CorpusTests, and by libFuzzer (scripts/fuzz).
    .target(
      name: "FuzzTargets",
      dependencies: [
        "Millrace", "MillraceCommand", "MillraceCommandLine", "MillraceCompression", "MillraceFoundation",
        "MillraceMigration", "MillraceSQLite", "MillraceTables",
      ],
      path: "Tests/FuzzTargets", exclude: ["Corpora"], swiftSettings: syntaxSwiftSettings,
      linkerSettings: syntaxLinkerSettings),
    // What is built with Address Sanitizer: the C interface, called by a C program.
    .executableTarget(
      name: "CInterface", dependencies: ["MillraceC"], path: "Tests/CInterface",
      cSettings: [.headerSearchPath("../../Sources/CMillrace")]),
    // What is built with Thread Sanitizer.
    .executableTarget(
      name: "Threads", dependencies: ["Millrace", "MillraceFoundation", "MillraceMeasurement"], path: "Tests/Threads"),
    .testTarget(
      name: "MillraceTests", dependencies: ["Millrace", "SystemLibrary", "TestSupport"],
      exclude: ["Messages.txt"],
      swiftSettings: [.enableExperimentalFeature("Lifetimes")]),
    .testTarget(
      name: "MillraceTablesTests",
      dependencies: ["Millrace", "MillraceCompression", "MillraceTables", "SystemLibrary", "TestSupport"],
      exclude: ["Messages.txt"],
      swiftSettings: [.enableExperimentalFeature("Lifetimes")]),
    .testTarget(
      name: "MillraceCTests", dependencies: ["CMillrace", "MillraceC", "TestSupport"], exclude: ["Messages.txt"]),
    .testTarget(
      name: "MillraceCompressionTests",
      dependencies: ["Millrace", "MillraceCompression", "MillraceTables", "TestSupport"],
      exclude: ["Messages.txt"]),
    .testTarget(name: "MillraceCodableTests", dependencies: ["Millrace", "MillraceCodable", "TestSupport"]),
    .testTarget(
      name: "MillraceFoundationTests",
      dependencies: [
        "LossyDecoding", "Millrace", "MillraceFoundation", "MillraceMeasurement", "SystemLibrary", "TestSupport",
      ],
      exclude: ["Messages.txt"]),
    .testTarget(
      name: "MillraceSQLiteTests", dependencies: ["Millrace", "MillraceSQLite", "TestSupport"],
      exclude: ["Fixtures", "Messages.txt", "Oracles/sqlite_oracle.py"]),
    .testTarget(
      name: "MillraceCommandTests",
      dependencies: [
        "Millrace", "MillraceCommand", "MillraceCommandLine", "MillraceMeasurement", "MillraceSQLite", "MillraceTables",
        "MillraceTool",
        "SystemLibrary", "TestSupport",
      ],
      exclude: ["Fixtures", "Messages.txt"]),
    .testTarget(
      name: "MillraceMigrationTests",
      dependencies: ["MillraceMigration", "MillraceTool", "millrace-migrate", "TestSupport"],
      exclude: ["Fixtures"],
      swiftSettings: syntaxSwiftSettings,
      linkerSettings: syntaxLinkerSettings),
    .testTarget(
      name: "CorpusTests", dependencies: ["FuzzTargets", "TestSupport"], swiftSettings: syntaxSwiftSettings,
      linkerSettings: syntaxLinkerSettings),
    .testTarget(
      name: "MillraceSyntaxTests",
      dependencies: ["Millrace", "MillraceSyntax", "TestSupport"] + syntax("SwiftSyntaxMacroExpansion", "SwiftParser"),
      exclude: ["Fixtures", "Messages.txt"],
      swiftSettings: syntaxSwiftSettings,
      linkerSettings: syntaxLinkerSettings),
  ]
)

// Generic code of a library is not specialized in a debug build. Without optimization it would be slower than Foundation, which
// is always optimized. MILLRACE_DEBUG=1 builds it as SwiftPM does, for those who debug Millrace itself. SwiftPM accepts unsafe flags
// of packages that are depended on by version if their tools version is 6.2 or later; earlier versions do not read this manifest.
let optimizedTargets = [
  "NameWords", "SystemLibrary", "Millrace", "MillraceC", "MillraceCodable", "MillraceCompression", "MillraceFoundation",
  "MillraceMeasurement",
  "MillraceSQLite", "MillraceTables",
]
if Context.environment["MILLRACE_DEBUG"] != "1" {
  for target in package.targets where optimizedTargets.contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-O"], .when(configuration: .debug))]
  }
}

// What is newer than the minimum versions: integers of 128 bits, and `Duration`.
let availability = [
  "WideIntegers:macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2", "Durations:macOS 13, iOS 16, tvOS 16, watchOS 9",
]
for target in package.targets where target.type == .regular {
  let settings = availability.map { SwiftSetting.enableExperimentalFeature("AvailabilityMacro=\($0)") }
  target.swiftSettings = (target.swiftSettings ?? []) + settings
}

// scripts/test builds the suites in three parts, see scripts/suites.sh.
if let suites = Context.environment["MILLRACE_SUITES"] {
  let ofLibrary = ["", "Tables", "Compression", "Codable", "Foundation"].map { "Millrace\($0)Tests" }
  let ofRelease = ["C", "Command", "SQLite"].map { "Millrace\($0)Tests" }
  package.targets.removeAll { target in
    guard target.type == .test else { return false }
    return switch suites {
    case "library": !ofLibrary.contains(target.name)
    case "release": !ofRelease.contains(target.name)
    default: (ofLibrary + ofRelease).contains(target.name)
    }
  }
  if suites == "release" {
    // What takes long to compile with optimization, and is for other stages.
    let others = ["CInterface", "FuzzTargets", "MillraceMigration", "Threads", "millrace-migrate"]
    package.targets.removeAll { others.contains($0.name) }
    package.products.removeAll { others.contains($0.name) }
    // Users build their programs without testable imports. The tool has tests of its parts.
    for target in package.targets where target.name == "MillraceCommand" {
      target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-enable-testing"])]
    }
  }
  // SwiftPM builds the program of a plugin, and all that it uses, once more with the tests.
  package.targets.removeAll { $0.type == .plugin }
  package.products.removeAll { $0.name == "UpgradeCodable" }
}

// The suites of the library are built in release, with Address Sanitizer, and with them the program that libFuzzer drives, with the
// parser of the server in Examples: what is fuzzed counts which code an input reaches. Only the library is optimized, because the rest
// would take longer than all else.
if Context.environment["MILLRACE_SUITES"] == "library" {
  let optimized = optimizedTargets + ["HTTPServer"]
  // The macro runs in the compiler, with the words of names.
  let instrumented =
    optimized.filter { $0 != "NameWords" } + [
      "Fuzz", "FuzzTargets", "MillraceCommand", "MillraceCommandLine", "MillraceMigration",
    ]
  let instrumentation = ["-sanitize=fuzzer,address", "-parse-as-library"]
  package.targets += [
    .target(
      name: "HTTPServer", path: "Examples/TaskBackend/Sources/HTTPServer", exclude: ["Events", "Serving"],
      swiftSettings: [.enableExperimentalFeature("Lifetimes")]),
    .executableTarget(
      name: "Fuzz", dependencies: ["FuzzTargets", "HTTPServer"], path: "Tests/Fuzz",
      swiftSettings: syntaxSwiftSettings,
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])] + syntaxLinkerSettings),
  ]
  for target in package.targets where target.type != .system {
    let flags =
      (instrumented.contains(target.name) ? instrumentation : []) + (optimized.contains(target.name) ? [] : ["-Onone"])
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(flags)]
    if target.type == .test || target.type == .executable {
      target.linkerSettings = (target.linkerSettings ?? []) + [.unsafeFlags(["-sanitize=address"])]
    }
  }
}

// Each use of an unsafe construct in the sources is marked with `unsafe`. A `SAFETY:` comment gives the reason: at the type that
// owns or borrows the memory, or at the expression. Warnings are errors for us only: Xcode suppresses those of packages that are
// depended on, and the compiler rejects both flags together.
for target in package.targets where target.type != .system && target.type != .plugin {
  if Context.environment["MILLRACE_DEBUG"] == "1" {
    target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
  }
  let isSource = target.type != .test && target.path?.hasPrefix("Sources/") != false
  if isSource { target.swiftSettings?.append(.strictMemorySafety()) }
}
