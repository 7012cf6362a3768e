/// A format that the tool reads and writes.
enum Format: CaseIterable {
  /// One document of JSON.
  case json
  /// A document of JSON on each line.
  case jsonLines

  /// The names it goes by, as an option's value and as a file name's ending.
  var names: [String] {
    switch self {
    case .json: ["json"]
    case .jsonLines: ["jsonl", "ndjson"]
    }
  }

  /// The format that an option names.
  init(option: String, _ name: String) throws(CommandError) {
    guard let format = Self.allCases.first(where: { $0.names.contains(name) }) else {
      throw .usage("--\(option) \(name): there is no such format", hint: "formats are \(Self.list)")
    }
    self = format
  }

  /// The format that a path's ending names, or nil. An ending of compression is passed over.
  init?(path: String) {
    var path = path[...]
    if Self.isCompressed(path: String(path)) { path = path.dropLast(3) }
    guard let dot = path.lastIndex(of: ".") else { return nil }
    let ending = path[path.index(after: dot)...].lowercased()
    guard let format = Self.allCases.first(where: { $0.names.contains(ending) }) else { return nil }
    self = format
  }

  /// The format of an input: by the option, by the ending, or JSON on standard input.
  init(ofInput path: String, option: String?) throws(CommandError) {
    if let option {
      self = try Format(option: "from", option)
    } else if let format = Format(path: path) {
      self = format
    } else if path == "-" {
      self = .json
    } else {
      throw .usage(
        "the name of \(path) does not tell its format", hint: "--from says it; formats are \(Format.list)")
    }
  }

  /// Whether a path says that the file is compressed by gzip.
  static func isCompressed(path: String) -> Bool { path.lowercased().hasSuffix(".gz") }

  static var list: String { allCases.flatMap(\.names).joined(separator: ", ") }
}
