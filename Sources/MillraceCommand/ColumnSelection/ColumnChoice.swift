import Millrace
import MillraceCommandLine
import MillraceTables

extension CSV.CellKind {
  static let names = "text, int, number, bool, instant, date, bytes, json"

  /// The kind with a name, or with a usual synonym of it.
  init?(named name: String) {
    switch name {
    case "text", "string": self = .text
    case "int", "integer": self = .integer
    case "number", "double", "float": self = .number
    case "bool", "boolean": self = .boolean
    // A date is an instant whose format has no time.
    case "instant", "timestamp", "datetime", "date": self = .instant
    case "bytes": self = .bytes
    case "json": self = .json
    default: return nil
    }
  }
}

/// A reference to one or several columns, with the kind of their cells.
struct ColumnChoice: Equatable {
  var reference: ColumnReference
  var kind: CSV.CellKind?
  /// How the instants of the column are written, if it has instants.
  var instantFormat: CSV.InstantFormat?

  var name: String { reference.name ?? reference.text }

  /// The items of `--columns`. A backslash precedes a comma or an equals sign that belongs to a name.
  static func list(_ arguments: Arguments) throws(CommandError) -> [ColumnChoice]? {
    let zone = try zone(arguments)
    guard let text = arguments["columns"] else { return nil }
    var choices: [ColumnChoice] = []
    for part in split(text, at: ",") {
      let pieces = split(part, at: "=")
      let reference = try ColumnReference(pieces[0], option: "columns")
      var choice = ColumnChoice(reference: reference)
      if pieces.count > 1 {
        let (name, format) = kindAndFormat(pieces[1])
        choice.kind = CSV.CellKind(named: name)
        guard let kind = choice.kind, pieces.count == 2, format == nil || kind == .instant else {
          throw .usage("--columns \(part): unknown kind", hint: "kinds are \(CSV.CellKind.names)")
        }
        if kind == .instant {
          choice.instantFormat = try instantFormat(format, isDate: name == "date", zone: zone, in: part)
        }
      }
      guard reference != .name(""), !choices.contains(where: { $0.reference == reference }) else {
        throw .usage("--columns \(text): empty or duplicate name", hint: arguments.hint)
      }
      choices.append(choice)
    }
    return choices
  }

  /// The kind and the format of `instant:%d.%m.%Y`.
  private static func kindAndFormat(_ text: String) -> (kind: String, format: String?) {
    guard let colon = text.firstIndex(of: ":") else { return (text, nil) }
    return (String(text[..<colon]), unescaped(String(text[text.index(after: colon)...]), ",=\\"))
  }

  private static func instantFormat(
    _ format: String?, isDate: Bool, zone: TimeZoneRules, in part: String
  ) throws(CommandError) -> CSV.InstantFormat {
    do {
      if isDate { return try .dates(format) }
      guard let format else { return .iso8601(zone: zone) }
      return try CSV.InstantFormat(format, zone: zone)
    } catch {
      throw .usage(
        "--columns \(part): invalid format of dates",
        hint: "it has a year, a month and a day, such as instant:'%d.%m.%Y %H:%M'; conversions are "
          + "%Y %y %m %b %B %d %e %H %I %p %M %S %f %z %a %A %D %F %R %T")
    }
  }

  private static func zone(_ arguments: Arguments) throws(CommandError) -> TimeZoneRules {
    guard let text = arguments["zone"] else { return .utc }
    if let zone = try? TimeZoneRules(text) { return zone }
    if text.hasPrefix("+") || text.hasPrefix("-") {
      throw .usage(
        "--zone takes a name or an offset from UTC, not '\(text)'",
        hint: "such as Europe/Berlin, +01:00, -05:30 or utc")
    }
    let names = TimeZoneRules.names()
    throw .usage(
      "--zone \(text): unknown time zone",
      hint: names.isEmpty
        ? "this system has no list of zones; an offset such as +01:00 needs none"
        : "the nearest are \(nearestNames(to: text, among: names).joined(separator: ", "))")
  }

  /// Texts with commas between them. A comma in a text has a backslash before it.
  static func texts(_ list: String) -> [String] { split(list, at: ",").map { unescaped($0, ",=\\") } }

  /// The characters that are text in names after a backslash.
  static let specialCharacters = ",=\\*#"

  /// The parts of a text between separators that have no backslash before them.
  static func split(_ text: String, at separator: Character) -> [String] {
    var parts = [""]
    var isEscaped = false
    for character in text {
      if character == separator, !isEscaped {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    return parts
  }

  /// A text without the backslashes before some characters. Other backslashes are text, as in `\N`.
  static func unescaped(_ text: String, _ escapable: String) -> String {
    var unescaped = ""
    var isEscaped = false
    for character in text {
      if isEscaped, !escapable.contains(character) { unescaped.append("\\") }
      isEscaped = character == "\\" && !isEscaped
      if !isEscaped { unescaped.append(character) }
    }
    return isEscaped ? unescaped + "\\" : unescaped
  }
}
