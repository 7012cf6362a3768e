/// A format that the tool reads and writes.
enum Format: CaseIterable, Sendable {
  /// One document of JSON.
  case json
  /// A document of JSON on each line.
  case jsonLines
  /// Cells with commas between them.
  case csv
  /// Cells with tabs between them.
  case tsv
  /// A database of SQLite.
  case sqlite
  /// A file of Arrow.
  case arrow
  /// A stream of Arrow.
  case arrowStream

  /// The names it goes by, as an option's value and as a file name's ending.
  var names: [String] {
    switch self {
    case .json: ["json"]
    case .jsonLines: ["jsonl", "ndjson"]
    case .csv: ["csv"]
    case .tsv: ["tsv"]
    case .sqlite: ["sqlite", "sqlite3", "db"]
    case .arrow: ["arrow"]
    case .arrowStream: ["arrows"]
    }
  }

  static let ofJSON: Set<Format> = [.json, .jsonLines]
  static let ofCSV: Set<Format> = [.csv, .tsv]
  static let ofArrow: Set<Format> = [.arrow, .arrowStream]

  /// The format that `--from` names where only JSON is meant.
  init(ofJSON name: String) throws(CommandError) {
    try self.init(option: "from", name, among: Self.allCases.filter(Self.ofJSON.contains))
  }

  /// The format that an option names.
  ///
  /// - Parameter formats: those that it can be.
  init(option: String, _ name: String, among formats: [Format] = Format.allCases) throws(CommandError) {
    guard let format = formats.first(where: { $0.names.contains(name) }) else {
      throw .usage("--\(option) \(name): there is no such format", hint: "formats are \(Self.list(formats))")
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

  /// Whether a path says that the file is compressed by gzip.
  static func isCompressed(path: String) -> Bool { path.lowercased().hasSuffix(".gz") }

  static func list(_ formats: [Format]) -> String { formats.flatMap(\.names).joined(separator: ", ") }
}
