"""What of the app is not a model."""

PACKAGE = """// swift-tools-version: 6.2
import PackageDescription

let library: [Target.Dependency] = []
let package = Package(
  name: "App",
  platforms: [.macOS(.v15)],
  dependencies: [],
  targets: [
    .target(name: "Core", dependencies: library),
    .target(name: "Widget", dependencies: library, path: "Widget/Code"),
    .executableTarget(name: "App", dependencies: ["Core", "Widget"] + library),
  ]
)
"""

MAIN = r"""import Foundation

/// Decodes the documents, ten for each type, and prints what the coders make of each.
final class Run {
  private var documents: ArraySlice<Data>
  private(set) var results = ""
  private let decoder = JSONDecoder()
  private let encoder = JSONEncoder()

  init(_ documents: [Data]) {
    self.documents = documents[...]
    encoder.outputFormatting = .sortedKeys
  }

  var isAtEnd: Bool { documents.isEmpty }

  func code<Value: Codable>(_ type: Value.Type) throws {
    each(of: type) { try encoder.encode(decoder.decode(type, from: $0)) }
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws {
    each(of: type) { Data(described(try decoder.decode(type, from: $0)).utf8) }
  }

  func encode<Value: Encodable>(_ value: Value) {
    note(Value.self) { try encoder.encode(value) }
  }

  private func each(of type: Any.Type, _ body: (Data) throws -> Data) {
    for _ in 0..<10 {
      let document = documents.removeFirst()
      note(type) { try body(document) }
    }
  }

  private func note(_ type: Any.Type, _ body: () throws -> Data) {
    results += "\(type): "
    do { results += String(decoding: try body(), as: UTF8.self) } catch { results += described(error) }
    results += "\n"
  }
}

/// The facts of an error, without its sentence.
func described(_ error: any Error) -> String {
  func path(_ keys: [any CodingKey]) -> String { keys.map(\.stringValue).joined(separator: "/") }
  return switch error {
  case DecodingError.keyNotFound(let key, let context): "! no key \(key.stringValue) at \(path(context.codingPath))"
  case DecodingError.valueNotFound(let type, let context): "! no \(type) at \(path(context.codingPath))"
  case DecodingError.typeMismatch(let type, let context): "! not \(type) at \(path(context.codingPath))"
  case DecodingError.dataCorrupted(let context): "! corrupted at \(path(context.codingPath))"
  default: "! \(error)"
  }
}

/// The properties of a value, in any depth.
func described(_ value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  // What @Observable adds prints an address.
  let children = mirror.children.filter { $0.label != "_$observationRegistrar" }
  var parts = children.map { ($0.label ?? "") + ":" + described($0.value) }
  if mirror.displayStyle == .dictionary || mirror.displayStyle == .set { parts.sort() }
  if parts.isEmpty || String(reflecting: type(of: value)).hasPrefix("Foundation") {
    return String(describing: value).debugDescription
  }
  return "(" + parts.joined(separator: ",") + ")"
}

func checkAll(_ run: Run) throws {
CALLS
}

let text = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
let run = Run(text.split(separator: UInt8(ascii: "\n")))
try checkAll(run)
precondition(run.isAtEnd, "there are documents left")
FileHandle.standardOutput.write(Data(run.results.utf8))
"""
