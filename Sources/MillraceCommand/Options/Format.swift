import MillraceCommandLine
import MillraceCompression

/// A format that the tool reads and writes.
enum Format: CaseIterable, Sendable {
  case json
  case jsonLines
  /// Concatenated JSON documents, with any white space between them.
  case concatenated
  /// JSON documents after record separators (RFC 7464).
  case jsonSequence
  /// Cells with commas between them.
  case csv
  /// Cells with tabs between them.
  case tsv
  case sqlite
  case arrow
  case arrowStream
  case parquet

  /// The names of the format, as values of options and as file extensions.
  var names: [String] {
    switch self {
    case .json: ["json"]
    case .jsonLines: ["jsonl", "ndjson"]
    case .concatenated: ["concatenated"]
    case .jsonSequence: ["json-seq"]
    case .csv: ["csv"]
    case .tsv: ["tsv"]
    case .sqlite: ["sqlite", "sqlite3", "db"]
    case .arrow: ["arrow"]
    case .arrowStream: ["arrows"]
    case .parquet: ["parquet"]
    }
  }

  static let ofJSON: Set<Format> = [.json, .jsonLines, .concatenated, .jsonSequence]
  static let ofCSV: Set<Format> = [.csv, .tsv]
  static let ofArrow: Set<Format> = [.arrow, .arrowStream]
  /// The formats that store columns, which have types.
  static let ofColumns: Set<Format> = [.arrow, .arrowStream, .parquet]

  /// Whether the bytes are text.
  var isText: Bool { Self.ofJSON.contains(self) || Self.ofCSV.contains(self) }

  /// The format that `--from` names where only JSON is meant.
  init(ofJSON name: String) throws(CommandError) {
    try self.init(option: "from", name, among: Self.allCases.filter(Self.ofJSON.contains))
  }

  /// The format that an option names.
  ///
  /// - Parameter formats: those that it can be.
  init(option: String, _ name: String, among formats: [Format] = Format.allCases) throws(CommandError) {
    guard let format = formats.first(where: { $0.names.contains(name) }) else {
      throw .usage("--\(option) \(name): unknown format", hint: "formats are \(Self.list(formats))")
    }
    self = format
  }

  /// The format that a path's ending names, or nil. An ending of compression is skipped.
  init?(path: String) {
    guard let ending = Self.ending(of: path),
      let format = Self.allCases.first(where: { $0.names.contains(ending) })
    else { return nil }
    self = format
  }

  /// The file name extension in lowercase, without the extension of the compression; nil if there is no extension.
  static func ending(of path: String) -> String? {
    let name = uncompressedName(of: path[...].suffix(from: path.lastIndex(of: "/") ?? path.startIndex))
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    return ending.isEmpty ? nil : ending
  }

  /// The name of a file without its folder, its ending and that of compression.
  static func stem(of path: String) -> String {
    let name = uncompressedName(
      of: path[...].suffix(from: path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex))
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return String(name) }
    return String(name[..<dot])
  }

  private static func uncompressedName(of name: Substring) -> Substring {
    guard Compression(path: String(name)) != nil, let dot = name.lastIndex(of: ".") else { return name }
    return name[..<dot]
  }

  static func list(_ formats: [Format]) -> String { formats.flatMap(\.names).joined(separator: ", ") }
}

extension Compression {
  /// The compression that the ending of a path names, or nil.
  init?(path: String) {
    let path = path.lowercased()
    if path.hasSuffix(".gz") {
      self = .gzip
    } else if path.hasSuffix(".zst") {
      self = .zstandard
    } else {
      return nil
    }
  }
}
