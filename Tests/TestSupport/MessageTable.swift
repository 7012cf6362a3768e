import Foundation
import Testing

/// A table of all messages of some error types, next to the tests as `Messages.txt`, so that a reader sees them side by side.
///
/// Run with `MILLRACE_UPDATE_FIXTURES=1` to write the file, and read the difference.
public struct MessageTable {
  /// The maximum number of words in a message.
  private static let maximumWords = 25

  private var lines: [String] = []

  public init() {}

  /// Adds a section with a message for each sample.
  ///
  /// - Parameters:
  ///   - type: the name of the error type, as a heading.
  ///   - declaration: the file with the declaration, relative to the repository.
  ///   - samples: at least one value for each case of the declaration, with the name of the case.
  public mutating func add<Failure>(
    _ type: String, declaredIn declaration: String, _ samples: [(name: String, error: Failure)],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let declared = try Self.cases(of: type, in: declaration)
    #expect(!declared.isEmpty, "no cases of \(type) in \(declaration)", sourceLocation: sourceLocation)
    let missing = declared.symmetricDifference(samples.map(\.name))
    #expect(missing.isEmpty, "no sample, or no case: \(missing.sorted())", sourceLocation: sourceLocation)
    add(type, samples.map { ($0.name, String(describing: $0.error)) }, sourceLocation: sourceLocation)
  }

  /// Adds a section with these names and messages.
  public mutating func add(
    _ type: String, _ messages: [(name: String, message: String)], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    lines.append("\(lines.isEmpty ? "" : "\n")# \(type)")
    let width = messages.map(\.name.count).max() ?? 0
    for (name, message) in messages {
      lines.append(name + String(repeating: " ", count: width - name.count + 2) + message)
      let words = message.split { $0 == " " || $0 == "\n" }.count
      #expect(words <= Self.maximumWords, "\(words) words: \(message)", sourceLocation: sourceLocation)
      #expect(!message.hasSuffix("."), "a full stop: \(message)", sourceLocation: sourceLocation)
      #expect(!message.isEmpty && !message.hasPrefix(" "), "no message for \(name)", sourceLocation: sourceLocation)
    }
  }

  /// Compares the table with `Messages.txt` in the folder of the calling test.
  public func check(testFile: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let file = URL(filePath: testFile).deletingLastPathComponent().appending(path: "Messages.txt")
    let text = lines.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["MILLRACE_UPDATE_FIXTURES"] != nil {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text, sourceLocation: sourceLocation)
  }

  /// The names of an enumeration's cases, as the source declares them.
  private static func cases(of type: String, in path: String) throws -> Set<String> {
    let source = try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
    let name = type.split(separator: ".").last.map(String.init) ?? type
    var names: Set<String> = []
    var indentation: Substring?
    for line in source.split(separator: "\n") {
      let margin = line.prefix { $0 == " " }
      let text = line.dropFirst(margin.count)
      if indentation == nil, text.contains("enum \(name):") { indentation = margin }
      guard let outer = indentation else { continue }
      if text == "}", margin == outer { break }
      if text.hasPrefix("case "), margin.count == outer.count + 2 {
        // `case a(b: C), d`: what is in parentheses is not a name.
        var depth = 0
        let bare = text.dropFirst(5).filter { character in
          if character == "(" { depth += 1 }
          defer { if character == ")" { depth -= 1 } }
          return depth == 0
        }
        names.formUnion(bare.split(separator: ",").map { String($0.drop { $0 == " " }.prefix { $0 != " " }) })
      }
    }
    return names
  }
}
