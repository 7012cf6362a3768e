extension SQLite {
  /// What the declared type of a column says, which SQLite lets be any text (sqlite.org/datatype3.html, section 3).
  struct DeclaredType: Equatable {
    /// What SQLite does to values that are stored in the column.
    enum Affinity {
      case integer, text, none, real, numeric
    }
    /// What values of the column are that SQLite has no type for.
    enum Meaning {
      case plain, boolean, instant, json
    }
    var affinity: Affinity
    var meaning: Meaning

    /// - Parameter isStrict: whether the table is `STRICT`, where `ANY` is a type.
    init(_ text: String, isStrict: Bool = false) {
      let name = SQLite.folded(text)
      func has(_ parts: String...) -> Bool { parts.contains { name.contains($0) } }
      // The order is SQLite's.
      affinity =
        if isStrict, name == "any" {
          .none
        } else if has("int") {
          .integer
        } else if has("char", "clob", "text") {
          .text
        } else if has("blob") || name.isEmpty {
          .none
        } else if has("real", "floa", "doub") {
          .real
        } else {
          .numeric
        }
      meaning =
        if name.hasPrefix("bool") {
          .boolean
        } else if has("timestamp", "datetime") {
          .instant
        } else if has("json") {
          .json
        } else {
          .plain
        }
    }

    /// Whether text that looks like a number becomes one.
    var convertsText: Bool { affinity == .integer || affinity == .real || affinity == .numeric }
  }
}
