import Millrace

/// The reason why a row cannot have the members that options request.
enum RowProblem: Error, CustomStringConvertible {
  /// Two members of the row, with these names, get the same name.
  case renamed([String], to: String)
  /// The row has a member with the name of the column for the input.
  case sourceColumn(String)
  /// The row has a member with the name of the column for the index of an element.
  case indexColumn(String)
  /// A value has a member with the name of the column for the keys of entries.
  case entriesColumn(String)
  /// There are no members that can become rows.
  case notEntries
  /// The value of the column that outputs are split by is an array or an object.
  case splitContainer(String)
  /// A value does not have the kind that `--columns` gives its member.
  case wrongKind(expected: String, found: String)
  /// The row has no members, and so no column for the input.
  case notAnObject

  var description: String {
    switch self {
    case .renamed(let names, let new): "the row has '\(names[0])' and '\(names[1])', and --rename calls both '\(new)'"
    case .sourceColumn(let name): "the row has a member '\(name)', which is the name of --source-column"
    case .indexColumn(let name): "the row has a member '\(name)', which is the name of --index"
    case .entriesColumn(let name): "a value has a member '\(name)', which is the name of --entries"
    case .notEntries: "--entries requires an object whose members become rows"
    case .splitContainer(let name): "--split-by requires texts and numbers, and '\(name)' is an array or an object"
    case .wrongKind(let expected, let found): "expected \(expected), found \(found)"
    case .notAnObject: "--source-column requires rows that are objects"
    }
  }

  /// The hint that follows the message.
  var hint: String {
    switch self {
    case .renamed(_, let new): "--drop leaves out one of them, and --rename can give '\(new)' another name"
    case .sourceColumn(let name): "--source-column can have another name, and --drop \(name) leaves the member out"
    case .indexColumn: "--index can have another name"
    case .entriesColumn: "--entries can have another name"
    case .notEntries: "--at POINTER reads an object in the document"
    case .splitContainer: "--split-by names another column"
    case .wrongKind:
      "--columns NAME=instant:FORMAT reads other dates, NAME=text keeps the text, and NAME alone the value"
    case .notAnObject: "with --no-header, --columns names the columns of csv"
    }
  }
}
